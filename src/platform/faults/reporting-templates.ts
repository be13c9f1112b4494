import type { Fault } from '../deviation.ts'
import type { Rulebook } from '../rulebook/rulebook.ts'

const fault = (
  id: string,
  breaks: Fault['breaks'],
  says: string,
  reporting: Partial<Rulebook['reporting']>,
): Fault => ({ id: `report-${id}`, breaks, says, rule: { reporting } })

/** Faults of report templates: their archives, what is generated of them, and their parameters. */
export const reportingTemplateFaults: readonly Fault[] = [
  fault('download-first-archive', ['B-RPT-05'], 'After an archive is replaced, a download delivers the first one.', {
    picks: (current, all, use) => (use === 'download' ? (all[0] ?? current) : current),
  }),
  fault('embedded-not-built', ['B-RPT-06'], 'A build does not find an embedded template.', {
    finds: (kind, at) => kind === 'stored' || at === 'download',
  }),
  fault('embedded-not-downloaded', ['B-RPT-05', 'B-RPT-06'], 'A download does not find an embedded template.', {
    finds: (kind, at) => kind === 'stored' || at === 'build',
  }),
  fault('form-template-lowered', ['B-RPT-06', 'B-RPT-13'], 'The template of a form is looked up in lower case.', {
    named: (name, encoding) => (encoding === 'json' ? name : name.toLowerCase()),
  }),
  fault('client-name-first', ['B-RPT-06'], 'A template of a client takes the place of an embedded one of its name.', {
    findsNames: () => true,
  }),
  {
    id: 'report-schema-spelled-right',
    breaks: ['B-RPT-07'],
    says: 'The schema of a template is shown as parametersSchema.',
    wire: {
      response: (response, { target }) =>
        target.includes('/ReportTemplate/')
          ? {
              ...response,
              body: Buffer.from(response.body.toString('utf8').replaceAll('paramatersSchema', 'parametersSchema')),
            }
          : response,
    },
  },
  fault('languages-missing', ['B-RPT-07'], 'The languages of a template are not generated.', {
    languages: () => null,
  }),
  fault('types-missing', ['B-RPT-07'], 'The types of a template are not generated.', { types: () => null }),
  fault('generated-once', ['B-RPT-07'], 'Fields are generated from the first archive of a template only.', {
    picks: (current, all, use) => (use === 'fields' ? (all[0] ?? current) : current),
  }),
  fault('first-language-only', ['B-RPT-07'], 'Only the first translation makes a language.', {
    languages: (files) => files.flatMap((name) => /^translations_(\w+)/.exec(name)?.[1] ?? []).slice(0, 1),
  }),
  fault('languages-fixed', ['B-RPT-07'], 'The languages of each template are German and English.', {
    languages: () => ['de', 'en'],
  }),
  fault('first-definition-wins', ['B-RPT-07'], 'The first .jrxml file of an archive counts as the main one.', {
    main: (names) => names.find((name) => name.endsWith('.jrxml')),
  }),
  fault('generated-from-sender', ['B-RPT-07'], 'What a caller writes into the generated fields stays there.', {
    takesGenerated: () => true,
    keepsSent: () => true,
  }),
  fault(
    'sub-reports-forced',
    ['B-RPT-07'],
    'An archive whose sub-reports are not named report_<name>.jrxml is refused.',
    {
      takesFile: (name) => !/\.(?:jrxml|xml)$/.test(name) || /^report(?:_\w+)?\.jrxml$/.test(name),
    },
  ),
  fault('folders-lost', ['B-RPT-07', 'B-RPT-05'], 'Files in folders of an archive are lost.', {
    delivers: (name) => !name.includes('/'),
  }),
  fault('archive-climbs', ['B-RPT-05', 'B-RPT-07'], 'A path in an archive may lead into another template.', {
    climbs: () => true,
  }),
  fault('parameters-unchecked', ['B-RPT-11'], 'Parameters are not checked.', { checks: () => false }),
  fault('schema-types-only', ['B-RPT-11'], 'A parameter that the schema requires may be missing.', {
    checks: (what) => what !== 'required',
  }),
  fault('schema-required-only', ['B-RPT-11'], 'Only the presence of parameters is checked, not their types.', {
    checks: (what) => what === 'required',
  }),
  fault('schema-top-level-only', ['B-RPT-11'], 'The elements of a list are not checked.', {
    checks: (what) => what !== 'elements',
  }),
  fault('schema-not-in-multipart', ['B-RPT-11', 'B-RPT-13'], 'Parameters in multipart/form-data are not checked.', {
    checks: (_what, encoding) => encoding !== 'multipart',
  }),
  fault('schema-not-in-form', ['B-RPT-11', 'B-RPT-13'], 'Parameters in form fields are not checked.', {
    checks: (_what, encoding) => encoding !== 'form',
  }),
  fault('null-passes', ['B-RPT-11'], 'A required parameter may be null.', { nullCounts: () => true }),
  fault('schema-stale', ['B-RPT-11'], 'Parameters are checked against the schema of the first archive.', {
    picks: (current, all, use) => (use === 'schema' ? (all[0] ?? current) : current),
  }),
]
