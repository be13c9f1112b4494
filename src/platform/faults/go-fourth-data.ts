import { inverseOf } from '../data/inverse.ts'
import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { Deletion } from '../store/record.ts'
import { storeMeant } from '../variants/store-meant.ts'
import { strictOrder } from '../rulebook/cql.ts'
import {
  askedOf,
  batchMemory,
  eachRecord,
  inParts,
  isWell,
  jsonIn,
  passing,
  refused,
  reshaping,
  withQuery,
  type Json,
} from './passing.ts'
import { asksForList, isGet, isRead, isUpdate, isWrite, now, plain } from './serving.ts'

/** A forced update of a record that is not there is refused instead of creating it. */
const creatingNothing = (method: 'put' | 'patch', route: 'by-id' | 'by-external-id'): Fault =>
  passing(
    `forced-${method}-${route}-creates-nothing`,
    route === 'by-external-id' ? ['A-DAT-15'] : [method === 'put' ? 'A-DAT-06' : 'A-DAT-08'],
    `A ${method.toUpperCase()} ${route.replaceAll('-', ' ')} with forceUpdate=true is answered 404 where no record is there.`,
    async (request, go) => {
      const asked = askedOf(request)
      const isMeant =
        isUpdate(asked) &&
        asked.method === method.toUpperCase() &&
        asked.by === (route === 'by-id' ? 'id' : 'externalId') &&
        asked.query.get('forceUpdate') === 'true'
      return isMeant && !(await now(request, go)) ? refused(404, 'there is no such record') : go(request)
    },
  )

const passedIn = batchMemory(() => new Set<number>())

const firstAsked = perHouse(() => new Map<string, string>())

/** Until the next write, what was asked for in one version comes in that one. */
const keepingVersions = (id: string, says: string, concerns: typeof isGet): Fault =>
  passing(id, ['A-PAR-03'], says, async (request, go, { house }) => {
    const asked = askedOf(request)
    const kept = firstAsked(house)
    if (isWrite(asked)) kept.clear()
    const dtos = asked.query.get('dtos')
    if (!concerns(asked) || dtos === null) return go(request)
    const key = request.target.replaceAll(encodeURIComponent(dtos), '').replaceAll(dtos, '')
    const first = kept.get(key)
    const response = await go(first === undefined ? request : withQuery(request, { dtos: first }))
    if (first === undefined && isWell(response)) kept.set(key, dtos)
    return response
  })

const ofChild = /\b([a-z]\w*)\.externalId = "([^"]+)"/

/** What was deleted still leads to the record that it referred to. */
const leadingOn = (id: string, says: string, concerns: (deletion: Deletion) => boolean): Fault =>
  passing(id, ['A-CQL-03', 'A-DAT-10'], says, async (request, go, { house }) => {
    const asked = askedOf(request)
    const query = asked.query.get('query') ?? ''
    const [criterion = '', field = '', name] = ofChild.exec(query) ?? []
    const resource = house.world.resources.get(asked.resource ?? '')
    const inverse = resource && inverseOf(field, resource)
    if (!asksForList(asked) || !inverse) return go(request)
    const deletions = storeMeant(request, house)?.table(inverse.resource).deletions ?? []
    const parents = deletions
      .filter((deletion) => deletion.record.externalId === name && concerns(deletion))
      .map(({ record }) => `id = "${plain(record.fields[inverse.field])}"`)
    return go(
      withQuery(request, { query: query.replace(criterion, () => `(${[criterion, ...parents].join(' OR ')})`) }),
    )
  })

/** In some batches a lastChanged passes again that a part before has passed with. */
const passingAgain = (id: string, says: string, inTransactions: boolean): Fault =>
  inParts(id, ['A-DAT-20'], says, async (request, go, way) => {
    const asked = askedOf(request)
    const own = Number(asked.query.get('lastChanged') ?? jsonIn(request)?.['lastChanged'] ?? Number.NaN)
    if (way.transactional !== inTransactions || !isWrite(asked) || Number.isNaN(own)) return go(request)
    const passed = passedIn(way)
    const force = asked.method === 'DELETE' ? 'forceDelete' : 'forceUpdate'
    const response = await go(passed.has(own) ? withQuery(request, { [force]: 'true' }) : request)
    if (isWell(response)) passed.add(own)
    return response
  })

const isEntity = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Quiet breaches of records and queries that a fourth server in Go showed. */
export const goFourthDataFaults: readonly Fault[] = [
  creatingNothing('put', 'by-id'),
  creatingNothing('put', 'by-external-id'),
  creatingNothing('patch', 'by-id'),
  creatingNothing('patch', 'by-external-id'),
  keepingVersions(
    'version-first-asked-for-kept-until-a-change',
    'Until the next write a single read comes in the version that it was first asked for in.',
    isGet,
  ),
  keepingVersions(
    'version-first-listed-kept-until-a-change',
    'Until the next write a list comes in the version that it was first asked for in.',
    asksForList,
  ),
  leadingOn(
    'cql-deleted-children-still-lead-to-their-parent',
    'A criterion on what refers to a record also holds by what was deleted.',
    ({ route }) => route === 'id',
  ),
  leadingOn(
    'cql-deleted-by-external-id-still-lead-to-their-parent',
    'A criterion on what refers to a record also holds by what was deleted by its external id.',
    ({ route }) => route === 'externalId',
  ),
  passingAgain(
    'version-passes-again-in-its-transaction',
    'In a transactional batch the lastChanged before an earlier part passes, too.',
    true,
  ),
  passingAgain(
    'version-passes-again-in-a-batch-not-transactional',
    'In a batch that is not transactional the lastChanged before an earlier part passes, too.',
    false,
  ),
  reshaping(
    'fields-shape-what-is-expanded-too',
    ['A-EXP-01'],
    'fields leaves out fields of expanded records, too, which have no ;fields= of their own.',
    (asked) => isRead(asked) && asked.query.has('fields') && asked.query.has('expand'),
    (body, { query }) => {
      const names = (query.get('fields') ?? '').split(',')
      const cut = (value: unknown): unknown =>
        Array.isArray(value)
          ? value.map(cut)
          : isEntity(value)
            ? Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)))
            : value
      const whole = query.getAll('expand').filter((one) => !one.includes(';'))
      return eachRecord(body, (record) =>
        Object.fromEntries(
          Object.entries(record).map(([name, value]) => [name, whole.includes(name) ? cut(value) : value]),
        ),
      )
    },
  ),
  {
    id: 'cql-doubled-percent-one-sign-but-in-lists',
    breaks: ['A-CQL-13', 'A-CQL-16'],
    says: '%% means % outside of patterns, but for the values of in.',
    rule: {
      cql: {
        text: (written) => written.replaceAll('%%', '%'),
        amongEqual: (value, listed, kind) =>
          strictOrder(value, kind === 'text' ? String(listed).replaceAll('%', '%%') : listed, kind) === 0,
      },
    },
  },
  {
    id: 'cql-doubled-percent-one-sign-in-lists-alone',
    breaks: ['A-CQL-13'],
    says: '%% means % in the values of in, and two signs after =.',
    rule: {
      cql: {
        amongEqual: (value, listed, kind) =>
          strictOrder(value, kind === 'text' ? String(listed).replaceAll('%%', '%') : listed, kind) === 0,
      },
    },
  },
]
