import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { recordRules } from '../rulebook/record.ts'
import { loginNamed, type Named } from '../token/named.ts'
import { changePassword, passwordsOf } from '../token/passwords.ts'
import { askedOf, headerIn, isWell, passing } from './passing.ts'
import { nowServed, plain, serving } from './serving.ts'
import { formIn, isToken, issuedIn } from './token-calls.ts'

const memory = perHouse(() => ({
  /** Of the connection, by account: who came in first. */
  cameFirst: new Map<string, string>(),
  /** Codes that yield nothing. */
  vain: new Set<string>(),
  /** By attachment: the octets last sent, and until when they are kept. */
  sent: new Map<string, { readonly octets: Buffer; readonly until: number }>(),
}))

const namedIn = (house: Parameters<typeof loginNamed>[0], request: PlatformRequest): Named | undefined =>
  loginNamed(house, formIn(request).get('username') ?? '')

const keptMs = 10 * 60_000
const takesGzip = (request: PlatformRequest): boolean =>
  /(?:^|,)\s*gzip\s*(?:,|$)/i.test(headerIn(request, 'Accept-Encoding') ?? '')

const firstUser = serving(
  'connection-keeps-its-first-user',
  ['A-REC-05'],
  'Writes on a connection are entered under the user who came in first on it.',
  {
    rule: {
      record: {
        lastChangedBy: (writer, former, step) => {
          const { house, asked } = nowServed() ?? {}
          const account = asked?.query.get('account') ?? ''
          const first = house && writer.userId !== undefined ? memory(house).cameFirst.get(account) : undefined
          return first ?? recordRules.record.lastChangedBy(writer, former, step)
        },
      },
    },
  },
)

/** Quiet breaches of the token service and of access that a twelfth reader of the document thought up. */
export const twelfthAccessFaults: readonly Fault[] = [
  passing(
    'login-under-way-writes-old-password-back',
    ['A-PWD-16'],
    'A login that was under way while the password was changed brings the old one back.',
    async (request, go, { house }) => {
      const isLogin = isToken(request) && formIn(request).get('grant_type') === 'password'
      const named = isLogin ? namedIn(house, request) : undefined
      if (!named) return go(request)
      const [before = ''] = passwordsOf(house, named).former
      const response = await go(request)
      if (!isWell(response)) return response
      await pause(60)
      // The last login is entered in the whole row as it was read.
      if (passwordsOf(house, named).former[0] !== before) changePassword(house, named, before)
      return response
    },
  ),
  passing(
    'login-page-loses-query-after-wrong-password',
    ['A-TOK-23'],
    'The login page that is shown again after a wrong password leads to redirect_uri without its query.',
    async (request, go) => {
      const response = await go(request)
      const isAgain = request.method === 'POST' && askedOf(request).path.endsWith('/api/oauth2/v1/login')
      if (!isAgain || response.status !== 200) return response
      const text = response.body.toString('utf8')
      return {
        ...response,
        body: Buffer.from(text.replace(/(name="redirect_uri" value="[^"?]*)\?[^"]*/, '$1'), 'utf8'),
      }
    },
  ),
  passing(
    'code-after-a-mistyped-password-yields-nothing',
    ['A-TOK-39'],
    'A code that the login page gives at the second try yields no token.',
    async (request, go, { house }) => {
      const { vain } = memory(house)
      const isLogin = request.method === 'POST' && askedOf(request).path.endsWith('/api/oauth2/v1/login')
      if (isToken(request) && vain.has(formIn(request).get('code') ?? ''))
        return json(400, { error: 'invalid_grant', error_description: 'Bad credentials' })
      const response = await go(request)
      if (!isLogin) return response
      const location = response.headers.find(([name]) => name === 'Location')?.[1] ?? ''
      const code = /[?&]code=([^&]*)/.exec(location)?.[1]
      if (code !== undefined && formIn(request).has('failed')) vain.add(decodeURIComponent(code))
      const text = response.body.toString('utf8')
      const marked = text.replace(/<form[^>]*>/, (form) => `${form}<input type="hidden" name="failed" value="1">`)
      return response.status === 200 ? { ...response, body: Buffer.from(marked, 'utf8') } : response
    },
  ),
  {
    ...firstUser,
    seam: {
      passage: {
        through: (request, go, way) => {
          const token = way.inBatch ? undefined : issuedIn(way.house, request)
          const { cameFirst } = memory(way.house)
          // The edge tells no connections apart: all requests of a caller that waits for its answers are as good as one.
          if (token?.user && !cameFirst.has(token.account.name))
            cameFirst.set(token.account.name, String(token.user.id))
          return firstUser.seam?.passage?.through?.(request, go, way) ?? go(request)
        },
      },
    },
  },
  passing(
    'compressed-content-kept-for-those-who-take-none',
    ['A-ATT-03', 'A-ATT-08'],
    'Content that was sent compressed is sent so for ten minutes to those who take no compression, who are not told of it.',
    async (request, go, { house }) => {
      const response = await go(request)
      const { by, name, path, query, method } = askedOf(request)
      const id = path.endsWith('/attachmentService') ? query.get('guid') : by === 'content' ? name : undefined
      if (method !== 'GET' || !id || !isWell(response)) return response
      const { sent } = memory(house)
      const now = house.clock.now()
      const untold = response.headers.filter(([header]) => header !== 'Content-Encoding')
      const keep = (octets: Buffer) => void sent.set(plain(id), { octets, until: now + keptMs })
      if (takesGzip(request)) {
        const octets = gzipSync(response.body)
        keep(octets)
        return { ...response, headers: [...untold, ['Content-Encoding', 'gzip']], body: octets }
      }
      const kept = sent.get(plain(id))
      if (kept && now < kept.until) return { ...response, headers: untold, body: kept.octets }
      keep(response.body)
      return response
    },
  ),
]
