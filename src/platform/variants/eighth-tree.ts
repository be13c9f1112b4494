import { randomBytes } from 'node:crypto'
import type { Variant } from '../deviation.ts'
import { headerIn, isWell, jsonIn } from '../faults/passing.ts'
import { uuidIn } from '../faults/tree-edits.ts'
import { activitiesIn } from '../faults/tree-wire.ts'
import { perHouse } from '../house.ts'
import { empty, json, redirect, textAnswer } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { isIso, isoMoment } from './iso-times.ts'
import { turningAway } from './turned-away.ts'

type Part = Readonly<Record<string, unknown>>

const deep = (value: unknown, edit: (part: Part) => Part): unknown => {
  if (Array.isArray(value)) return value.map((one) => deep(one, edit))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(edit(value as Part)).map(([name, inner]) => [name, deep(inner, edit)]))
}

/** Moments in the order in which they were told first. */
const moments: unknown[] = []
const counted = (moment: unknown): number => {
  const at = moments.indexOf(moment)
  return at < 0 ? moments.push(moment) : at + 1
}

/** The requirements that activities inherit, by uuid. */
const inherited = new Map<string, readonly unknown[]>()
const listOf = (part: Part, name: string): readonly unknown[] =>
  Array.isArray(part[name]) ? (part[name] as unknown[]) : []
const handedDown = (activity: Part): Part => ({
  ...activity,
  requirements: [...listOf(activity, 'requirements'), ...(inherited.get(String(uuidIn(activity['id']))) ?? [])],
})

const isBuild = ({ target }: PlatformRequest): boolean => /\/api\/reporting\/v1(?:\/build)?(?:\?|$)/.test(target)
const isDownload = ({ target }: PlatformRequest): boolean => /\/api\/reporting\/v1\/download(?:\?|$)/.test(target)
const deliveries = perHouse(() => new Map<string, PlatformResponse | undefined>())
const once = '/api/reporting/v1/deliveries/'

/** Lawful readings of B-SVC, B-RPT and B-OPT, thought up by an eighth reader (suites/two-readings). */
export const eighthTreeVariants: readonly Variant[] = [
  {
    id: 'service-changes-counted-codes-with-blanks',
    leaves: ['B-SVC-08', 'B-SVC-16'],
    says: 'lastChanged counts changes from 1, codes are digits with zeros before them and a blank.',
    rule: {
      service: {
        code: (_kind, number) => `00 ${String(number).padStart(4, '0')}`,
        shown: (tree) =>
          deep(tree, (part) => ('lastChanged' in part ? { ...part, lastChanged: counted(part['lastChanged']) } : part)),
      },
    },
  },
  {
    id: 'service-requirements-inherited-in-reverse',
    leaves: ['B-SVC-15', 'B-SVC-23', 'B-SVC-27'],
    says: 'Activities are told in reverse with the requirements of their service call behind their own; a default one has (1) behind its subject.',
    rule: {
      service: {
        defaultActivity: (call) => ({ subject: `${String(call['subject'])} (1)` }),
        shown: (tree) => {
          if (!('activities' in tree)) return handedDown(tree)
          const more = listOf(tree, 'requirements').map((one) => ({ ...(one as Part), inherited: true }))
          for (const { id } of activitiesIn(tree)) inherited.set(String(uuidIn(id)), more)
          return { ...tree, activities: activitiesIn(tree).map(handedDown).toReversed() }
        },
      },
    },
  },
  {
    id: 'report-base-307-download-once',
    leaves: ['B-RPT-01', 'B-RPT-14'],
    says: 'The base path answers 307 with /build; a download 303 with an address that delivers once and needs no token.',
    excludes: [
      'report-base-only',
      'report-base-redirects',
      'report-build-201-download-in-parts',
      'report-download-list',
      'report-download-array',
      'report-login-page',
    ],
    seam: {
      passage: {
        through: async (request, go, { house }) => {
          const known = deliveries(house)
          const path = request.target.split('?', 1)[0] ?? ''
          if (path.startsWith(once)) {
            const delivery = known.get(path)
            if (!known.has(path)) return empty(404)
            known.set(path, undefined)
            return delivery ?? empty(410)
          }
          const answer = await go(request)
          if (path === '/api/reporting/v1' && answer.status !== 401)
            return redirect(307, request.target.replace('/api/reporting/v1', '/api/reporting/v1/build'))
          if (!isDownload(request) || !isWell(answer)) return answer
          const at = `${once}${randomBytes(12).toString('hex')}`
          known.set(at, answer)
          return redirect(303, at)
        },
      },
    },
  },
  {
    id: 'report-file-where-type-is-sent',
    leaves: ['B-RPT-01', 'B-RPT-03'],
    says: 'A build with reportType is answered with the report, one without with the fields that were sent and 201.',
    excludes: [
      'report-echo-and-more',
      'report-answers-file',
      'report-in-binary',
      'report-schema-break-200',
      'report-build-201-download-in-parts',
      'report-login-page',
      'report-echo-with-defaults',
      'report-echo-with-nulls',
      'report-base-redirects',
      'report-base-307-download-once',
    ],
    wire: {
      response: (response, request) => {
        if (!isBuild(request) || !isWell(response)) return response
        if (jsonIn(response)?.['reportType'] === undefined) return { ...response, status: 201 }
        return textAnswer(200, 'application/pdf', '%PDF-1.4\n%%EOF\n', [
          ['Content-Disposition', "attachment; filename*=UTF-8''report%20%C3%A4.pdf"],
        ])
      },
    },
  },
  {
    id: 'optimization-all-iso-times-strict-clients',
    leaves: ['B-OPT-01', 'B-OPT-02', 'B-OPT-04'],
    says: 'Times are taken in every form of ISO 8601, client ids of letters and digits alone; the answer has a job and warnings.',
    excludes: ['optimization-wishes-judged'],
    rule: {
      optimization: {
        checks: (name, value) => !((name === 'start' || name === 'end') && isIso(value)),
        moment: isoMoment,
        accepted: () => [202, { result: true, jobId: 'J-17', warnings: [] }],
      },
    },
    wire: turningAway(
      (request) =>
        request.target.endsWith('/actions/re-optimize') && /[^A-Za-z0-9]/.test(headerIn(request, 'X-Client-Id') ?? ''),
      json(400, { error: 'BAD_REQUEST', error_description: 'X-Client-Id is alphanumeric' }),
    ),
  },
]
