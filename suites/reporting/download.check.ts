import { check, must } from '../../src/kit/index.ts'
import { definition, text, translations, uncompressed, type Files } from './archive.ts'
import { servedAlike } from './callers.ts'
import { mustDeliver, mustHoldFiles } from './deliver.ts'
import { filesIn } from './files-in.ts'
import { reporting } from './requirements.ts'
import { replacedTemplate, secondFiles } from './replaced.ts'
import { attach, bareTemplate, rich, richFiles, template } from './template.ts'
import { inTheEnd, mustBeReported } from './served.ts'

check(
  reporting.download,
  'every-file',
  {
    brokenBy: [
      'report-download-missing',
      'report-download-of-embedded-only',
      'report-download-main-only',
      'report-download-as-text',
      'report-download-needs-parameters',
      'report-country-lost',
      'report-delivers-known-kinds-only',
      'report-download-type-compared',
    ],
    effects: true,
  },
  async (context) => {
    const { id } = await rich(context)
    await mustDeliver(context, id, richFiles)
    const headers = { 'Content-Type': 'application/json;charset=UTF-8' }
    const answer = await inTheEnd(context, await context.api.reporting.download({ reportTemplate: id }, { headers }))
    mustBeReported(answer)
    await mustHoldFiles(answer, richFiles)
  },
)

check(
  reporting.download,
  'another-archive',
  { brokenBy: ['report-download-first-archive'], effects: true },
  async (context) => {
    await mustDeliver(context, (await replacedTemplate(context)).id, secondFiles)
  },
)

check(
  reporting.download,
  'for-other-callers',
  { brokenBy: ['report-main-file-for-others'], effects: true },
  async (context) => {
    const { id } = await rich(context)
    const callers = await servedAlike(context, (api) => api.reporting.download({ reportTemplate: id }))
    // A refusal may be a 2xx, too (B-RPT-14): whoever gets a file of the template gets all.
    for (const { answer } of callers)
      if (Object.keys(filesIn(answer)).some((name) => name.endsWith('report.jrxml')))
        await mustHoldFiles(answer, richFiles)
  },
)

check(
  reporting.download,
  'with-an-empty-file',
  { brokenBy: ['report-download-without-empty-files'], effects: true },
  async (context) => {
    const { id, files } = await template(context, {
      'report.jrxml': richFiles['report.jrxml']!,
      'translations.properties': richFiles['translations.properties']!,
      'translations_fr.properties': new Uint8Array(),
    })
    await mustDeliver(context, id, files)
  },
)

check(
  reporting.download,
  'archives-of-one-name-and-size',
  { brokenBy: ['report-archives-of-one-name-and-size'], effects: true },
  async (context) => {
    const name = `report-${context.fresh.externalId()}.zip`
    const made: Array<readonly [template: string, files: Files]> = []
    for (const place of ['onePlace', 'twoPlace']) {
      const files = {
        'report.jrxml': definition('Same', { [place]: text }),
        'translations_de.properties': translations(place),
      }
      const id = await bareTemplate(context)
      const answer = await attach(context, id, uncompressed(files), name)
      must.noServerError(answer)
      // That two objects may each have an attachment of one name is said nowhere.
      if (answer.status >= 300) return must.refused4xx(answer)
      made.push([id, files])
    }
    for (const [id, files] of made) await mustDeliver(context, id, files)
  },
)
