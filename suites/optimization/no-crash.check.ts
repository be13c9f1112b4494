import { check, each, must, rely } from '../../src/kit/index.ts'
import { optimization } from './requirements.ts'
import { answered, ownActivities, wish } from './wish.ts'

/** Bodies that are no object of the fields of a start. */
const odd: readonly string[] = [
  '{"activityIds":',
  '[]',
  'null',
  '"text"',
  '',
  `${'['.repeat(500)}${']'.repeat(500)}`,
  JSON.stringify({ activityIds: {}, start: [], end: 5, padding: 'x'.repeat(300_000) }),
]

check(
  optimization['no-server-error'],
  'odd-bodies-of-a-start',
  { alone: true, brokenBy: ['optimization-odd-bodies-crash'] },
  async (context) => {
    const { ids } = await ownActivities(context)
    await each(odd, async (body) =>
      must.notCrashed(await context.api.optimization.reoptimize(body), `a start of ${body.slice(0, 40)}`),
    )
    await rely(optimization.body, async () => must.status(await answered(context, wish(context, ids)), 202))
  },
)
