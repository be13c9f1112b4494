import type { Variant } from '../deviation.ts'
import type { Fields } from '../data/step.ts'
import { askedOf, jsonIn, withJson, type Asked, type Json } from '../faults/passing.ts'
import { isPost, isUpdate, plain, withSent } from '../faults/serving.ts'
import type { House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { Store } from '../store/store.ts'
import { through } from './lawful.ts'
import { sieving } from './sieve.ts'
import { storeMeant } from './store-meant.ts'

const refused = (status: number, message: string) => json(status, { error: 'CA-60', message, values: [] })

/** The id that a reference has, in whichever form it was sent. */
const idIn = (reference: unknown): string | undefined => {
  const id = typeof reference === 'object' && reference !== null ? (reference as Json)['id'] : reference
  return typeof id === 'string' ? id : undefined
}

/** What the references of a record mean, by field. */
function referencesIn(
  fields: Fields,
  resource: string,
  house: House,
): ReadonlyArray<readonly [to: string, id: string]> {
  return Object.entries(house.world.resources.get(resource)?.fields ?? {}).flatMap(([name, { kind }]) => {
    if (typeof kind !== 'object') return []
    const to = 'reference' in kind ? kind.reference : 'references' in kind ? kind.references : undefined
    if (to === undefined) return []
    return [fields[name]].flat().flatMap((one) => {
      const id = idIn(one)
      return id === undefined ? [] : [[to, id] as const]
    })
  })
}

const recordAt = (store: Store, { resource = '', by, name = '' }: Asked) =>
  by === 'externalId' ? store.table(resource).byExternalId(name) : store.table(resource).byId(name)

const hourMs = 3_600_000
const hours = (priority: unknown): number => (priority === 'HIGH' ? 4 : priority === 'MEDIUM' ? 24 : 72)
const padded = (code: unknown): unknown =>
  typeof code === 'string' && /^\d{1,9}$/.test(code) ? code.padStart(10, '0') : code
/** A criterion that compares a code with some texts. */
const codes = /\bcode\s*(?:=|!=|in)\s*(?:'[^']*'|"[^"]*"|\([^)]*\))/g

const called = (names: readonly string[]): string => names.toSorted().join(', ')
const logged = (changelog: unknown, does: string, fields: Fields): string =>
  `${typeof changelog === 'string' ? `${changelog}\n` : ''}${does} ${called(Object.keys(fields))}`.slice(-4000)

/** Lawful rules for records that a fourteenth reader of the document thought up (suites/two-readings). */
export const fourteenthRecordVariants: readonly Variant[] = [
  sieving(
    'dangling-references-are-mended-first',
    ['A-DAT-25'],
    'A write after which a record still refers to one that is gone is refused with 422.',
    ({ asked, sent, request, way }) => {
      const { resource = '' } = asked
      const store = isUpdate(asked) ? storeMeant(request, way.house) : undefined
      const record = store && recordAt(store, asked)
      if (!record) return undefined
      const result = asked.method === 'PUT' ? sent : { ...record.fields, ...sent }
      const dangles = referencesIn(result, resource, way.house).some(
        ([to, id]) => store.table(to).byId(id) === undefined && store.table(to).byExternalId(id) === undefined,
      )
      return dangles ? refused(422, 'the record refers to one that is gone') : undefined
    },
  ),
  {
    id: 'changelog-grows-with-each-write',
    leaves: ['A-REC-13'],
    says: 'The changelog of a service call is written by the service: each write adds a line; what is sent is overlooked.',
    rule: {
      data: {
        created: (sent) => ('subject' in sent ? { ...sent, changelog: logged(undefined, 'create', sent) } : sent),
        replaced: (stored, sent) =>
          'changelog' in stored ? { ...sent, changelog: logged(stored['changelog'], 'put', sent) } : sent,
        patched: (stored, sent) => ({
          ...stored,
          ...sent,
          ...('changelog' in stored ? { changelog: logged(stored['changelog'], 'patch', sent) } : {}),
        }),
      },
    },
  },
  {
    ...through(
      'codes-of-digits-padded',
      ['A-DAT-07'],
      'A code of digits only has zeros before it, ten digits in all; queries for it are read likewise.',
      (request, go) => {
        const asked = askedOf(request)
        const sent = isPost(asked) || isUpdate(asked) ? jsonIn(request) : undefined
        return go(sent && 'code' in sent ? withSent(request, { ...sent, code: padded(sent['code']) }) : request)
      },
    ),
    rule: {
      cql: {
        query: (text) =>
          text.replace(codes, (criterion) =>
            criterion.replace(
              /(["'])(\d{1,9})\1/g,
              (_all, sign: string, code: string) => `${sign}${String(padded(code))}${sign}`,
            ),
          ),
      },
    },
  },
  through(
    'due-dates-agreed-at-creation',
    ['A-DAT-06'],
    'The service sets dueDateTime of a new service call by its priority; later another one is refused with 422.',
    (request, go, { house }) => {
      const asked = askedOf(request)
      const sent = asked.resource === 'ServiceCall' && (isPost(asked) || isUpdate(asked)) ? jsonIn(request) : undefined
      const store = sent && storeMeant(request, house)
      if (!sent || !store || Array.isArray(sent)) return go(request)
      const record = isPost(asked) ? undefined : recordAt(store, asked)
      if (!record) {
        const from = typeof sent['orderDateTime'] === 'string' ? Date.parse(sent['orderDateTime']) : house.clock.now()
        const due = Number.isNaN(from) ? house.clock.now() : from
        // Some services plan by the quarter of an hour.
        const at = new Date(Math.ceil(due / hourMs + hours(sent['priority'])) * hourMs).toISOString()
        return go(withSent(request, { ...sent, dueDateTime: at }))
      }
      const kept = record.fields['dueDateTime'] ?? null
      if (!('dueDateTime' in sent))
        return go(asked.method === 'PUT' ? withSent(request, { ...sent, dueDateTime: kept }) : request)
      const isSame =
        sent['dueDateTime'] === kept || Date.parse(String(sent['dueDateTime'])) === Date.parse(String(kept))
      const isForced = asked.query.get('forceUpdate') === 'true'
      const isStale = !isForced && sent['lastChanged'] !== undefined && sent['lastChanged'] !== record.lastChanged
      return isSame || isStale
        ? go(request)
        : Promise.resolve(refused(422, 'the due date was agreed when the call was created'))
    },
  ),
  sieving(
    'partner-of-a-call-stays',
    ['A-DAT-22'],
    'The business partner of a service call that has one is not changed: such a write is refused with 422.',
    ({ asked, sent, request, way }) => {
      const store = asked.resource === 'ServiceCall' && isUpdate(asked) ? storeMeant(request, way.house) : undefined
      const former = store && recordAt(store, asked)?.fields['businessPartner']
      if (typeof former !== 'string') return undefined
      if (asked.method === 'PATCH' && !('businessPartner' in sent)) return undefined
      const next = sent['businessPartner']
      const named = typeof next === 'object' && next !== null ? (next as Json)['externalId'] : undefined
      const meant = typeof named === 'string' ? store?.table('BusinessPartner').byExternalId(named)?.id : idIn(next)
      return meant !== undefined && plain(meant) === plain(former)
        ? undefined
        : refused(422, 'the partner of a service call stays')
    },
  ),
  sieving(
    'records-of-active-calls-stay-active',
    ['A-REC-09'],
    'A record that an active service call refers to is not made inactive: such a write is refused with 409.',
    ({ asked, sent, request, way }) => {
      if (sent['inactive'] !== true || !isUpdate(asked)) return undefined
      const store = storeMeant(request, way.house)
      const record = store && recordAt(store, asked)
      if (!record) return undefined
      const isBusy = store
        .table('ServiceCall')
        .all()
        .some(
          ({ fields }) =>
            fields['inactive'] !== true &&
            referencesIn(fields, 'ServiceCall', way.house).some(
              ([to, id]) => to === asked.resource && plain(id) === plain(record.id),
            ),
        )
      return isBusy ? refused(409, 'an active service call refers to it') : undefined
    },
  ),
  through(
    'kpis-computed-at-each-read',
    ['A-REC-13'],
    'syncObjectKPIs of a service call is computed by the clock at each answer; what is sent for it is overlooked.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      if (asked.resource !== 'ServiceCall') return go(request)
      const sent = isPost(asked) || isUpdate(asked) ? jsonIn(request) : undefined
      const { syncObjectKPIs: _sent, ...others } = sent ?? {}
      const response = await go(sent && 'syncObjectKPIs' in sent ? withSent(request, others) : request)
      return withJson(response, (body) => {
        const data = body['data']
        if (!Array.isArray(data)) return body
        const now = house.clock.now()
        return {
          ...body,
          data: data.map((one: Record<string, Json>) => {
            const [alias, record] = Object.entries(one)[0] ?? []
            const changed = record?.['lastChanged']
            return alias === undefined || typeof changed !== 'number' || !('syncObjectKPIs' in (record ?? {}))
              ? one
              : { ...one, [alias]: { ...record, syncObjectKPIs: { secondsSinceChange: (now - changed) / 1000 } } }
          }),
        }
      })
    },
  ),
  {
    // Some variants write whole numbers anew.
    alone: true,
    ...through(
      'last-changed-with-microseconds',
      ['A-REC-03'],
      'lastChanged is a number of milliseconds with three decimals; service calls of trees show it without them.',
      async (request, go) => {
        const response = await go(request)
        if (!request.target.includes('/service-management/')) return response
        return { ...response, body: Buffer.from(response.body.toString().replace(/("lastChanged":\d+)\.\d+/g, '$1')) }
      },
    ),
    rule: { record: { lastChanged: (start) => start + ((start * 7) % 1000) / 1000 } },
  },
]
