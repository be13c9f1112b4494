import type { Variant } from '../deviation.ts'
import { askedOf, eachRecord, isWell, withJson, withQuery, jsonIn, type Json } from '../faults/passing.ts'
import { isPost, isRead, isUpdate, withSent } from '../faults/serving.ts'
import { issuedIn } from '../faults/token-calls.ts'
import { json } from '../http/answers.ts'
import { peopleRules } from '../rulebook/people.ts'
import { through } from './lawful.ts'
import { sieving } from './sieve.ts'
import { storeMeant } from './store-meant.ts'

const mark = 'de: '
const nameFields = ['statusName', 'typeName', 'originName']
const inNames = (record: Json, change: (name: string) => string): Json =>
  Object.fromEntries(
    Object.entries(record).map(([field, value]) => [
      field,
      nameFields.includes(field) && typeof value === 'string' ? change(value) : value,
    ]),
  )
const inGerman = (name: string): string => (name === '' ? name : mark + name)
const asStored = (name: string): string => (name.startsWith(mark) ? name.slice(mark.length) : name)

/** Lawful servers of records that a nineteenth reader of the document thought up (suites/two-readings). */
export const nineteenthRecordVariants: readonly Variant[] = [
  through(
    'names-in-the-language-of-the-user',
    ['A-REC-13'],
    'Names of status, type and origin of a service call are shown to users with odd ids in another language, and understood in both.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const isGerman = (issuedIn(house, request)?.user?.id ?? 0) % 2 === 1
      if (asked.resource !== 'ServiceCall' || !isGerman) return go(request)
      const query = asked.query.get('query')
      const isWrite = isPost(asked) || isUpdate(asked)
      const sent = isWrite ? jsonIn(request) : undefined
      const response = await go(
        sent && !Array.isArray(sent)
          ? withSent(request, inNames(sent, asStored))
          : query?.includes(`"${mark}`)
            ? withQuery(request, { query: query.replaceAll(`"${mark}`, '"') })
            : request,
      )
      return isWell(response) && (isWrite || isRead(asked))
        ? withJson(response, (body) => eachRecord(body, (record) => inNames(record, inGerman)))
        : response
    },
  ),
  sieving(
    'dangling-references-are-not-put-back',
    ['A-DAT-25'],
    'A PUT that refers to a record that was deleted is refused with 400, as it was read or not.',
    ({ asked, sent, request, way }) => {
      const store = asked.method === 'PUT' ? storeMeant(request, way.house) : undefined
      const kinds = way.house.world.resources.get(asked.resource ?? '')?.fields ?? {}
      const isGone = Object.entries(sent).some(([field, value]) => {
        const kind = kinds[field]?.kind
        const to =
          typeof kind === 'object' && 'reference' in kind
            ? kind.reference
            : typeof kind === 'object' && 'references' in kind
              ? kind.references
              : undefined
        const ids = [value].flat().filter((one): one is string => typeof one === 'string')
        const table = to === undefined ? undefined : store?.table(to)
        return table !== undefined && ids.some((id) => !table.byId(id) && !table.byExternalId(id))
      })
      return isGone
        ? json(400, { error: 'CA-400', message: 'the record refers to one that is gone', values: [] })
        : undefined
    },
  ),
  {
    id: 'references-without-external-id-stay-texts',
    leaves: ['A-PAR-13'],
    says: 'With useExternalIds a reference to a record without external id is its id as without it, beside others that are objects.',
    rule: { externalIds: { one: (id, externalId) => (externalId === null ? id : { id, externalId }) } },
  },
  {
    id: 'own-hidden-from-reads-forbidden-to-writes',
    leaves: ['A-AUT-13', 'B-USR-25'],
    says: 'Own records are those that the user created or changed last; others are not found, and writing them is answered with 403.',
    rule: {
      permission: {
        owns: (record, userId, touch) =>
          record.lastChangedBy === userId || peopleRules.permission.owns(record, userId, touch),
        notOwn: ({ operation }) => (operation === 'get' ? 404 : 403),
      },
    },
  },
  sieving(
    'last-changed-as-text-refused',
    ['A-DAT-18', 'A-DAT-28'],
    'An update whose lastChanged is a text, or null, is refused with 400, forced or not.',
    ({ asked, sent }) =>
      isUpdate(asked) && 'lastChanged' in sent && typeof sent['lastChanged'] !== 'number'
        ? json(400, { error: 'CA-21', message: 'Value of {0} does not fit', values: ['lastChanged'] })
        : undefined,
  ),
]
