import type { Fault } from '../deviation.ts'
import { strictEncoding } from '../rulebook/reporting.ts'
import type { Rulebook } from '../rulebook/rulebook.ts'

const fault = (
  id: string,
  breaks: Fault['breaks'],
  says: string,
  reporting: Partial<Rulebook['reporting']>,
): Fault => ({ id: `report-${id}`, breaks, says, rule: { reporting } })

/** Faults of the Reporting API's calls. */
export const reportingFaults: readonly Fault[] = [
  fault('missing', ['B-RPT-02', 'B-RPT-05'], 'There is no Reporting API.', { serves: () => false }),
  fault('multipart-refused', ['B-RPT-02'], 'A build as multipart/form-data is refused.', {
    encoding: (type) => (/^multipart/i.test(type) ? undefined : strictEncoding(type)),
  }),
  fault('form-refused', ['B-RPT-02'], 'A build as form fields is refused.', {
    encoding: (type) => (/urlencoded/i.test(type) ? undefined : strictEncoding(type)),
  }),
  fault(
    'json-type-compared',
    ['B-RPT-13', 'B-RPT-02'],
    'JSON whose Content-Type names a charset is read as form fields.',
    {
      encoding: (type) => (type.toLowerCase().startsWith('application/json;') ? 'form' : strictEncoding(type)),
    },
  ),
  fault('type-due', ['B-RPT-02'], 'A build without reportType is refused.', { due: () => ['reportType'] }),
  fault('language-due-in-forms', ['B-RPT-02', 'B-RPT-13'], 'A form without reportLanguage is refused.', {
    due: (encoding) => (encoding === 'json' ? [] : ['reportLanguage']),
  }),
  fault('form-one-parameter', ['B-RPT-02'], 'Of several reportParameters.<key> only the last counts.', {
    counted: (pairs) => pairs.slice(-1),
  }),
  fault('form-lone-parameter-lost', ['B-RPT-02'], 'A reportParameters.<key> counts only where there are several.', {
    counted: (pairs) => (pairs.length > 1 ? pairs : []),
  }),
  fault('optional-parameter-due', ['B-RPT-11'], 'A parameter that the schema does not require must be given.', {
    requires: () => true,
  }),
  fault('form-key-lowered', ['B-RPT-02'], 'The key of reportParameters.<key> is read in lower case.', {
    key: (name) => name.toLowerCase(),
  }),
  fault('multipart-latin-1', ['B-RPT-13'], 'The parts of multipart/form-data are read as Latin-1.', {
    decoded: (bytes, encoding) => bytes.toString(encoding === 'multipart' ? 'latin1' : 'utf8'),
  }),
  fault('multipart-time-zone-lost', ['B-RPT-13'], 'reportTimeZone is lost in multipart/form-data.', {
    field: (name, value, encoding) => (name === 'reportTimeZone' && encoding === 'multipart' ? undefined : value),
  }),
  fault('multipart-plus-is-blank', ['B-RPT-13'], 'A plus sign in multipart/form-data becomes a blank.', {
    plus: (text) => text.replaceAll('+', ' '),
  }),
  fault('form-plus-kept', ['B-RPT-13'], 'A blank in form fields stays a plus sign.', { plus: (text) => text }),
  fault('form-time-zone-utc', ['B-RPT-13', 'B-RPT-02'], 'A time zone with a slash counts as UTC in form fields.', {
    field: (name, value, encoding) =>
      name === 'reportTimeZone' && encoding === 'form' && String(value).includes('/') ? 'UTC' : value,
  }),
  fault('form-numbers-refused', ['B-RPT-13'], 'Texts of forms are not turned into numbers and flags.', {
    converts: () => false,
  }),
  fault('query-in-form', ['B-RPT-13', 'B-RPT-08'], 'Parameters of the query count as parameters of a form.', {
    counted: (pairs, query) => [...pairs, ...query()],
  }),
  fault('identifier-due', ['B-RPT-08'], 'A call without clientIdentifier is refused.', {
    needsIdentifier: () => true,
  }),
  fault('query-refused', ['B-RPT-08'], 'A build with clientIdentifier is refused.', {
    takesQuery: (at) => at === 'download',
  }),
  fault('query-refused-on-download', ['B-RPT-08'], 'A download with clientIdentifier is refused.', {
    takesQuery: (at) => at !== 'download',
  }),
  fault('download-missing', ['B-RPT-05'], 'There is no download.', { serves: (at) => at !== 'download' }),
  fault('download-main-only', ['B-RPT-05'], 'A download delivers report.jrxml alone.', {
    delivers: (name) => name === 'report.jrxml',
  }),
  fault('download-as-text', ['B-RPT-05'], 'The files of a download pass through text.', {
    delivered: (bytes) => Buffer.from(bytes.toString('utf8')),
  }),
  fault('download-needs-parameters', ['B-RPT-05'], 'A download of a template that needs parameters is refused.', {
    checksDownload: () => true,
  }),
  fault('country-lost', ['B-RPT-05', 'B-RPT-07'], 'Translations of a country are not kept.', {
    delivers: (name) => !/_[a-z]{2}_[A-Z]{2}\.properties$/.test(name),
  }),
]
