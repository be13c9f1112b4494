import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { recordRules } from '../rulebook/record.ts'
import {
  askedOf,
  eachRecord,
  isWell,
  jsonIn,
  passing,
  recordsIn,
  refused,
  reshaping,
  rewriting,
  withParts,
  withQuery,
  type Asked,
  type Json,
} from './passing.ts'
import { asksForList, isGet, isUpdate, nowServed, serving } from './serving.ts'

const call = 'ServiceCall'

/** Searches with some queries are refused. */
const refusing = (
  id: string,
  breaks: Fault['breaks'],
  says: string,
  concerns: (query: string, asked: Asked) => boolean,
): Fault =>
  rewriting(
    id,
    breaks,
    says,
    (asked) => asksForList(asked) && concerns(queryIn(asked), asked),
    () => refused(400, 'the query names what is no criterion'),
  )

/** Searches with some queries are served as if another was sent. */
const reading = (id: string, breaks: Fault['breaks'], says: string, change: (query: string) => string): Fault =>
  rewriting(
    id,
    breaks,
    says,
    (asked) => asksForList(asked) && asked.query.has('query'),
    (request, asked) => withQuery(request, { query: change(queryIn(asked)) }),
  )

const isOfOthers = ({ resource }: Asked): boolean => resource !== call && resource !== 'Attachment'

const queryIn = ({ query }: Asked): string => query.get('query') ?? ''

const orderedBy = ({ query }: Asked): string => query.get('orderBy') ?? ''

const memory = perHouse(() => ({ renamed: new Set<string>() }))

const isNone = (value: unknown): boolean => (value ?? null) === null || (Array.isArray(value) && value.length === 0)

