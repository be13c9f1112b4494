import type { Variant } from '../deviation.ts'
import type { PlatformResponse, WireFilter } from '../http/message.ts'

type Part = Readonly<Record<string, unknown>>

const deep = (value: unknown, edit: (part: Part) => Part): unknown => {
  if (Array.isArray(value)) return value.map((one) => deep(one, edit))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(edit(value as Part)).map(([name, inner]) => [name, deep(inner, edit)]))
}

const inUtc = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? new Date(value).toISOString() : value

const isActivity = (part: Part): boolean => 'subject' in part && !('businessPartner' in part)

/** Answers of a kind at some paths, without a body or with another status. */
const otherwise = (path: string, change: (response: PlatformResponse) => Partial<PlatformResponse>): WireFilter => ({
  response: (response, { target }) => (target.includes(path) ? { ...response, ...change(response) } : response),
})

const bare = ({ status }: PlatformResponse): Partial<PlatformResponse> =>
  status === 401 || status === 404 ? { headers: [], body: Buffer.alloc(0) } : status === 400 ? { status: 422 } : {}

/** Lawful servers that a reader of the document alone thought of, for B-SVC and B-OPT; those of one kind stand together. */
export const treeReadingVariants: readonly Variant[] = [
  {
    id: 'service-other-forms',
    leaves: ['B-SVC-11', 'B-SVC-16', 'B-SVC-23'],
    says: 'Times are shown in UTC with milliseconds, lastChanged counts from 1, an own address has null as its source.',
    rule: {
      service: {
        shown: (tree) =>
          deep(tree, (part) => {
            const shown = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, inUtc(value)]))
            return {
              ...shown,
              ...('lastChanged' in part ? { lastChanged: 1 } : {}),
              ...(isActivity(part) ? { status: { code: 'OPEN' }, executionStage: { code: 'EXECUTION' } } : {}),
            }
          }),
        address: (address, kind) => (kind === 'explicit' ? { ...address, source: null, sourceId: null } : address),
      },
    },
  },
  {
    id: 'service-sparse',
    leaves: ['B-SVC-05', 'B-SVC-29'],
    says: 'Empty lists are left out, and activities stand in another order than they were sent in.',
    rule: {
      service: {
        activities: (own) => [...own].reverse(),
        shown: (tree) =>
          deep(tree, (part) =>
            Object.fromEntries(
              Object.entries(part).filter(([, value]) => !(Array.isArray(value) && value.length === 0)),
            ),
          ),
      },
    },
  },
  {
    id: 'service-more-filled',
    leaves: ['B-SVC-06', 'B-SVC-10', 'B-SVC-22', 'B-SVC-23', 'B-SVC-30'],
    says: 'Activities inherit what was not sent from their call; planned dates, a location and the creator are filled in.',
    rule: {
      service: {
        taken: (body) => {
          const { contact, createPerson, dueDateTime, activities } = body
          const inherited = Object.fromEntries(
            Object.entries({ contact, createPerson, dueDateTime }).filter(([, value]) => value !== undefined),
          )
          return Array.isArray(activities)
            ? { ...body, activities: activities.map((activity) => ({ ...inherited, ...(activity as Part) })) }
            : body
        },
        shown: (tree) =>
          deep(tree, (part) => ({
            ...(isActivity(part) ? { plannedStartDate: '2031-01-01T00:00:00Z', serviceCall: { code: 'SC-1' } } : {}),
            ...('businessPartner' in part ? { createPerson: { code: 'P-1' } } : {}),
            ...part,
          })),
        address: (address) => ({ location: { latitude: 51.5, longitude: 4.5 }, ...address }),
      },
    },
  },
  {
    id: 'service-bare-errors',
    leaves: ['B-SVC-17', 'B-SVC-18'],
    says: 'A refused tree gets 422, an answer of 401 or 404 has no body.',
    excludes: ['auth-no-token-bad-request', 'no-token-400-as-problem'],
    wire: otherwise('/composite-tree/service-calls', bare),
  },
  {
    id: 'optimization-bare-401',
    leaves: ['B-OPT-07', 'B-OPT-16'],
    says: 'An answer of 401 has no body, and activities named twice are refused.',
    wire: {
      response(response, { target, body }) {
        if (!target.includes('/actions/re-optimize')) return response
        if (response.status === 401) return { ...response, headers: [], body: Buffer.alloc(0) }
        const ids = /"activityIds":\[([^\]]*)\]/.exec(body.toString('utf8'))?.[1]?.split(',') ?? []
        return new Set(ids).size < ids.length
          ? { ...response, status: 400, body: Buffer.from('{"error":"TWICE","error_description":"an id is repeated"}') }
          : response
      },
    },
  },
]
