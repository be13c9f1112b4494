import { randomUUID } from 'node:crypto'
import type { Variant } from '../deviation.ts'
import { isGuid } from '../data/body.ts'
import { askedOf, isWell, jsonIn, recordsIn, withQuery, type Json } from '../faults/passing.ts'
import { isPost, isUpdate, isWrite, now, nowServed, plain, serving, withSent } from '../faults/serving.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { recordRules } from '../rulebook/record.ts'
import type { Passage } from '../seams/passage.ts'
import { lawful, through } from './lawful.ts'
import { sieving } from './sieve.ts'

const answer = (status: number, error: string, message: string, ...values: readonly unknown[]) =>
  json(status, { error, message, values })

/** A list of the resource that a write concerns. */
const listing = (request: PlatformRequest, query: string): PlatformRequest => {
  const target = request.target.replace(/(\/api\/data\/v4\/[A-Za-z]+)[^?]*/, '$1')
  return {
    ...withSent(withQuery({ ...request, target }, { query, forceUpdate: null, fields: null, expand: null }), {}),
    method: 'GET',
  }
}

async function isCodeTaken(request: PlatformRequest, go: Passage, code: string, ownId: unknown): Promise<boolean> {
  const found = await go(listing(request, `code = "${code.replaceAll('%', '%%')}"`))
  return isWell(found) && recordsIn(jsonIn(found)).some(({ id }) => plain(id) !== plain(ownId))
}

const isCodeField = (name: string): boolean => /^code$|Code$/.test(name)
const capital = (sent: Json): Json =>
  Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [
      name,
      isCodeField(name) && typeof value === 'string' ? value.toUpperCase() : value,
    ]),
  )
const compared = /\b(code|\w*Code)(\s*(?:=|!=)\s*)("[^"]*")/g
const listed = /\b(code|\w*Code)(\s+in\s*)(\([^)]*\))/g
const inCapitals = (query: string): string =>
  [compared, listed].reduce(
    (text, form) => text.replace(form, (_all, field, operator, literal) => field + operator + literal.toUpperCase()),
    query,
  )

const names: Readonly<Record<string, string>> = { '-5': 'Ready to plan', '-2': 'Created', '-1': 'Not defined' }
const nameOf = (code: unknown): string | null => (typeof code === 'string' ? (names[code] ?? `Code ${code}`) : null)
/** Service calls with the names of their codes. */
const named = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  nowServed()?.asked.resource === 'ServiceCall'
    ? {
        ...fields,
        ...Object.fromEntries(
          ['status', 'type', 'origin', 'problemType'].map((kind) => [`${kind}Name`, nameOf(fields[`${kind}Code`])]),
        ),
      }
    : fields

const isGuidOfTheBook = (text: string): boolean =>
  /^[\da-f]{12}[1-57][\da-f]{3}[89ab][\da-f]{15}$/i.test(text.replaceAll('-', ''))
/** The world that was there before the rule. */
const isOlder = (id: string): boolean => /^F1E1D0{10}/i.test(plain(id))

/** A comparison of an identifier with a text that is no GUID. */
function isOfNoGuid(query: string, identifiers: (name: string) => boolean): boolean {
  const single = /(?<![\w.])(\w+)\s*(?:!?=)\s*("[^"]*")/g
  const several = /(?<![\w.])(\w+)\s+in\s*\(([^)]*)\)/g
  const held = /\bCONTAINS\(\s*(\w+)\s*,\s*("[^"]*")\s*\)/g
  return [single, several, held].some((form) =>
    [...query.matchAll(form)].some(
      ([, name = '', values = '']) =>
        (form === held || identifiers(name)) &&
        [...values.matchAll(/"([^"]*)"/g)].some(([, text = '']) => !isGuid(text)),
    ),
  )
}

const runs = (text: string): readonly (string | number)[] =>
  (text.replace(/[ \-_.]/g, '').match(/\d+|\D+/g) ?? []).map((run) => (/^\d/.test(run) ? Number(run) : folded(run)))
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
function naturally(one: string, other: string): number {
  const [left, right] = [runs(one), runs(other)]
  for (const [at, run] of left.entries()) {
    const beside = right[at]
    if (beside === undefined) return 1
    if (run === beside) continue
    if (typeof run !== typeof beside) return typeof run === 'number' ? -1 : 1
    return run < beside ? -1 : 1
  }
  return left.length - right.length || (one < other ? -1 : one > other ? 1 : 0)
}

const files = perHouse(() => new Map<string, string>())

