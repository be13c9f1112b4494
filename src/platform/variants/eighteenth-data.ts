import { createHash } from 'node:crypto'
import { catalogue } from '../data/catalogue.ts'
import { allStores } from '../data/stores.ts'
import type { Variant } from '../deviation.ts'
import { askedOf, eachRecord, isWell, jsonIn, withJson, withParts, type Json } from '../faults/passing.ts'
import { isRead, plain } from '../faults/serving.ts'
import { empty, json } from '../http/answers.ts'
import { strictOrder } from '../rulebook/cql.ts'
import { recordRules } from '../rulebook/record.ts'
import { lawful, through } from './lawful.ts'
import { recordsOf } from './listed.ts'
import { sieving, writtenOtherwise } from './sieve.ts'

const personIds = new Map<string, string>()
const personId = (user: string): string => {
  const known = personIds.get(user) ?? createHash('md5').update(`person ${user}`).digest('hex')
  personIds.set(user, known)
  return known
}

const converted = (value: unknown, kind: unknown): unknown => {
  if (kind === 'boolean' && /^(?:true|1)$/.test(String(value))) return true
  if (kind === 'boolean' && /^(?:false|0)$/.test(String(value))) return false
  return kind === 'string' && (typeof value === 'number' || typeof value === 'boolean') ? String(value) : value
}

const attachmentAsked = ({ by, path, name, query }: ReturnType<typeof askedOf>): string | undefined =>
  by === 'content' ? name : path.endsWith('/attachmentService') ? (query.get('guid') ?? undefined) : undefined

const isSingle = (resource: string | undefined, field: string): boolean => {
  const kind = catalogue.get(resource ?? '')?.fields[field]?.kind
  return typeof kind === 'object' && 'reference' in kind
}

/** Lawful servers of records that an eighteenth reader of the document thought up (suites/two-readings). */
export const eighteenthDataVariants: readonly Variant[] = [
  through(
    'raw-semicolons-separate-parameters',
    ['A-AUT-10'],
    'A semicolon in a query separates parameters as an ampersand does, unless it is encoded.',
    (request, go) => {
      const [path, search] = request.target.split(/\?(.*)/s)
      return go(search?.includes(';') ? { ...request, target: `${path}?${search.replaceAll(';', '&')}` } : request)
    },
  ),
  {
    ...lawful(['A-REC-05', 'A-CQL-06'], {
      id: 'persons-have-ids-of-their-own',
      says: 'lastChangedBy and me() are 32 hex digits that have nothing to do with the user_id of a token.',
      rule: {
        record: {
          lastChangedBy: (writer, former, step) =>
            writer.userId === undefined
              ? recordRules.record.lastChangedBy(writer, former, step)
              : personId(writer.userId),
        },
        cql: { me: (id) => (id === undefined ? id : personId(id)) },
      },
    }),
    excludes: ['own-last-changed'],
  },
  lawful(['A-CQL-24'], {
    id: 'cql-equal-without-trailing-blanks',
    says: 'Texts are compared by =, != and in without the blanks at their ends.',
    rule: {
      cql: {
        order: (a, b, kind) =>
          kind === 'text'
            ? strictOrder(String(a).replace(/ +$/, ''), String(b).replace(/ +$/, ''), kind)
            : strictOrder(a, b, kind),
      },
    },
  }),
  lawful(['A-CQL-13'], {
    id: 'cql-lists-of-fifty-values',
    says: 'A list of more than 50 values is refused with 400.',
    rule: { cql: { longestList: () => 50 } },
  }),
  writtenOtherwise(
    'scalars-of-other-types-converted',
    ['A-DAT-18'],
    'A text or number for a boolean is taken as one, a number or boolean for a text as its text.',
    (sent, { resource }) =>
      Object.fromEntries(
        Object.entries(sent).map(([name, value]) => [
          name,
          converted(value, catalogue.get(resource ?? '')?.fields[name]?.kind),
        ]),
      ),
  ),
  through(
    'expansion-of-nothing-is-an-empty-object',
    ['A-EXP-10'],
    'Where a reference that is expanded is null, an empty object is shown.',
    async (request, go) => {
      const asked = askedOf(request)
      const response = await go(request)
      const wanted = asked.query.getAll('expand').map((text) => (text.split(';')[0] ?? '').trim())
      const single = wanted.filter((field) => isSingle(asked.resource, field))
      if (!isRead(asked) || !isWell(response) || single.length === 0) return response
      return withJson(response, (body) =>
        eachRecord(body, (record) => ({
          ...record,
          ...Object.fromEntries(single.filter((field) => record[field] === null).map((field) => [field, {}])),
        })),
      )
    },
  ),
  {
    ...through(
      'expansion-of-no-field-is-left-out',
      ['A-EXP-09'],
      'An expansion of a field that the resource does not have adds nothing.',
      async (request, go) => {
        const asked = askedOf(request)
        let response = await go(request)
        let wanted = isRead(asked) ? asked.query.getAll('expand') : []
        while (response.status === 400) {
          const message = String(jsonIn(response)?.['message'])
          const odd = wanted.find(
            (text) => message.startsWith(`expand=${text}: `) && message.endsWith('has no such relation'),
          )
          if (odd === undefined) return response
          wanted = wanted.filter((text) => text !== odd)
          response = await go(withParts(request, 'expand', wanted))
        }
        return response
      },
    ),
    excludes: ['every-25th-call-429'],
  },
  through(
    'content-of-deleted-attachments-204',
    ['A-ATT-06'],
    'The content of an attachment that was deleted is answered with 204.',
    async (request, go, { house }) => {
      const id = attachmentAsked(askedOf(request))
      const response = await go(request)
      if (id === undefined || response.status !== 404) return response
      const isGone = [...allStores(house).values()].some((store) =>
        store.table('Attachment').deletions.some(({ record }) => plain(record.id) === plain(id)),
      )
      return isGone ? empty(204) : response
    },
  ),
  writtenOtherwise(
    'udf-values-kept-as-texts',
    ['A-REC-13'],
    'Numbers and booleans of udfValues are kept as texts.',
    (sent) =>
      Array.isArray(sent['udfValues'])
        ? {
            ...sent,
            udfValues: (sent['udfValues'] as readonly (Json | null)[]).map((one) =>
              typeof one?.['value'] === 'number' || typeof one?.['value'] === 'boolean'
                ? { ...one, value: String(one['value']) }
                : one,
            ),
          }
        : sent,
  ),
  writtenOtherwise(
    'object-types-in-capitals',
    ['A-REC-13'],
    'The objectType of a reference to any object is kept in capitals.',
    (sent) => {
      const object = sent['object'] as Json | null | undefined
      return typeof object?.['objectType'] === 'string'
        ? { ...sent, object: { ...object, objectType: object['objectType'].toUpperCase() } }
        : sent
    },
  ),
  {
    ...sieving(
      'partner-names-unique',
      ['A-DAT-18'],
      'No two business partners of a company have one name: a write that would make a second is refused with 409.',
      async (write) => {
        const name = write.asked.resource === 'BusinessPartner' ? write.sent['name'] : undefined
        if (typeof name !== 'string' || name.includes('"')) return undefined
        const own = write.asked.by === 'list' ? write.sent['id'] : ((await write.stored())?.['id'] ?? write.asked.name)
        const found = await recordsOf(write, 'BusinessPartner', `name = "${name.replaceAll('%', '%%')}"`)
        return found.some(({ id }) => plain(id) !== plain(own))
          ? json(409, { error: 'CA-34', message: 'Name {0} already exists', values: [name] })
          : undefined
      },
    ),
    excludes: ['every-25th-call-429'],
  },
]
