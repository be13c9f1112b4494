import type { Variant } from '../deviation.ts'
import type { Rulebook } from '../rulebook/rulebook.ts'

const variant = (
  id: string,
  leaves: Variant['leaves'],
  says: string,
  reporting: Partial<Rulebook['reporting']>,
): Variant => ({
  id: `report-${id}`,
  leaves,
  says,
  rule: { reporting },
})

/** Lawful readings of B-RPT. */
export const reportingVariants: readonly Variant[] = [
  variant('build-only', ['B-RPT-01'], 'Reports are built at /build, not at the base path.', {
    serves: (at) => at !== 'bare',
  }),
  variant('base-only', ['B-RPT-01'], 'Reports are built at the base path, not at /build.', {
    serves: (at) => at !== 'build',
  }),
  variant('login-page', ['B-RPT-14'], 'A caller without a valid token gets a page to log in on, with 200.', {
    turnsAway: () => ({
      status: 200,
      headers: [['Content-Type', 'text/html; charset=utf-8']],
      body: Buffer.from('<!doctype html><title>Log in</title><form method="post"><input name="username"></form>'),
    }),
  }),
  variant('answers-file', ['B-RPT-03'], 'A build is answered with the report.', { answers: () => 'file' }),
  variant('echo-with-defaults', ['B-RPT-02', 'B-RPT-03'], 'The echo shows defaults of fields that were not sent.', {
    fills: () => ({ reportLanguage: 'en', reportTimeZone: 'UTC', reportType: 'PDF' }),
  }),
  variant('any-time-zone', ['B-RPT-14'], 'A time zone that no database has is taken and echoed.', {
    knowsZone: () => true,
  }),
  variant('template-due', ['B-RPT-14'], 'A build without reportTemplate is refused.', {
    due: () => ['reportTemplate'],
  }),
  variant('generated-overwritten', ['B-RPT-14'], 'A caller may write over what was generated of an archive.', {
    takesGenerated: () => true,
  }),
  variant('download-packed-anew', ['B-RPT-14'], 'A download packs the files anew.', { downloadForm: () => 'zip' }),
  variant('download-list', ['B-RPT-14'], 'A download is a list of names and contents in base64.', {
    downloadForm: () => 'list',
  }),
  variant('default-language-shown', ['B-RPT-07'], 'translations.properties counts as English.', {
    languages: (files) =>
      files.flatMap((name) => {
        const [match, language = 'en'] = /^translations(?:_(\w+))?\.properties$/.exec(name) ?? []
        return match === undefined ? [] : [{ code: language.replace('_', '-') }]
      }),
  }),
  variant(
    'languages-in-words',
    ['B-RPT-07'],
    'Languages are shown by their names, and only those that the platform itself speaks.',
    { languages: (files) => (files.some((name) => /^translations_de/.test(name)) ? 'German' : 'English') },
  ),
  variant('refused-422', ['B-RPT-14'], 'What is refused is refused with 422.', { refusal: () => 422 }),
  variant('refused-409', ['B-RPT-11', 'B-RPT-14'], 'What is refused is refused with 409.', { refusal: () => 409 }),
  variant('no-further-parameters', ['B-RPT-07'], 'The schema of a template forbids further parameters.', {
    takesMore: () => false,
  }),
  variant('bad-archives-kept', ['B-RPT-14'], 'An archive that breaks the rules is stored as an attachment.', {
    refusesArchive: () => false,
  }),
]
