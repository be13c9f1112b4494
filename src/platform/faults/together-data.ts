import { catalogue } from '../data/catalogue.ts'
import type { Fault } from '../deviation.ts'
import { searchRules, type Held } from '../rulebook/cql.ts'
import { eachRecord, reshaping, rewriting, withParts, withQuery, type Asked, type Json } from './passing.ts'
import { asksForList, isRead, nowServed, serving } from './serving.ts'

const expanding = (asked: Asked): boolean => isRead(asked) && asked.query.has('expand')
const relationsOf = ({ query }: Asked): string[] =>
  query.getAll('expand').map((one) => (one.split(';')[0] ?? '').replace(/\..*$/, ''))

interface Pair {
  readonly name: string
  readonly base: number
  readonly isNewest: boolean
}

const pairsOf = ({ query }: Asked): Pair[] =>
  (query.get('dtos') ?? '').split(';').flatMap((pair) => {
    const [name = '', version] = pair.split('.')
    const known = catalogue.get(name)
    return known
      ? [{ name, base: known.versions[Number(version)] ?? 0, isNewest: Number(version) === known.newest }]
      : []
  })
const rootOf = (asked: Asked): Pair | undefined => pairsOf(asked).find(({ name }) => name === asked.resource)
const expandedIn = (asked: Asked): Pair[] => pairsOf(asked).filter(({ name }) => name !== asked.resource)

const isDto = (value: unknown): value is Json => typeof value === 'object' && value !== null && 'lastChanged' in value
const kept = (dto: Json, isKept: (name: string) => boolean): Json =>
  Object.fromEntries(Object.entries(dto).filter(([name]) => isKept(name)))
/** The fields of the base that a version with this one has. */
const within =
  (base: number) =>
  (name: string): boolean =>
    (name !== 'lastChangedBy' || base >= 10) && (name !== 'externalId' || base >= 9)

/** What is expanded comes with some of its fields. */
const expandedWith = (body: Json, asked: Asked, isKept: (name: string) => boolean): Json => {
  const cut = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(cut) : isDto(value) ? kept(value, isKept) : value
  return eachRecord(body, (record) => ({
    ...record,
    ...Object.fromEntries(
      relationsOf(asked)
        .filter((name) => name in record)
        .map((name) => [name, cut(record[name])]),
    ),
  }))
}

/** Some expansions are not, or not so, where external ids of references are asked for. */
const withoutBeside = (
  id: string,
  breaks: Fault['breaks'],
  says: string,
  change: (expand: string) => string[],
): Fault =>
  rewriting(
    id,
    breaks,
    says,
    (asked) => expanding(asked) && asked.query.get('useExternalIds') === 'true',
    (request, { query }) => withParts(request, 'expand', query.getAll('expand').flatMap(change)),
  )

const isInverse = (expand: string): boolean =>
  ![...catalogue.values()].some(({ fields }) => (expand.split(/[;.]/)[0] ?? '') in fields)

const inQuery = (id: string, breaks: Fault['breaks'], says: string, query: (text: string) => string): Fault => ({
  id,
  breaks,
  says,
  rule: { cql: { query } },
})

