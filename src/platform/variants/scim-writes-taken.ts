import type { Variant } from '../deviation.ts'
import { isWell } from '../faults/passing.ts'
import { perHouse, type House } from '../house.ts'
import { empty } from '../http/answers.ts'
import type { People, PeopleTable } from '../people/store.ts'
import { alone } from './lawful.ts'

const takesMs = 900

type Table = 'persons' | 'groups'

/** Rows that a write changed and that show as they were before until then; undefined: there was none. */
interface Taken {
  readonly table: Table
  readonly id: number
  readonly before: { readonly id: number } | undefined
  readonly until: number
}

const takenIn = perHouse((): Taken[] => [])

function asBefore<Row extends { readonly id: number }>(
  table: PeopleTable<Row>,
  before: ReadonlyMap<number, Row | undefined>,
): PeopleTable<Row> {
  const shown = (id: number): Row | undefined => (before.has(id) ? before.get(id) : table.get(id))
  return {
    ...table,
    get: shown,
    all: () =>
      [...new Set([...table.all().map(({ id }) => id), ...before.keys()])]
        .flatMap((id) => shown(id) ?? [])
        .sort((one, other) => one.id - other.id),
  }
}

/** People as they show: without what was only taken. The first of several changes tells how it was. */
function shownPeople(people: People, house: House): People {
  const now = house.clock.now()
  const still = takenIn(house).filter(({ until }) => until > now)
  const rowsOf = <Row>(table: Table) =>
    new Map(still.toReversed().flatMap((one) => (one.table === table ? [[one.id, one.before as Row]] : [])))
  return {
    ...people,
    persons: asBefore(people.persons, rowsOf('persons')),
    groups: asBefore(people.groups, rowsOf('groups')),
  }
}

export const scimWritesTakenVariants: readonly Variant[] = [
  alone({
    id: 'scim-writes-are-taken',
    leaves: ['B-SCM-17'],
    says: 'A PUT, PATCH or DELETE of the SCIM API is answered 202 without a body: what it does shows 900 ms later.',
    seam: {
      people: {
        user: (asked, handle) =>
          handle(
            asked.call.request.method === 'GET' ? { ...asked, people: shownPeople(asked.people, asked.house) } : asked,
          ),
        scim: (asked, handle) => {
          const { operation, house, people } = asked
          const shown = shownPeople(people, house)
          if (!/-(?:put|patch|delete)$/.test(operation)) return handle({ ...asked, people: shown })
          const before = { persons: shown.persons.all(), groups: shown.groups.all() }
          const response = handle(asked)
          if (!isWell(response)) return response
          const until = house.clock.now() + takesMs
          for (const table of ['persons', 'groups'] as const) {
            const former = new Map<number, { readonly id: number }>(before[table].map((row) => [row.id, row]))
            const rows = new Map<number, { readonly id: number }>(people[table].all().map((row) => [row.id, row]))
            for (const id of new Set([...former.keys(), ...rows.keys()]))
              if (former.get(id) !== rows.get(id)) takenIn(house).push({ table, id, before: former.get(id), until })
          }
          return empty(202)
        },
      },
    },
  }),
]
