import type { Variant } from '../deviation.ts'
import { askedOf, headerIn, isWell, jsonIn, type Json } from '../faults/passing.ts'
import { isPost, plain } from '../faults/serving.ts'
import { bearerIn, formIn, isPasswordChange, isToken } from '../faults/token-calls.ts'
import { empty, json } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { recordRules } from '../rulebook/record.ts'
import { passwordRules } from '../rulebook/password.ts'
import { through } from './lawful.ts'
import { sieving } from './sieve.ts'

const refused = (status: number, error: string, message: string, ...values: readonly unknown[]) =>
  Promise.resolve(json(status, { error, message, values }))
const oauth = (description: string): Promise<PlatformResponse> =>
  Promise.resolve(json(400, { error: 'invalid_request', error_description: description }))

const own = ['createDateTime', 'createPerson'] as const
const idIn = (value: unknown): unknown => (typeof value === 'object' && value ? (value as Json)['id'] : value)
const isSame = (one: unknown, other: unknown): boolean =>
  plain(idIn(one) ?? null) === plain(idIn(other) ?? null) || Date.parse(String(one)) === Date.parse(String(other))

/** A date-time with no more digits than it needs. */
const reduced = (text: string): string => text.replace(/\.000Z$/, 'Z').replace(/:00Z$/, 'Z')
const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/.test(value)

const context = [
  'account',
  'company',
  'user',
  'dtos',
  'access_token',
  'clientId',
  'clientVersion',
  'clientIdentifier',
  'requestId',
]
const forReads = ['fields', 'expand', 'useExternalIds']
const forLists = [...forReads, 'query', 'page', 'pageSize', 'orderBy']

/** The query parameters of an operation of the Data API, beside those of the context of a call. */
function parametersOf({ method, by }: ReturnType<typeof askedOf>): readonly string[] {
  if (by === 'deleted') return ['from', 'to', 'page', 'pageSize']
  if (method === 'GET') return by === 'list' ? forLists : forReads
  return method === 'DELETE' ? ['forceDelete', 'lastChanged'] : method === 'POST' ? [] : ['forceUpdate', ...forReads]
}

const isOfData = (request: PlatformRequest): boolean =>
  askedOf(request).resource !== undefined || askedOf(request).path.endsWith('/api/query/v1')
const admitsJson = (accept: string): boolean =>
  /(?:^|,)\s*(?:application\/(?:json|\*)|\*\/\*)\s*(?:;|,|$)/i.test(accept)

const neighbours = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const runs = neighbours.flatMap((row) =>
  [row, [...row].reverse().join('')].flatMap((text) =>
    Array.from({ length: text.length - 3 }, (_, at) => text.slice(at, at + 4)),
  ),
)
const isGuessable = (password: string): boolean =>
  /(.)\1\1/.test(password) || runs.some((run) => password.toLowerCase().includes(run))

const tokenFields = ['grant_type', 'username', 'password', 'code', 'redirect_uri']

/** What the pair in dtos is of, and the resource of a statement. */
const pairOf = (dtos: string | null): string | undefined => /^([A-Za-z]+)\.\d+/.exec(dtos ?? '')?.[1]
const fromOf = (statement: unknown): string | undefined => /\bfrom\s+([A-Za-z]+)/i.exec(String(statement))?.[1]

/** Criteria outside of quoted values. */
const bare = (query: string): string => query.replace(/"[^"]*"/g, '""')
const writtenOddly = /(?:!?=|[<>]=?)\s*(?:null\b|[+]|0\d|TRUE|FALSE|True|False)/

