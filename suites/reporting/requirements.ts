import { requirements } from '../../src/kit/index.ts'

const needs = ['reporting'] as const
const own = ['writes', 'attachments', 'report-templates', 'reporting'] as const

/** The Reporting API. */
export const reporting = requirements('reporting', {
  'no-server-error': {
    level: 'must',
    needs: own,
    says: 'No request to the Reporting API is answered with a 5xx (503 and refusals such as 501 or 507 apart): no document allows a crash.',
    sources: ['K-RPT-01'],
    traffic: ['reporting-odd-bodies-crash'],
  },
  'build-address': {
    level: 'variant',
    needs: own,
    says: 'Recorded: at which of the two addresses reports are built.',
    sources: ['B-RPT-01'],
  },
  'build-address-called': {
    level: 'variant',
    side: 'client',
    says: 'A caller builds at the base path, with or without /build.',
    sources: ['B-RPT-01'],
  },
  build: {
    level: 'must',
    needs: own,
    says: 'A build is taken as JSON, as multipart/form-data and as form fields, whichever of the optional fields it has.',
    sources: ['B-RPT-02'],
  },
  'build-sent': {
    level: 'must',
    side: 'client',
    says: 'A caller sends the fields of a build in one of the three encodings, each of its type.',
    sources: ['B-RPT-02'],
  },
  'build-answer': {
    level: 'variant',
    needs: own,
    says: 'Recorded: whether a build is answered with the fields of the request or with the report.',
    sources: ['B-RPT-03'],
  },
  'parameters-sent': {
    level: 'must',
    side: 'client',
    says: 'A caller sends parameters that comply with the schema of the template.',
    sources: ['B-RPT-04'],
  },
  download: {
    level: 'must',
    needs: own,
    says: 'A download delivers the files of a template, embedded or not, as they are attached.',
    sources: ['B-RPT-05'],
  },
  'download-sent': {
    level: 'must',
    side: 'client',
    says: 'A caller asks for a download with reportTemplate in a JSON body.',
    sources: ['B-RPT-05'],
  },
  embedded: {
    level: 'must',
    needs: ['reporting', 'embedded-template'],
    says: 'An embedded template answers to its name, and is not what a client makes of it.',
    sources: ['B-RPT-06'],
  },
  'template-named': {
    level: 'must',
    side: 'client',
    says: 'A caller names a template by a text: its cloud id, or the name of an embedded one.',
    sources: ['B-RPT-06'],
  },
  template: {
    level: 'must',
    needs: own,
    says: 'A ReportTemplate record takes a zip with report.jrxml, and its languages, paramatersSchema and types come from that.',
    sources: ['B-RPT-07'],
  },
  'template-sent': {
    level: 'must',
    side: 'client',
    says: 'A caller attaches a zip whose main file is report.jrxml to a template.',
    sources: ['B-RPT-07'],
    untested: 'an attachment in a recording does not tell to which resource the id that it refers to belongs',
  },
  query: {
    level: 'must',
    needs: own,
    says: 'Calls are served with account, company and clientIdentifier in the query, and without clientIdentifier.',
    sources: ['B-RPT-08'],
  },
  'query-sent': {
    level: 'must',
    side: 'client',
    says: 'A caller may send account, company and clientIdentifier.',
    sources: ['B-RPT-08'],
    untested: 'what a caller may do, no call breaks',
  },
  report: {
    level: 'unshown',
    needs: own,
    says: 'Recorded: what a built report looks like.',
    sources: ['B-RPT-09'],
  },
  bearer: {
    level: 'must',
    side: 'client',
    says: 'A caller sends its token as a bearer token in Authorization.',
    sources: ['B-RPT-10'],
  },
  'parameters-refused': {
    level: 'implied',
    needs: own,
    says: 'A build whose parameters break the schema of the template is refused.',
    sources: ['B-RPT-11'],
  },
  'sub-report-names': {
    level: 'advice',
    side: 'client',
    says: 'Sub-reports are named report_<name>.jrxml.',
    sources: ['B-RPT-12'],
    untested: 'advice: other names are lawful',
  },
  'same-outcome': {
    level: 'implied',
    needs: own,
    says: 'The same fields have the same outcome in all three encodings.',
    sources: ['B-RPT-13'],
  },
  'not-shown': {
    level: 'unshown',
    needs,
    says: 'Recorded: what the documents leave open about reports and their templates.',
    sources: ['B-RPT-14'],
  },
})
