import type { Variant } from '../deviation.ts'
import { busyJob } from './busy-job.ts'
import { empty } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { isIso, isoMoment } from './iso-times.ts'
import { isFieldList } from './turned-away.ts'
import { jsonIn } from '../faults/passing.ts'

const isTree = ({ target }: PlatformRequest): boolean => target.includes('/composite-tree/service-calls')
const isBuild = ({ target }: PlatformRequest): boolean => /\/api\/reporting\/v1(?:\/build)?(?:\?|$)/.test(target)

/** Without what is null or empty, at every depth. */
const lean = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(lean)
  if (!isFieldList(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null && !(Array.isArray(inner) && inner.length === 0))
      .map(([name, inner]) => [name, lean(inner)]),
  )
}

const boundary = 'files-of-a-template'
/** The files of a download, each as a part. */
function inParts(response: PlatformResponse): PlatformResponse {
  const files = (jsonIn(response)?.['files'] ?? []) as ReadonlyArray<{ name: string; content: string }>
  const parts = files.flatMap(({ name, content }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n`,
    ),
    Buffer.from(content, 'base64'),
    Buffer.from('\r\n'),
  ])
  return {
    status: 200,
    headers: [['Content-Type', `multipart/mixed; boundary=${boundary}`]],
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

/** Lawful readings of B-SVC, B-RPT and B-OPT, thought up by a seventh reader (suites/two-readings). */
export const seventhTreeVariants: readonly Variant[] = [
  {
    id: 'service-material-defaults-422',
    leaves: ['B-SVC-18', 'B-SVC-24'],
    says: 'A reserved material without moved or used is refused, as all that is refused of a tree, with 422.',
    excludes: [
      'service-bare-errors',
      'service-unheaded-401',
      'auth-no-token-bad-request',
      'no-token-400-as-problem',
      'no-token-400-extra-members',
    ],
    rule: { service: { materialDefaults: () => ({}), requires: () => true } },
    wire: {
      response: (response, request) =>
        isTree(request) && response.status === 400 ? { ...response, status: 422 } : response,
    },
  },
  {
    id: 'service-lean-with-links',
    leaves: ['B-SVC-21', 'B-SVC-22', 'B-SVC-23'],
    says: 'What is null or empty is left out of a tree, which has a version and links.',
    rule: {
      service: {
        shown: (tree) => ({ ...(lean(tree) as Readonly<Record<string, unknown>>), version: 3, links: { self: '/x' } }),
      },
    },
  },
  {
    id: 'report-build-201-download-in-parts',
    leaves: ['B-RPT-01', 'B-RPT-03', 'B-RPT-14'],
    says: 'Only /build builds, of a template, and answers 201 with the report; a download has a part for each file.',
    excludes: [
      'report-login-page',
      'report-base-redirects',
      'report-echo-with-defaults',
      'report-echo-with-nulls',
      'report-echo-and-more',
      'report-unknown-template-422',
      'report-schema-break-200',
    ],
    rule: {
      reporting: {
        serves: (at) => at !== 'bare',
        answers: () => 'file',
        due: () => ['reportTemplate'],
        downloadForm: () => 'list',
      },
    },
    wire: {
      response: (response, request) => {
        const isOfDownload = request.target.includes('/reporting/v1/download')
        if (isOfDownload && response.status === 200) return inParts(response)
        if (!isBuild(request) || !request.target.includes('/build')) return response
        return response.status === 200 ? { ...response, status: 201 } : response.status === 404 ? empty(422) : response
      },
    },
  },
  {
    id: 'optimization-busy-for-twenty-seconds',
    leaves: ['B-OPT-16'],
    says: 'A job takes twenty seconds, in which every other start in the cluster is answered 409 without a body.',
    excludes: ['optimization-busy-first', 'optimization-slow'],
    seam: busyJob(() => 20_000),
  },
  {
    id: 'optimization-takes-every-iso-time',
    leaves: ['B-OPT-02', 'B-OPT-16'],
    says: 'Times are taken in every form of ISO 8601, in basic ones and those of weeks, too, and nothing is scheduled.',
    excludes: ['optimization-wishes-judged'],
    rule: {
      optimization: {
        checks: (name, value) => !((name === 'start' || name === 'end') && isIso(value)),
        moment: isoMoment,
        interval: (start) => [start, start],
      },
    },
  },
]
