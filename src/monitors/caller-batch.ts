import { headerOf } from '../exchange/exchange.ts'
import { isObject } from '../exchange/json.ts'
import { asKnown, parseJson } from '../contract/index.ts'
import { contentIdOf, type BatchView } from './batch-view.ts'
import type { Monitor } from './monitor.ts'

/** The caller's duties in a batch: its form, its size, what parts carry, and that what they refer to is there (A-CON-02, 03). */
export const callerBatch: Monitor = {
  name: 'caller-batch',
  side: 'client',
  statements: [
    'A-BAT-01',
    'A-BAT-02',
    'A-BAT-03',
    'A-BAT-04',
    'A-BAT-06',
    'A-AUT-10',
    'A-CON-02',
    'A-CON-03',
    'A-CON-15',
    'A-CON-17',
  ],
  see({ observed, batch, out }) {
    if (!batch || batch.requests.length === 0) return
    const find: Find = (statement, expected, actual) => {
      const finding = { statement, side: 'client', expected, actual, exchanges: [observed.moment.ref] } as const
      out.find(asKnown(finding, observed.reading.exchange, { parameter: lacking[statement] ?? '' }))
    }
    const { requests, transactional } = batch
    for (const statement of ['A-CON-15', 'A-CON-17', 'A-BAT-01', 'A-BAT-02', 'A-BAT-03', 'A-BAT-04', 'A-BAT-06'])
      out.assert(statement)
    judgeForm(batch, find)
    judgeTargets(batch, observed.status, find)
    // How a truth value may be spelt is not said: what was refused is none.
    const flag = observed.reading.query('transactional')
    if (transactional === undefined && flag !== undefined && observed.status === 400)
      find('A-BAT-01', 'transactional is true or false', `${JSON.stringify(flag.slice(0, 60))}, which was refused`)
    const writes = requests.filter(
      (part) => typeof part !== 'string' && /^(?:POST|PUT|PATCH|DELETE)$/.test(part.method),
    ).length
    if (requests.length > 1000) find('A-CON-15', 'at most 1000 requests in a batch', `${requests.length}`)
    if (writes > 2000) find('A-CON-17', 'at most 2000 objects in a batch request', `${writes}`)
    for (const part of requests) {
      if (typeof part === 'string') continue
      // Two slashes, and then what can only be a host.
      if (/^(?:[a-z][\w+.-]*:\/\/|\/\/[^/?]*[.:])/i.test(part.target))
        find('A-BAT-04', 'a part names a path only', 'a part names a full URL')
      if (headerOf(part.headers, 'Authorization') !== undefined)
        find('A-BAT-06', 'parts of a batch carry no authentication', 'a part carries Authorization')
      else if (/[?&]access_token=/i.test(part.target))
        find('A-BAT-06', 'parts of a batch carry no authentication', 'a part carries access_token')
    }
    const parts = requests.flatMap((part, at) => (typeof part === 'string' ? [] : [linksIn(part, at)]))
    if (transactional === false) {
      out.assert('A-CON-03')
      if (
        parts.some((part) =>
          parts.some(
            (other) =>
              other.at < part.at &&
              (other.makes.some((made) => part.uses.has(made)) ||
                [...other.makes, ...other.writes].some((made) => part.names.has(made))),
          ),
        )
      )
        find(
          'A-CON-03',
          'dependent records are written in one transaction',
          'a part refers to a record that another part of the same batch writes, with transactional=false',
        )
    }
    const statusAt = (at: number): number => batch.exchanges[at]?.response?.status ?? 0
    const isRefused = ({ at }: Links): boolean => [400, 404, 409, 422].includes(statusAt(at))
    const isMade = ({ at }: Links): boolean => statusAt(at) >= 200 && statusAt(at) < 300
    const [early] = parts.filter((part) =>
      parts.some(
        (other) =>
          other.at > part.at &&
          other.makes.some(
            (made) =>
              (part.uses.has(made) || (part.names.has(made) && isRefused(part) && isMade(other))) &&
              !parts.some((one) => one.at < other.at && one.removes(made)),
          ),
      ),
    )
    out.assert('A-CON-02')
    if (early)
      find(
        'A-CON-02',
        'what a part refers to is there before it',
        `part ${early.at + 1} refers to a record that a later part creates`,
      )
  },
}

/** What a batch lacks that breaks these statements. */
const lacking: Readonly<Record<string, string>> = { 'A-BAT-01': 'CRLF', 'A-BAT-04': 'path' }

interface Links {
  readonly at: number
  /** Ids that it creates, and external ids with their resource. */
  readonly makes: readonly string[]
  readonly uses: ReadonlySet<string>
  /** Texts in fields that are called like a resource: external ids, if they are no ids. */
  readonly names: ReadonlySet<string>
  /** The external id in its path, with the resource: it may be there already. */
  readonly writes: readonly string[]
  removes(key: string): boolean
}

const guid = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i
const [longest, lineAtMost] = [1_000_000, 16_384]

