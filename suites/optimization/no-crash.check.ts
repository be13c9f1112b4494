import { check, each, must, rely } from '../../src/kit/index.ts'
import { oddBodies, padding } from '../odd-bodies.ts'
import { optimization } from './requirements.ts'
import { accepted, ownActivities, wish } from './wish.ts'

const odd = oddBodies('activityIds', { activityIds: {}, start: [], end: 5, padding })

check(
  optimization['no-server-error'],
  'odd-bodies-of-a-start',
  { alone: true, brokenBy: ['optimization-odd-bodies-crash'] },
  async (context) => {
    const { ids } = await ownActivities(context)
    await each(odd, async (body) =>
      must.notCrashed(await context.api.optimization.reoptimize(body), `a start of ${body.slice(0, 40)}`),
    )
    await rely(optimization.body, async () => accepted(context, wish(context, ids)))
  },
)