/** Breaches of lists, queries and expansions that only other fields, other resources or what refers to none show. */
export const overseenListFaults: readonly Fault[] = [
  serving(
    'empty-text-overlooked-by-patch',
    ['A-DAT-07', 'A-DAT-15'],
    'A PATCH leaves a field as it was that it sends with an empty text.',
    {
      rule: {
        data: {
          patched: (stored, sent) => ({
            ...stored,
            ...Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== '')),
          }),
        },
      },
    },
  ),
  serving(
    'empty-text-overlooked-by-put',
    ['A-DAT-05'],
    'A PUT leaves a field as it was that it sends with an empty text.',
    {
      rule: {
        data: {
          replaced: (stored, sent) =>
            Object.fromEntries(
              Object.entries(sent).map(([name, value]) => [name, value === '' ? stored[name] : value]),
            ),
        },
      },
    },
  ),
  refusing(
    'cql-text-operators-of-calls-only',
    ['A-CQL-07', 'A-CQL-11', 'A-CQL-12', 'A-CQL-14'],
    'Queries of a resource other than ServiceCall know = and in only.',
    (query, asked) => isOfOthers(asked) && /\b(?:like|ilike|is null)\b|!= "/.test(query),
  ),
  refusing(
    'interval-query-of-calls-only',
    ['A-CQL-02', 'A-CQL-06', 'A-CQL-08'],
    'lastChanged and lastChangedBy are no criteria for a resource other than ServiceCall.',
    (query, asked) => isOfOthers(asked) && /\blastChanged/.test(query),
  ),
  refusing(
    'cql-linked-criteria-of-names-only',
    ['A-CQL-03'],
    'Of the fields of a linked partner a query may name its id and its name only.',
    (query) => /\bbusinessPartner\.(?!id\b|name\b)/.test(query),
  ),
  refusing('cql-writer-compared-with-me-only', ['A-CQL-07'], 'lastChangedBy is compared with me() only.', (query) =>
    /\blastChangedBy (?:=|!=|in) ?[("]/.test(query),
  ),
  refusing(
    'queries-know-some-fields-only',
    ['A-CQL-02'],
    'Fields that are seldom searched for are no criteria.',
    (query) => /\b(?:endDateTime|dueDateTime|chargeableMaterials|chargeableExpenses) /.test(query),
  ),
  reading(
    'cql-negated-linked-criteria-dropped',
    ['A-CQL-07', 'A-CQL-10'],
    'A negated criterion on a linked field holds for every record.',
    (query) =>
      query
        .replace(/!\(businessPartner\.name (?:=|like) "[^"]*"\)/g, '!(id is null)')
        .replace(/businessPartner\.name != "[^"]*"/g, '!(id is null)'),
  ),
  reshaping(
    'cql-list-criteria-lose-empty-lists',
    ['A-CQL-21'],
    'A record with an empty list is lost in a query that names the list, also where another side of OR holds.',
    (asked) =>
      asksForList(asked) && / OR /.test(queryIn(asked)) && /CONTAINS\(technicians|\btechnicians\./.test(queryIn(asked)),
    (body) => eachRecord(body, (record) => (isNone(record['technicians']) ? undefined : record)),
  ),
  passing(
    'search-keeps-the-first-external-id',
    ['A-CQL-21'],
    'After a change of its external id no query finds a record by the new one.',
    async (request, go, { house }) => {
      const { renamed } = memory(house)
      const asked = askedOf(request)
      const query = asksForList(asked) ? asked.query.get('query') : null
      if (query)
        return go(
          withQuery(request, {
            query: query.replace(/externalId = "([^"]*)"/g, (whole, name: string) =>
              renamed.has(name) ? 'externalId = "none of them"' : whole,
            ),
          }),
        )
      const response = await go(request)
      const name = isUpdate(asked) && asked.by === 'id' ? jsonIn(request)?.['externalId'] : undefined
      if (asked.method === 'PATCH' && typeof name === 'string' && isWell(response)) renamed.add(name)
      return response
    },
  ),
  passing(
    'records-without-what-is-expanded-not-found',
    ['A-EXP-01', 'A-EXP-05'],
    'A record read with an expansion is not found where nothing is to be expanded.',
    async (request, go) => {
      const asked = askedOf(request)
      const response = await go(request)
      if (!isGet(asked) || !asked.query.has('expand') || !isWell(response)) return response
      const plain = recordsIn(jsonIn(response))[0] ?? {}
      const names = asked.query.getAll('expand').map((one) => one.split(/[.;]/)[0] ?? '')
      return names.some((name) => name in plain && isNone(plain[name])) ? refused(404, 'record not found') : response
    },
  ),
  rewriting(
    'lists-ordered-by-some-fields-only',
    ['A-PAR-08'],
    'Lists are not ordered by endDateTime and dueDateTime.',
    (asked) => asksForList(asked) && /^(?:end|due)DateTime\b/.test(orderedBy(asked)),
    (request) => withParts(request, 'orderBy', []),
  ),
  rewriting(
    'order-by-names-of-partners-only',
    ['A-PAR-09'],
    'Of linked fields the name of the partner alone orders a list.',
    (asked) => asksForList(asked) && /^(?!businessPartner\.name)\w+\.\w/.test(orderedBy(asked)),
    (request) => withParts(request, 'orderBy', []),
  ),
  passing(
    'pages-by-last-changed-begin-after-it',
    ['A-PAR-07'],
    'A page ordered by lastChanged begins after the lastChanged of the one before.',
    async (request, go) => {
      const asked = askedOf(request)
      const page = Number(asked.query.get('page') ?? 0)
      const isLater = asksForList(asked) && page > 1 && /^lastChanged\b/.test(orderedBy(asked))
      const response = await go(request)
      if (!isLater || !isWell(response)) return response
      const before = recordsIn(jsonIn(await go(withQuery(request, { page: String(page - 1) }))))
      const last = before.at(-1)?.['lastChanged']
      const kept = (record: Json) => (record['lastChanged'] === last ? undefined : record)
      return { ...response, body: Buffer.from(JSON.stringify(eachRecord(jsonIn(response) ?? {}, kept))) }
    },
  ),
  rewriting(
    'external-ids-of-what-calls-refer-to-only',
    ['A-PAR-12'],
    'For a resource other than ServiceCall useExternalIds is ignored.',
    (asked) => asked.method === 'GET' && isOfOthers(asked) && asked.query.has('useExternalIds'),
    (request) => withQuery(request, { useExternalIds: null }),
  ),
  serving(
    'newest-version-by-external-id-and-in-searches',
    ['A-PAR-03'],
    'Reads by external id and searches show a record in the newest version.',
    {
      rule: {
        dtos: {
          version: (requested, newest) => {
            const asked = nowServed()?.asked
            const isSo = asked?.method === 'GET' && (asked.by === 'externalId' || asked.query.has('query'))
            return isSo ? newest : recordRules.dtos.version(requested, newest)
          },
        },
      },
    },
  ),
]