/** What a part creates, and what its fields refer to: by id, or by external id in a field that is called like the resource. */
function linksIn(part: Exclude<BatchView['requests'][number], string>, at: number): Links {
  const { method, target, body } = part
  const sent =
    body.length < longest && /^(?:POST|PUT|PATCH)$/.test(method) ? parseJson(body.toString('utf8')) : undefined
  const fields = isObject(sent) ? sent : {}
  const resource = /\/data\/v\d+\/(\w+)/.exec(target)?.[1]?.toLowerCase() ?? ''
  const keyOf = (of: string, externalId: unknown): string[] =>
    typeof externalId === 'string' ? [`${of} ${externalId}`] : []
  const idOf = (id: unknown): string[] => (typeof id === 'string' && guid.test(id) ? [id.toLowerCase()] : [])
  const uses = new Set<string>()
  const look = (name: string, value: unknown): void => {
    if (Array.isArray(value)) return value.forEach((one) => look(name, one))
    for (const id of idOf(value)) uses.add(id)
    if (!isObject(value)) return
    for (const key of keyOf(name.toLowerCase(), value['externalId'])) uses.add(key)
    for (const [inner, one] of Object.entries(value)) look(inner, one)
  }
  for (const [name, value] of Object.entries(fields)) if (name !== 'id' && name !== 'externalId') look(name, value)
  const makes = method === 'POST' ? [...idOf(fields['id']), ...keyOf(resource, fields['externalId'])] : []
  for (const made of makes) uses.delete(made)
  const names = Object.entries(fields).flatMap(([name, value]) => {
    const texts = (Array.isArray(value) ? value : [value]).filter((one) => idOf(one).length === 0)
    return texts.flatMap((one) => keyOf(name.toLowerCase(), one))
  })
  const put = /^(?:PUT|PATCH)$/.test(method) ? /\/externalId\/([^/?]+)/.exec(target)?.[1] : undefined
  return {
    at,
    makes,
    uses,
    names: new Set(names),
    writes: put === undefined || !isDecodable(put) ? [] : keyOf(resource, decodeURIComponent(put)),
    removes: (key) => method === 'DELETE' && target.toLowerCase().includes(key.split(' ').at(-1)?.toLowerCase() ?? ''),
  }
}

const isDecodable = (text: string): boolean => !/%(?![\da-f]{2})/i.test(text) && !/%[89a-f]/i.test(text)

type Find = (statement: string, expected: string, actual: string) => void

const count = (many: number): string => (many === 1 ? 'a part' : `${many} parts`)

/** The form of a batch message: what RFC 2046 has a multipart message be, and the sentences of its parts. */
function judgeForm({ asked }: BatchView, find: Find): void {
  const form = asked.irregular.find(({ what }) => /bare LF|no closing delimiter/.test(what))
  if (form)
    find(
      'A-BAT-01',
      'a batch is a multipart message, its lines ended by CRLF and its last part by a closing delimiter',
      form.what,
    )
  const untold = asked.parts.filter(
    ({ raw }) => !/^\s*application\/http\s*(?:;|$)/i.test(headerOf(raw.headers, 'Content-Type') ?? ''),
  )
  if (untold.length > 0)
    find('A-BAT-02', 'each part begins with Content-Type: application/http', `${count(untold.length)} without it`)
  const unversioned = asked.parts.filter(
    (part) => !('broken' in part) && part.irregular.some(({ what }) => what.includes('no HTTP version')),
  )
  if (unversioned.length > 0)
    find('A-BAT-03', 'each part is a complete HTTP request', `${count(unversioned.length)} without an HTTP version`)
}

/** A target with a raw blank is not encoded (A-AUT-10): told where the part, or the whole batch, was refused. */
function judgeTargets({ asked, responses }: BatchView, status: number, find: Find): void {
  asked.parts.forEach(({ raw }, at) => {
    const [line = ''] = raw.content.toString('latin1', 0, lineAtMost).split(/\r?\n/, 1)
    const target = /^[A-Z]+ (\/\S*(?: +\S+)+) HTTP\/1\.[01]$/.exec(line)?.[1]
    if (target === undefined) return
    // A part that is no request is in no pair: its answer has its Content-ID, or else its place (A-BAT-10).
    const name = headerOf(raw.headers, 'Content-ID')
      ?.trim()
      .replace(/^<(.*)>$/, '$1')
    const answer = responses?.find((one, place) => {
      const told = contentIdOf(one)
      return told === undefined || name === undefined ? place === at : told === name
    })
    if (status !== 400 && (typeof answer !== 'object' || (answer.status !== 400 && answer.status !== 404))) return
    const [path = '', query = ''] = target.split(/\?(.*)/s)
    const parameter = query
      .split('&')
      .find((one) => one.includes(' '))
      ?.split('=', 1)[0]
    const where = path.includes(' ') ? 'the path' : `the query parameter ${JSON.stringify(parameter?.slice(0, 60))}`
    find('A-AUT-10', 'the URL is percent-encoded', `a blank in ${where} of a part`)
  })
}
