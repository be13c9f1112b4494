import { check, each, must, rely } from '../../src/kit/index.ts'
import { oddBodies } from '../odd-bodies.ts'
import { reporting } from './requirements.ts'
import { built, rich, richWish } from './template.ts'
import { mustBeReported } from './served.ts'

const odd = oddBodies('reportTemplate', { reportTemplate: {}, reportParameters: [] })

check(
  reporting['no-server-error'],
  'odd-bodies-of-a-build',
  { brokenBy: ['reporting-odd-bodies-crash'] },
  async (context) => {
    const { build } = context.api.reporting
    const form = { type: 'multipart/form-data', bytes: 'no boundary' }
    await each(odd, async (bytes) =>
      must.notCrashed(await build({ type: 'application/json', bytes }, '/build'), `a build of ${bytes.slice(0, 40)}`),
    )
    must.notCrashed(await build(form, '/build'), 'a build of a form without a boundary')
    await rely(reporting.build, async () => mustBeReported(await built(context, richWish(await rich(context)))))
  },
)

check(
  reporting['no-server-error'],
  'odd-downloads',
  { brokenBy: ['reporting-download-of-nothing-crashes'] },
  async (context) => {
    const { download } = context.api.reporting
    await each([...odd, JSON.stringify({ reportTemplate: context.fresh.id() })], async (body) =>
      must.notCrashed(await download(body), `a download of ${body.slice(0, 40)}`),
    )
    await rely(reporting.download, async () =>
      mustBeReported(await download({ reportTemplate: (await rich(context)).id })),
    )
  },
)