/** Lawful other readings of records that a tenth reader of the document thought up (suites/two-readings). */
export const tenthRecordVariants: readonly Variant[] = [
  sieving(
    'code-unique',
    ['A-DAT-03', 'A-DAT-18'],
    'No two records of a resource have one code: a write that would make a second is refused with 409.',
    async ({ asked, sent, request, go, stored }) => {
      const code = sent['code']
      if (typeof code !== 'string' || code.includes('"')) return undefined
      const own = asked.by === 'list' ? sent['id'] : ((await stored())?.['id'] ?? asked.name)
      return (await isCodeTaken(request, go, code, own))
        ? answer(409, 'CA-33', 'Code {0} already exists', code)
        : undefined
    },
  ),
  through(
    'codes-in-capitals',
    ['A-CQL-24', 'A-CQL-11', 'A-DAT-03'],
    'Codes are kept in capitals, and found in any letters by =, != and in.',
    (request, go) => {
      const asked = askedOf(request)
      const query = asked.query.get('query')
      const sent = isPost(asked) || isUpdate(asked) ? jsonIn(request) : undefined
      return go(
        sent
          ? withSent(request, capital(sent))
          : query !== null && asked.resource !== undefined && inCapitals(query) !== query
            ? withQuery(request, { query: inCapitals(query) })
            : request,
      )
    },
  ),
  lawful(
    ['A-DAT-07', 'A-DAT-05', 'A-REC-13'],
    serving(
      'names-follow-codes',
      ['A-DAT-07'],
      'The names of status, type, origin and problem of a service call are those of its codes, whatever is sent.',
      {
        rule: {
          data: {
            created: (sent) => named({ statusCode: '-2', typeCode: '-1', ...sent }),
            replaced: (stored, sent, step) =>
              named({ statusCode: '-2', typeCode: '-1', ...recordRules.data.replaced(stored, sent, step) }),
            patched: (stored, sent, step) => named(recordRules.data.patched(stored, sent, step)),
          },
        },
      },
    ),
  ),
  through(
    'service-call-brings-an-activity',
    ['A-DAT-03', 'A-DAT-25'],
    'With each service call that is created an activity for it is made, which stays when the call is deleted.',
    async (request, go) => {
      const asked = askedOf(request)
      if (asked.resource !== 'ServiceCall' || !(isPost(asked) || isUpdate(asked))) return go(request)
      const was = isUpdate(asked) ? await now(request, go) : undefined
      const response = await go(request)
      const [call] = isWell(response) && !was ? recordsIn(jsonIn(response)) : []
      if (!call) return response
      const target = request.target.replace(/\/api\/data\/v4\/.*$/, '/api/data/v4/Activity?dtos=Activity.43')
      const kept = ['account', 'company', 'access_token', 'user', 'clientIdentifier'].flatMap((name) => {
        const value = asked.query.get(name)
        return value === null ? [] : [`&${name}=${encodeURIComponent(value)}`]
      })
      await go({
        ...withSent(request, {
          subject: 'Visit',
          code: `${String(call['code'] ?? 'SC')}-1`,
          object: { objectId: call['id'], objectType: 'SERVICECALL' },
        }),
        method: 'POST',
        target: target + kept.join(''),
      })
      return response
    },
  ),
  {
    id: 'ids-are-guids-of-rfc-4122',
    leaves: ['A-REC-01', 'A-REC-02', 'A-DAT-18'],
    says: 'An id is a GUID by RFC 4122, with its variant and a version: any other is answered with 400.',
    seam: {
      recordId: { next: () => randomUUID().replaceAll('-', '').toUpperCase() },
      passage: {
        through: (request, go) => {
          const asked = askedOf(request)
          const sent = isWrite(asked) ? jsonIn(request) : undefined
          const ids = [asked.by === 'id' ? asked.name : undefined, sent?.['id']]
          const wrong = ids.find((id) => typeof id === 'string' && !isGuidOfTheBook(id) && !isOlder(id))
          return wrong === undefined ? go(request) : Promise.resolve(answer(400, 'CA-8', 'Not a valid id: {0}', wrong))
        },
      },
    },
  },
  through(
    'identifiers-compared-with-guids-only',
    ['A-CQL-07', 'A-CQL-15', 'A-DAT-18'],
    'A query that compares an identifier with a text that is no GUID is refused.',
    (request, go, { house }) => {
      const asked = askedOf(request)
      const query = asked.query.get('query')
      const kinds = house.world.resources.get(asked.resource ?? '')?.fields
      if (query === null || !kinds) return go(request)
      const isIdentifier = (name: string): boolean => {
        const kind = kinds[name]?.kind
        return name === 'id' || (typeof kind === 'object' && 'reference' in kind)
      }
      return isOfNoGuid(query, isIdentifier)
        ? Promise.resolve(answer(400, 'CA-21', 'A value does not fit its field'))
        : go(request)
    },
  ),
  {
    id: 'texts-sorted-naturally',
    leaves: ['A-PAR-10', 'A-PAR-08'],
    says: 'Texts are sorted with their numbers as numbers, without regard to letter case, accents, blanks and hyphens; unset ones come first.',
    rule: {
      order: {
        compare: (one, other) =>
          typeof one === 'string' && typeof other === 'string'
            ? naturally(one, other)
            : one < other
              ? -1
              : one > other
                ? 1
                : 0,
        unset: (_linked, direction) => (direction === 'asc' ? 'first' : 'last'),
      },
    },
  },
  sieving(
    'attachments-need-content-and-a-name-of-their-own',
    ['A-ATT-01', 'A-DAT-18'],
    'An attachment without content, without extension or of a kind that runs is refused with 422, a second of one name at one object with 409.',
    async ({ asked, sent, request, go, way: { house } }) => {
      if (asked.resource !== 'Attachment' || !isPost(asked)) return undefined
      const name = sent['fileName']
      if (!sent['fileContent']) return answer(422, 'CA-71', 'Attachment is empty')
      if (typeof name !== 'string' || !/\.\w+$/.test(name) || /\.(?:exe|bat|cmd|js|html|svg)$/i.test(name))
        return answer(422, 'CA-73', 'File name {0} is not allowed', name)
      const object = sent['object'] as Json | null | undefined
      const key = `${String(object?.['objectId'])} ${name.toLowerCase()}`
      const holder = files(house).get(key)
      const held = holder === undefined ? undefined : await go(listing(request, `id = "${holder}"`))
      if (held && recordsIn(jsonIn(held)).length > 0) return answer(409, 'CA-72', 'File name {0} exists', name)
      const id = sent['id']
      if (typeof id === 'string') files(house).set(key, id)
      return undefined
    },
  ),
]