/** Lawful other forms of requests and answers, which an eleventh reader of the document thought up (suites/two-readings). */
export const eleventhFormVariants: readonly Variant[] = [
  {
    ...sieving(
      'creation-data-cannot-be-rewritten',
      ['A-DAT-05', 'A-REC-13'],
      'When and by whom a record was created is what the service says: a write that says otherwise is refused with 422.',
      async ({ asked, sent, stored }) => {
        const before = isPost(asked) ? undefined : await stored()
        const [odd] = own.filter((field) => field in sent && (!before || !isSame(sent[field], before[field])))
        return odd === undefined ? undefined : refused(422, 'CA-53', 'Field {0} cannot be written', odd)
      },
    ),
    // What it reads before a write counts there as a call.
    excludes: ['every-25th-call-429'],
    rule: {
      data: {
        replaced: (stored, sent, step) => ({
          ...Object.fromEntries(own.filter((field) => field in stored).map((field) => [field, stored[field]])),
          ...recordRules.data.replaced(stored, sent, step),
        }),
      },
    },
  },
  {
    id: 'date-times-without-needless-digits',
    leaves: ['A-REC-10'],
    says: 'A date-time is shown without seconds where they are zero, without a fraction where that is.',
    rule: { values: { shown: (value) => (isMoment(value) ? reduced(value) : value) } },
  },
  through(
    'query-parameters-strictly-known',
    ['A-PAR-14', 'A-DAT-18'],
    'A request to the Data API with a parameter that its operation does not have, that comes twice or is empty is refused with 400.',
    (request, go) => {
      const asked = askedOf(request)
      if (asked.resource === undefined || asked.by === undefined || asked.by === 'content') return go(request)
      const known = [...context, ...parametersOf(asked)]
      const names = [...asked.query.keys()]
      const odd = names.find(
        (name, at) =>
          !known.includes(name) || (name !== 'expand' && names.indexOf(name) !== at) || asked.query.get(name) === '',
      )
      return odd === undefined ? go(request) : refused(400, 'CA-400', 'Parameter {0} is not known here', odd)
    },
  ),
  through(
    'data-content-negotiated',
    ['A-GEN-01'],
    'A request to the Data API or the Query API that does not accept JSON is 406, a write of another type than JSON 415.',
    (request, go) => {
      const { by, method } = askedOf(request)
      if (!isOfData(request) || by === 'content') return go(request)
      const accept = headerIn(request, 'Accept')
      if (accept !== undefined && !admitsJson(accept)) return Promise.resolve(empty(406))
      const isJson = /^application\/json\s*(?:;|$)/i.test(headerIn(request, 'Content-Type') ?? '')
      return /^P/.test(method) && !isJson ? Promise.resolve(empty(415)) : go(request)
    },
  ),
  through(
    'bodies-of-unknown-length-refused',
    ['A-GEN-01'],
    'A request whose length is not told is refused with 411, one that expects to be told to go on with 417.',
    (request, go) => {
      const [coding, expects] = [headerIn(request, 'Transfer-Encoding'), headerIn(request, 'Expect')]
      const close: ReadonlyArray<readonly [string, string]> = [['Connection', 'close']]
      if (expects !== undefined) return Promise.resolve(empty(417, close))
      return coding !== undefined ? Promise.resolve(empty(411, close)) : go(request)
    },
  ),
  through(
    'token-requests-by-the-letter-of-oauth',
    ['A-TOK-28'],
    'A form with a field twice, with the client beside the Basic header, with a query in the address or an empty field is refused with 400.',
    (request, go) => {
      if (!isToken(request) && !isPasswordChange(request)) return go(request)
      const form = formIn(request)
      const names = [...form.keys()]
      if (request.target.includes('?')) return oauth('no query is taken here')
      if (names.some((name, at) => names.indexOf(name) !== at)) return oauth('a field stands twice')
      if (headerIn(request, 'Authorization') && (form.has('client_id') || form.has('client_secret')))
        return oauth('one authentication of the client is enough')
      const isEmpty = isToken(request) && tokenFields.some((name) => form.get(name) === '')
      return isEmpty ? oauth('a field is empty') : go(request)
    },
  ),
  {
    id: 'guessable-passwords-are-not-valid',
    leaves: ['A-PWD-15'],
    says: 'A password with four neighbours of the alphabet, the digits or a row of keys, or one sign three times, is refused with MC-13.',
    rule: {
      password: {
        violated: (code, trial) =>
          passwordRules.password.violated(code, trial) || (code === 'MC-13' && isGuessable(trial.password)),
      },
    },
  },
  through(
    'client-versions-of-two-numbers-and-more',
    ['A-GEN-09'],
    'A client version has two to four numbers and is not below 1.0, a client id 64 signs at most: anything else is refused with 400.',
    (request, go, { inBatch }) => {
      if (inBatch || !isOfData(request)) return go(request)
      const { query } = askedOf(request)
      const version = headerIn(request, 'X-Client-Version') ?? query.get('clientVersion')
      const id = headerIn(request, 'X-Client-ID') ?? query.get('clientId')
      if (version && (!/^\d+(?:\.\d+){1,3}$/.test(version) || Number.parseInt(version, 10) < 1))
        return oauth('the client version is not served')
      return id && !/^[\w.:-]{1,64}$/.test(id) ? oauth('the client id is none') : go(request)
    },
  ),
  through(
    'query-api-wants-its-whole-form',
    ['A-QRY-01'],
    'A statement is served with account, company, clientIdentifier and the dtos of its resource in the query and both client headers alone.',
    (request, go) => {
      const { path, query, method } = askedOf(request)
      if (method !== 'POST' || !path.endsWith('/api/query/v1') || !bearerIn(request)) return go(request)
      const lacking = ['account', 'company', 'clientIdentifier', 'dtos'].find((name) => !query.get(name))
      const header = ['X-Client-ID', 'X-Client-Version'].find((name) => !headerIn(request, name))
      const sent = jsonIn(request)
      const isOther = sent && pairOf(query.get('dtos'))?.toLowerCase() !== fromOf(sent['query'])?.toLowerCase()
      const isMore = sent && Object.keys(sent).some((name) => name !== 'query')
      return lacking !== undefined || header !== undefined || isOther || isMore
        ? refused(400, 'CA-128', 'Request not complete', lacking ?? header ?? 'body')
        : go(request)
    },
  ),
  through(
    'literals-as-the-document-writes-them',
    ['A-CQL-15'],
    'A value with a leading plus sign or zero, a capital TRUE or a null after = is refused with 400.',
    (request, go) => {
      const { resource, query } = askedOf(request)
      const search = resource === undefined ? null : query.get('query')
      return search !== null && writtenOddly.test(bare(search))
        ? refused(400, 'CA-152', 'Not readable at {0}', bare(search).search(writtenOddly))
        : go(request)
    },
  ),
  {
    id: 'ids-of-lists-in-another-spelling',
    leaves: ['A-REC-01'],
    excludes: ['ids-compared-as-text'],
    says: 'Single reads and answers to writes show ids in capitals with dashes, lists and rows in small letters without.',
    seam: {
      passage: {
        through: async (request, go) => {
          const response = await go(request)
          const { method, by, path } = askedOf(request)
          const isList = (method === 'GET' && by === 'list') || path.endsWith('/api/query/v1')
          return isWell(response) && (isList || by !== undefined) && by !== 'content' && by !== 'deleted'
            ? { ...response, body: Buffer.from(spelled(response.body.toString('utf8'), isList)) }
            : response
        },
      },
    },
  },
]

/** Every GUID of an answer in the spelling of lists or of records; an external id that looks like one is a text. */
const spelled = (text: string, isList: boolean): string =>
  text.replace(/(?<=[:[,]\s*")(?<!"externalId"\s*:\s*")[\dA-Fa-f]{32}(?=")/g, (id) =>
    isList ? id.toLowerCase() : id.toUpperCase().replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5'),
  )
