import type { Variant } from '../deviation.ts'
import { jsonIn } from '../faults/passing.ts'
import type { PlatformResponse } from '../http/message.ts'
import { companyRules } from '../rulebook/company.ts'
import { directoryRules } from '../rulebook/directory.ts'
import { passwordRules } from '../rulebook/password.ts'
import { refusalRules } from '../rulebook/refusal.ts'
import { accessSeams } from '../seams/access.ts'
import { perHouse } from '../house.ts'

const calls = perHouse(() => ({ count: 0 }))
let turns = 0

/** JSON with its members turned round in another way each time, and every character beyond ASCII escaped. */
const shuffled = (value: unknown): string => {
  const turned = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(turned)
    if (typeof one !== 'object' || one === null) return one
    const members = Object.entries(one).map(([name, inner]): [string, unknown] => [name, turned(inner)])
    turns += 1
    const at = turns % Math.max(1, members.length)
    return Object.fromEntries([...members.slice(at), ...members.slice(0, at)])
  }
  return `\r\n ${JSON.stringify(turned(value)).replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)} \n`
}
/** A number with more digits than a double keeps would be another one afterwards. */
const isLong = /[:[,]\s*-?\d{16}/
const reshuffled = (response: PlatformResponse): PlatformResponse => {
  const type = response.headers.find(([name]) => /^content-type$/i.test(name))?.[1] ?? ''
  const body =
    /^application\/json\b/i.test(type) && !isLong.test(response.body.toString()) ? jsonIn(response) : undefined
  return body
    ? {
        ...response,
        headers: response.headers.map(([name, value]) => [
          name,
          /^content-type$/i.test(name) ? 'application/vnd.platform+json' : value,
        ]),
        body: Buffer.from(shuffled(body), 'latin1'),
      }
    : response
}
const tail = `/+==${'x'.repeat(250)}`
const inThreeSteps = ['303', '307', '302']

/** Lawful other readings of access and the directory that nobody here had in mind. */
export const unheardAccessVariants: readonly Variant[] = [
  {
    id: 'every-25th-call-429',
    leaves: ['A-GEN-09'],
    says: 'Every 25th request is answered with 429 and an empty body.',
    seam: {
      passage: {
        through: (request, go, { house, inBatch }) => {
          if (inBatch || request.target.includes('/control')) return go(request)
          const state = calls(house)
          state.count += 1
          return state.count % 25 === 0
            ? Promise.resolve({ status: 429, headers: [['Retry-After', '0']], body: Buffer.alloc(0) })
            : go(request)
        },
      },
    },
  },
  {
    id: 'json-escaped-shuffled',
    leaves: ['A-GEN-01'],
    says: 'JSON has its members in another order each time, white space around it, escapes, and a media type of its own.',
    wire: { response: (response) => reshuffled(response) },
  },
  {
    id: 'token-type-mixed-case',
    leaves: ['A-TOK-02', 'A-TOK-03'],
    says: 'token_type is bEARER, expires_in three seconds less, and there are more fields.',
    rule: {
      token: {
        type: () => 'bEARER',
        expiresIn: (seconds) => seconds - 3,
        more: () => ({ issued_at: 1_700_000_000, jti: '7e57', tenant_id: null }),
      },
    },
  },
  {
    id: 'token-of-2500-characters',
    leaves: ['A-TOK-01'],
    says: 'Tokens have 2,500 characters, reserved ones among them.',
    seam: { tokens: { mint: () => `${accessSeams.tokens.mint()}/+~.${'aB3/+~.-'.repeat(306)}==` } },
  },
  {
    id: 'bad-token-request-rejected',
    leaves: ['A-TOK-28'],
    says: 'An incomplete token request is answered with 401 request_rejected and an empty description.',
    rule: {
      refusal: { bad_token_request: () => ({ status: 401, error: 'request_rejected', description: '' }) },
    },
  },
  {
    id: 'one-shot-code-many-redirects',
    leaves: ['A-TOK-23', 'A-TOK-40'],
    says: 'authorize redirects three times, with cookies, and codes have 300 characters.',
    wire: {
      request: (request) => {
        if (!request.target.includes('/api/oauth2/v1/token')) return request
        const form = new URLSearchParams(request.body.toString('utf8'))
        const code = form.get('code')
        if (code === null) return request
        form.set('code', code.endsWith(tail) ? code.slice(0, -tail.length) : `${code}?`)
        const body = Buffer.from(form.toString())
        return { ...request, body, headers: request.headers.filter(([name]) => !/^content-length$/i.test(name)) }
      },
      response: (response, request) => {
        const [path = '', search = ''] = request.target.split(/\?(.*)/s)
        if (path.endsWith('/api/oauth2/v1/authorize') && response.status === 302) {
          const step = Number(new URLSearchParams(search).get('step') ?? 0)
          const cookie: [string, string] = ['Set-Cookie', `step=${step}; Path=/`]
          const status = Number(inThreeSteps[step])
          return step < 2
            ? {
                status,
                headers: [['Location', `authorize?${search.replace(/&step=\d/, '')}&step=${step + 1}`], cookie],
                body: Buffer.alloc(0),
              }
            : { ...response, status, headers: [...response.headers, cookie] }
        }
        return {
          ...response,
          headers: response.headers.map(([name, value]) => [
            name,
            /^location$/i.test(name)
              ? value.replace(
                  /([?&]code=)([^&]+)/,
                  (_, key: string, code: string) => `${key}${code}${encodeURIComponent(tail)}`,
                )
              : value,
          ]),
        }
      },
    },
  },
  {
    id: 'password-changed-202',
    leaves: ['A-PWD-15'],
    says: 'A password change is answered with 202, -1 as expires_in and one more field.',
    rule: { password: { changedStatus: () => 202, changed: () => ({ expires_in: -1, changed: true }) } },
  },
  {
    id: 'password-message-filled-422',
    leaves: ['A-PWD-14', 'A-PWD-15'],
    says: 'Password errors come with 422, hold the number in the message, and tell the violated rule with the highest number.',
    rule: {
      password: {
        errorStatus: () => 422,
        message: (code, needed) =>
          String(passwordRules.password.message(code, needed)).replace('{0}', String(needed ?? '')),
        values: () => [],
        order: () => [...passwordRules.password.order()].sort((one, other) => other.localeCompare(one)),
      },
    },
  },
  {
    id: 'no-token-400-extra-members',
    leaves: ['A-AUT-05', 'A-AUT-01'],
    says: 'A call without a token gets 400; OAuth errors have more fields and are in another language.',
    excludes: ['scim-refusals-422', 'service-bare-errors'],
    rule: {
      bearer: { refusal: (state) => (state === 'none' ? 'invalid_request' : 'invalid_token') },
      refusal: {
        invalid_token: () => ({ status: 401, error: 'invalid_token', description: 'Das Token ist nicht gültig' }),
        invalid_request: () => ({ status: 400, error: 'invalid_request', description: 'Die Anfrage ist nicht gültig' }),
        body: (refused, more) => ({
          timestamp: '2026-01-01T00:00:00Z',
          path: '/',
          status: refused.status,
          ...(refusalRules.refusal.body(refused, more) as object),
        }),
      },
    },
  },
  {
    id: 'query-form-wins',
    leaves: ['A-AUT-13'],
    says: 'Where header and query differ, in token, client id or version, the query wins.',
    rule: {
      bearer: { chosen: (_header, query) => query },
      context: {
        clientId: (header, query) => query ?? header,
        clientVersion: (header, query) => query ?? header,
      },
    },
  },
  {
    id: 'directory-unknown-204',
    leaves: ['A-DIR-04', 'A-DIR-01'],
    says: 'An unknown account is answered with 204; known ones have more fields.',
    rule: {
      directory: {
        unknownStatus: () => 204,
        unknown: () => undefined,
        shown: (facts) => ({
          ...(directoryRules.directory.shown(facts) as object),
          region: 'north',
          aliases: [],
        }),
      },
    },
  },
  {
    id: 'directory-address-with-path',
    leaves: ['A-DIR-05'],
    says: 'The directory gives an address with a path in it, the token response one without.',
    rule: {
      directory: {
        shown: (facts) => {
          const known = directoryRules.directory.shown(facts) as { URL: string }
          return { ...known, URL: `${known.URL.replace(/\/$/, '')}/nodes/7` }
        },
      },
    },
    wire: {
      request: (request) => ({ ...request, target: request.target.replace('/nodes/7/', '/') }),
    },
  },
  {
    id: 'company-text-with-descriptions',
    leaves: ['A-COM-07', 'A-COM-06'],
    says: 'The lines of the text form hold descriptions and stand in reverse order; JSON comes with 203 and more fields.',
    rule: {
      company: {
        form: (accepted) => companyRules.company.form(accepted.length === 0 ? ['application/text'] : accepted),
        status: (count, form) => (form === 'application/json' ? 203 : count === 0 ? 204 : 200),
        json: (companies) => ({
          companies: companies.map(({ id, name, description }) => ({ id, name, description, status: 'active' })),
        }),
        text: (companies) =>
          [...companies]
            .reverse()
            .map(({ name, description }) => `${name}\t${description}\n`)
            .join(''),
      },
    },
  },
]
