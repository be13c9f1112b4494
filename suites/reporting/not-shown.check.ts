import { check, observe, type Context } from '../../src/kit/index.ts'
import { definition, packed, type Files } from './archive.ts'
import { mustDeliver } from './deliver.ts'
import { echoIn } from './echo.ts'
import { reporting } from './requirements.ts'
import { attach, bareTemplate, built, rich, richWish, template } from './template.ts'
import { encodings } from './wish.ts'

observe(reporting['build-address'], 'both', {}, async (context) => {
  const wish = encodings.json(richWish(await rich(context)))
  const [long, short] = [await context.api.reporting.build(wish, '/build'), await context.api.reporting.build(wish, '')]
  return `/build: status ${long.status}; the base path alone: status ${short.status}`
})

observe(reporting['build-answer'], 'echo-or-report', {}, async (context) => {
  const sent = richWish(await rich(context))
  const answer = await built(context, sent)
  const echo = echoIn(answer)
  return echo
    ? `the fields of the request: ${Object.keys(echo).join(', ')}`
    : `no fields of the request, but ${answer.body.length} bytes of ${answer.header('Content-Type') ?? 'no type'}`
})

observe(reporting.report, 'form', {}, async (context) => {
  const wish = richWish(await rich(context))
  const answer = await built(context, { ...wish, reportType: 'HTML' })
  return `HTML: status ${answer.status}, ${answer.header('Content-Type') ?? 'no type'}, ${answer.body.length} bytes`
})

observe(reporting['not-shown'], 'odd-templates', { needs: ['writes', 'report-templates'] }, async (context) => {
  const none = await built(context, {})
  const unknown = await built(context, { reportTemplate: context.fresh.id() })
  const bare = await bareTemplate(context)
  const empty = await context.api.reporting.download({ reportTemplate: bare })
  return `a build without a template: status ${none.status}, of an unknown one: status ${unknown.status}; a download without an archive: status ${empty.status}`
})

/** The same archive with the folder of one file renamed, as no packer would write it; both names have one length. */
const renamed = (zip: Buffer, from: string, to: string): Buffer =>
  Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1')

/** Archives that break the rules, none of which may touch another template. */
function badArchives(victim: string): Readonly<Record<string, Buffer>> {
  const stolen = definition('Stolen', {})
  const climbing = packed({
    'report.jrxml': definition('Climber', {}),
    [`xx/${victim}/report.jrxml`]: stolen,
  })
  return {
    'without report.jrxml': packed({ 'other.jrxml': stolen }),
    'cut off': packed({ 'report.jrxml': stolen }).subarray(0, 120),
    'with a path that leads out': renamed(climbing, `xx/${victim}`, `../${victim}`),
  }
}

async function attachAll(context: Context, victim: string): Promise<string> {
  const told: string[] = []
  for (const [what, archive] of Object.entries(badArchives(victim))) {
    const id = await bareTemplate(context)
    const attached = await attach(context, id, archive)
    const { status } = attached.status < 300 ? await built(context, { reportTemplate: id }) : attached
    told.push(
      `${what}: attached with status ${attached.status}${status === attached.status ? '' : `, built with status ${status}`}`,
    )
  }
  return `an archive ${told.join('; ')}`
}

observe(
  reporting['not-shown'],
  'archives-against-the-rules',
  { needs: ['writes', 'attachments', 'report-templates'] },
  (context) => attachAll(context, context.fresh.id()),
)

check(
  reporting.download,
  'unharmed-by-bad-archives-of-others',
  { brokenBy: ['report-archive-climbs'], effects: true },
  async (context) => {
    const files: Files = { 'report.jrxml': definition('Unharmed', {}) }
    const { id } = await template(context, files)
    await mustDeliver(context, id, files)
    const other = await bareTemplate(context)
    for (const archive of Object.values(badArchives(id))) await attach(context, other, archive)
    await mustDeliver(context, id, files)
  },
)
