import { headerOf } from '../exchange/exchange.ts'
import type { BatchView } from './batch-view.ts'
import type { Monitor, Scene } from './monitor.ts'

/** The caller's duties in a single request beyond its format (A-EXP-06, A-CON-13, A-CON-15, A-CON-17, A-BAT-01 to 04, 06, B-SVC-26). */
export const caller: Monitor = {
  name: 'caller',
  side: 'client',
  statements: [
    'A-EXP-06',
    'A-CON-03',
    'A-CON-13',
    'A-CON-15',
    'A-CON-17',
    'A-BAT-01',
    'A-BAT-02',
    'A-BAT-03',
    'A-BAT-04',
    'A-BAT-06',
    'B-SVC-26',
  ],
  see(scene) {
    const { observed, batch, out } = scene
    const { reading, moment } = observed
    const find: Find = (statement, expected, actual) =>
      out.find({ statement, side: 'client', expected, actual, exchanges: [moment.ref] })
    const expanded = reading
      .queryAll('expand')
      .flatMap((value) => /^\s*(?:count\()?object\.objectId\((\w+)\)/.exec(value)?.[1] ?? [])
    if (reading.match.operation.interface === 'data' && expanded.length > 0) {
      out.assert('A-EXP-06')
      const named = (reading.query('dtos') ?? '').split(';').map((pair) => pair.split('.', 1)[0]?.trim())
      for (const resource of expanded)
        if (!named.includes(resource))
          find('A-EXP-06', `dtos names a version of the expanded ${resource}`, `dtos=${reading.query('dtos') ?? ''}`)
    }
    if (reading.match.operation.id === 'token/request') {
      out.assert('A-CON-13')
      if (reading.form['grant_type'] === 'refresh_token')
        find('A-CON-13', 'a new token is obtained by a new token request', 'grant_type=refresh_token')
    }
    if (reading.match.operation.interface === 'service') {
      out.assert('B-SVC-26')
      const old = ['account', 'company'].filter((name) => reading.requestHeader(name) !== undefined)
      if (old.length > 0) find('B-SVC-26', 'X-Account-Name and X-Company-Name', `the deprecated ${old.join(' and ')}`)
    }
    if (batch) judgeBatch(batch, scene, find)
  },
}

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

function judgeBatch(batch: BatchView, { out }: Scene, find: Find): void {
  const { requests, transactional } = batch
  if (requests.length === 0) return
  for (const statement of ['A-CON-15', 'A-CON-17', 'A-BAT-01', 'A-BAT-02', 'A-BAT-03', 'A-BAT-04', 'A-BAT-06'])
    out.assert(statement)
  judgeForm(batch, find)
  const writes = requests.filter(
    (part) => typeof part !== 'string' && /^(?:POST|PUT|PATCH|DELETE)$/.test(part.method),
  ).length
  if (requests.length > 1000) find('A-CON-15', 'at most 1000 requests in a batch', `${requests.length}`)
  if (writes > 2000) find('A-CON-17', 'at most 2000 objects in a batch request', `${writes}`)
  for (const part of requests) {
    if (typeof part === 'string') continue
    if (/^[a-z][\w+.-]*:\/\//i.test(part.target))
      find('A-BAT-04', 'a part names a path only', 'a part names a full URL')
    if (headerOf(part.headers, 'Authorization') !== undefined)
      find('A-BAT-06', 'parts of a batch carry no authentication', 'a part carries Authorization')
  }
  if (transactional === false) {
    out.assert('A-CON-03')
    const made = new Set<string>()
    for (const part of requests) {
      if (typeof part === 'string') continue
      const text = part.body.length < 1_000_000 ? part.body.toString('utf8') : ''
      const dependent = [...text.matchAll(/"(?!id")\w+"\s*:\s*"([0-9a-f-]{32,36})"/gi)].find(([, id = '']) =>
        made.has(id.toLowerCase()),
      )
      if (dependent)
        return find(
          'A-CON-03',
          'dependent records are written in one transaction',
          'a part refers to a record that another part of the same batch creates, with transactional=false',
        )
      if (part.method === 'POST')
        for (const [, id = ''] of text.matchAll(/"id"\s*:\s*"([0-9a-f-]{32,36})"/gi)) made.add(id.toLowerCase())
    }
  }
}
