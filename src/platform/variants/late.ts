import type { Variant } from '../deviation.ts'
import { askedOf, eachRecord, isWell, jsonIn, withJson, type Json } from '../faults/passing.ts'
import { memoryOf } from '../faults/people-kinds.ts'
import { isGet, isRead, plain } from '../faults/serving.ts'
import { json } from '../http/answers.ts'
import { perHouse } from '../house.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { PeopleGroup, Person } from '../people/store.ts'
import type { ScimCall } from '../scim/scim-call.ts'
import type { UserCall } from '../user/user-call.ts'

/** How late lists are, in milliseconds. */
const lateMs = 2000

interface Former {
  /** Until when users and groups were so. */
  readonly until: number
  readonly persons: readonly Person[]
  readonly groups: readonly PeopleGroup[]
}

const formers = memoryOf(() => new Map<number, Former[]>())

function late<Asked extends ScimCall | UserCall>(
  asked: Asked,
  handle: (asked: Asked) => PlatformResponse,
): PlatformResponse {
  const { people, account, house } = asked
  const known = formers(asked).get(account.id) ?? []
  const now = house.clock.now()
  if (asked.call.request.method !== 'GET') {
    const former = { until: now, persons: people.persons.all(), groups: people.groups.all() }
    formers(asked).set(account.id, [...known.filter(({ until }) => until > now - lateMs), former])
    return handle(asked)
  }
  const then = known.find(({ until }) => until > now - lateMs)
  if (!asked.operation.endsWith('list') || !then) return handle(asked)
  const persons = { ...people.persons, all: () => then.persons }
  const groups = { ...people.groups, all: () => then.groups }
  return handle({ ...asked, people: { ...people, persons, groups } })
}

const generated = ['languages', 'paramatersSchema', 'types']
const archived = perHouse(() => new Map<string, number>())
const planted = perHouse(() => new Map<string, number>())

const withoutGenerated = (record: Json): Json =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !generated.includes(name)))

/** All ids of a tree. */
const idsIn = (value: unknown): readonly string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]) =>
        name === 'uuid' && typeof inner === 'string' ? [plain(inner)] : idsIn(inner),
      )

const isPlanting = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
  method === 'POST' && path.endsWith('/composite-tree/service-calls')

/** No sentence says how soon after a write a list shows it. */
export const lateVariants: readonly Variant[] = [
  {
    id: 'people-lists-lag-2s',
    leaves: ['B-SCM-18', 'B-USR-37'],
    says: 'Lists of users and groups show the state of two seconds ago.',
    seam: { people: { scim: late, user: late } },
  },
  {
    id: 'report-fields-generated-late',
    leaves: ['B-RPT-07'],
    says: 'What is generated of an archive shows in its template two seconds after the archive was attached.',
    seam: {
      passage: {
        through: async (request, go, { house }) => {
          const response = await go(request)
          const asked = askedOf(request)
          const due = archived(house)
          const { object } = (jsonIn(request) ?? {}) as { readonly object?: { readonly objectId?: unknown } }
          if (asked.resource === 'Attachment' && asked.method !== 'GET' && isWell(response) && object)
            due.set(plain(object.objectId), house.clock.now() + lateMs)
          if (asked.resource !== 'ReportTemplate' || !isWell(response) || response.body.length === 0) return response
          return withJson(response, (body) =>
            eachRecord(body, (record) =>
              (due.get(plain(record['id'])) ?? 0) > house.clock.now() ? withoutGenerated(record) : record,
            ),
          )
        },
      },
    },
  },
  {
    id: 'service-tree-late-in-the-data-api',
    leaves: ['B-SVC-31'],
    says: 'The Data API shows the records of a new tree two seconds after the tree was created.',
    seam: {
      passage: {
        through: async (request, go, { house }) => {
          const response = await go(request)
          const asked = askedOf(request)
          const due = planted(house)
          const now = house.clock.now()
          if (isPlanting(asked) && isWell(response)) for (const id of idsIn(jsonIn(response))) due.set(id, now + lateMs)
          const isLate = (id: unknown): boolean => (due.get(plain(id)) ?? 0) > now
          if (!isRead(asked) || !isWell(response)) return response
          const shown = withJson(response, (body) => eachRecord(body, (one) => (isLate(one['id']) ? undefined : one)))
          const isNone = isGet(asked) && (jsonIn(shown)?.['data'] as readonly Json[] | undefined)?.length === 0
          return isNone ? json(404, { error: 'CA-404', message: 'not found', values: [] }) : shown
        },
      },
    },
  },
]
