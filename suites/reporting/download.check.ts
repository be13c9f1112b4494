import { check } from '../../src/kit/index.ts'
import { mustDeliver } from './deliver.ts'
import { reporting } from './requirements.ts'
import { replacedTemplate, secondFiles } from './replaced.ts'
import { rich, richFiles } from './template.ts'

check(
  reporting.download,
  'every-file',
  {
    brokenBy: [
      'report-download-missing',
      'report-download-main-only',
      'report-download-as-text',
      'report-download-needs-parameters',
      'report-country-lost',
    ],
    effects: true,
  },
  async (context) => {
    await mustDeliver(context, (await rich(context)).id, richFiles)
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
