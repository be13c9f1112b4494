import type { Variant } from '../deviation.ts'
import { answering, showing } from '../faults/edits.ts'
import { withJson } from '../faults/passing.ts'
import { redirect } from '../http/answers.ts'

type Part = Readonly<Record<string, unknown>>

const isBuild = (path: string): boolean => /\/api\/reporting\/v1(?:\/build)?$/.test(path)

const texts = (value: unknown): unknown =>
  Object.fromEntries(
    Object.entries((value ?? {}) as Part).map(([name, one]) => [
      name,
      typeof one === 'string' ? one : JSON.stringify(one),
    ]),
  )

/** Lawful readings of B-RPT, thought up by a fifth reader of the documents (suites/two-readings). */
export const fifthReportVariants: readonly Variant[] = [
  {
    id: 'report-base-redirects',
    leaves: ['B-RPT-01'],
    excludes: ['report-base-only'],
    says: 'Reports are built at /build, and the base path answers 308 with that address.',
    wire: answering(
      ({ path }) => path.endsWith('/api/reporting/v1'),
      (_response, { path }) => redirect(308, `${path}/build`),
    ),
  },
  {
    id: 'report-echo-and-more',
    leaves: ['B-RPT-03', 'B-RPT-14'],
    says: 'A build is answered 201 with the fields, an id and the report in base64.',
    // What turns a caller away is not what is built.
    excludes: ['report-login-page', 'report-answers-file', 'report-in-binary', 'report-schema-break-200'],
    wire: answering(
      ({ path }, { status }) => isBuild(path) && status < 300,
      (response) => ({
        ...withJson(response, (echo) => ({ reportId: '17', content: 'JVBERi0xLjQK', ...echo })),
        status: 201,
      }),
    ),
  },
  {
    id: 'report-echo-with-nulls',
    leaves: ['B-RPT-02', 'B-RPT-03'],
    says: 'The echo has null for each field that was not sent.',
    rule: {
      reporting: {
        fills: () => ({
          reportTemplate: null,
          reportLanguage: null,
          reportParameters: null,
          reportTimeZone: null,
          reportType: null,
        }),
      },
    },
  },
  {
    id: 'report-form-echoed-in-texts',
    leaves: ['B-RPT-03', 'B-RPT-13'],
    says: 'Parameters that came in a form are echoed as texts.',
    wire: showing(
      ({ path, header }, { status }) => isBuild(path) && status < 300 && !/json/.test(header('Content-Type') ?? ''),
      (echo: Part) =>
        'reportParameters' in echo ? { ...echo, reportParameters: texts(echo['reportParameters']) } : echo,
    ),
  },
  {
    id: 'report-download-with-folders',
    leaves: ['B-RPT-14'],
    says: 'A download is a stream of bytes: the files in another order, not compressed, beside an empty folder.',
    excludes: ['report-login-page'],
    rule: { reporting: { downloadForm: () => 'folders' } },
    wire: answering(
      ({ path }, { status }) => path.endsWith('/api/reporting/v1/download') && status === 200,
      (response) => ({ ...response, headers: [['Content-Type', 'application/octet-stream']] }),
    ),
  },
]