const ofChildren = /\b[a-z]\w*\.externalId (?:= ("[^"]+")|in \(([^)]*)\))/

/** What a query names by its external id, where it asks for a field of what refers to a record. */
function namedBy<T>(asked: Asked | undefined, found: readonly T[]): readonly T[] {
  const [, one, list] = ofChildren.exec(asked?.query.get('query') ?? '') ?? []
  const names = [...(one ?? list ?? '').matchAll(/"([^"]+)"/g)].map(([, name]) => name)
  return names.length === 0
    ? found
    : found.filter((record) => names.includes((record as { externalId?: string }).externalId))
}

const opposite: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' }

/** Features of reads that lose each other where both are asked for. */
export const togetherDataFaults: readonly Fault[] = [
  reshaping(
    'expanded-bare-in-an-older-version',
    ['A-PAR-03', 'A-REC-06', 'A-EXP-01'],
    'What is expanded in another version than the newest has its id and lastChanged only.',
    (asked) => expanding(asked) && expandedIn(asked).some(({ isNewest }) => !isNewest),
    (body, asked) => expandedWith(body, asked, (name) => name === 'id' || name === 'lastChanged'),
  ),
  reshaping(
    'expanded-with-no-more-than-the-root-has',
    ['A-PAR-03', 'A-REC-05', 'A-REC-06'],
    'What is expanded has externalId and lastChangedBy only where the version of the root has them.',
    (asked) => expanding(asked) && (rootOf(asked)?.base ?? 10) < 10,
    (body, asked) => expandedWith(body, asked, within(rootOf(asked)?.base ?? 10)),
  ),
  reshaping(
    'roots-shown-with-no-more-than-the-expanded-have',
    ['A-PAR-03', 'A-REC-05', 'A-REC-06'],
    'A record has externalId and lastChangedBy only where the versions of all that is expanded have them.',
    (asked) => expanding(asked) && expandedIn(asked).some(({ base }) => base < 10),
    (body, asked) =>
      eachRecord(body, (record) => kept(record, within(Math.min(...expandedIn(asked).map(({ base }) => base))))),
  ),
  withoutBeside(
    'external-ids-end-the-expansion-of-several',
    ['A-EXP-01'],
    'With useExternalIds what refers to a record is not expanded.',
    (expand) => (isInverse(expand) && !expand.startsWith('count(') ? [] : [expand]),
  ),
  withoutBeside('external-ids-end-counts', ['A-EXP-03'], 'With useExternalIds nothing is counted.', (expand) =>
    expand.startsWith('count(') ? [] : [expand],
  ),
  withoutBeside(
    'external-ids-end-the-shape-of-expansions',
    ['A-EXP-02'],
    'With useExternalIds what is expanded is whole, whatever fields it is asked for with.',
    (expand) => [expand.split(';')[0] ?? ''],
  ),
  rewriting(
    'order-of-names-without-a-direction-lost-beside-others',
    ['A-PAR-08'],
    'Of several names in orderBy those without a direction are passed over, where another has one.',
    (asked) => asksForList(asked) && /\s(?:asc|desc)\b/.test(asked.query.get('orderBy') ?? ''),
    (request, { query }) =>
      withQuery(request, {
        orderBy: (query.get('orderBy') ?? '')
          .split(',')
          .filter((name) => /\s(?:asc|desc)\s*$/.test(name))
          .join(','),
      }),
  ),
  rewriting(
    'order-by-linked-fields-lost-beside-an-expansion',
    ['A-PAR-09'],
    'With expand a list is not sorted by fields of referenced records.',
    (asked) => asksForList(asked) && asked.query.has('expand') && (asked.query.get('orderBy') ?? '').includes('.'),
    (request, { query }) => {
      const names = (query.get('orderBy') ?? '').split(',').filter((name) => !name.includes('.'))
      return withQuery(request, { orderBy: names.length === 0 ? null : names.join(',') })
    },
  ),
  serving(
    'expansions-hold-what-the-query-names-only',
    ['A-EXP-08', 'A-EXP-01'],
    'A list whose query names fields of what refers to a record expands and counts only what satisfies it.',
    {
      rule: {
        expand: {
          many: (found) => namedBy(nowServed()?.asked, found),
          count: (found) => namedBy(nowServed()?.asked, found).length,
        },
      },
    },
  ),
  {
    id: 'cql-negated-contains-as-contains',
    breaks: ['A-CQL-10'],
    says: 'The negation of CONTAINS finds what CONTAINS finds.',
    rule: {
      cql: {
        negate: (held, kind, parts): Held => (kind === 'contains' ? held : searchRules.cql.negate(held, kind, parts)),
      },
    },
  },
  inQuery(
    'cql-negated-orders-keep-their-bound',
    ['A-CQL-10'],
    'The negation of an order is the opposite order, so that both or neither find an equal value.',
    (text) =>
      text.replace(
        /!\((\w+) (<=?|>=?) ("[^"]*"|\d+)\)/g,
        (_, field: string, operator: string, value: string) => `${field} ${opposite[operator]} ${value}`,
      ),
  ),
  inQuery(
    'cql-negated-identifiers-not-negated',
    ['A-CQL-10'],
    'A negation is ignored before a criterion on an identifier.',
    (text) => text.replace(/!\(((?:id|externalId|businessPartner) (?:=|!=|in|like) )/g, '($1'),
  ),
]
