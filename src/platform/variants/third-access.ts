import type { Variant } from '../deviation.ts'
import { jsonIn } from '../faults/passing.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { accessSeams } from '../seams/access.ts'
import { through } from './lawful.ts'

const isToken = ({ method, target }: PlatformRequest): boolean =>
  method === 'POST' && /\/api\/oauth2\/v1\/token(?:\?|$)/.test(target)
const typeOf = ({ headers }: PlatformResponse): string =>
  headers.find(([name]) => /^content-type$/i.test(name))?.[1] ?? ''
const typed = (response: PlatformResponse, type: string): PlatformResponse => ({
  ...response,
  headers: response.headers.map(([name, value]) => [name, /^content-type$/i.test(name) ? type : value]),
})
const escaped = (text: string): string =>
  text
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

let minted = 0
let told = 0
let refusals = 0

/** Lawful other readings of access that a third reader of the document thought up. */
export const thirdAccessVariants: readonly Variant[] = [
  {
    id: 'token-expires-in-fraction',
    leaves: ['A-TOK-03'],
    says: 'expires_in has decimals.',
    rule: { token: { expiresIn: (seconds) => seconds - 0.13 } },
  },
  {
    id: 'token-of-changing-length',
    leaves: ['A-TOK-01'],
    says: 'Tokens have some 6,000 characters, reserved ones among them, and differ in length.',
    seam: {
      tokens: {
        mint() {
          minted = (minted + 1) % 50
          return `${accessSeams.tokens.mint()}.a/b+c~${'xY3_'.repeat(1450 + minted)}==`
        },
      },
    },
  },
  // Parts of a batch name the account as calls do.
  through(
    'account-id-beyond-doubles',
    ['A-TOK-07'],
    'account_id has nineteen digits, more than a double keeps.',
    async (request, go) => {
      const response = await go({
        ...request,
        headers: request.headers.map(([name, value]) => [
          name,
          /^x-account-id$/i.test(name) ? value.replace(/^900719925474099(?=\d{1,6}$)/, '') : value,
        ]),
      })
      const longer = () =>
        response.body.toString('utf8').replace(/"account_id":(\d{1,6})(?=[,}])/, '"account_id":900719925474099$1')
      return isToken(request) ? { ...response, body: Buffer.from(longer()) } : response
    },
  ),
  {
    id: 'token-members-turned',
    leaves: ['A-TOK-18'],
    says: 'A token response has further members, tenant_id of null among them, in an order that changes.',
    rule: {
      token: {
        shown(body) {
          told += 1
          const members = Object.entries({
            ...body,
            jti: `jti-${told}`,
            authorities: ['read'],
            cluster: 'eu-1',
            tenant_id: null,
          })
          const at = told % members.length
          return Object.fromEntries([...members.slice(at), ...members.slice(0, at)])
        },
      },
    },
  },
  {
    id: 'account-login-user-null',
    leaves: ['A-TOK-08'],
    says: 'A login with the account name alone has user of null and neither user_email nor user_id.',
    rule: { token: { shown: (body, login) => (login === 'account' ? { ...body, user: null } : body) } },
  },
  {
    id: 'bad-token-request-challenged',
    leaves: ['A-TOK-28'],
    says: 'An incomplete token request is answered with 401 and a challenge.',
    rule: {
      refusal: { bad_token_request: (error, description) => ({ status: 401, error, description }) },
    },
    wire: {
      response: (response, request) =>
        isToken(request) && response.status === 401
          ? { ...response, headers: [...response.headers, ['WWW-Authenticate', 'Basic realm="token"']] }
          : response,
    },
  },
  {
    id: 'password-looked-at-before-secret',
    leaves: ['A-TOK-32', 'A-TOK-33'],
    says: 'A wrong password is refused before a wrong client secret is.',
    seam: {
      passage: {
        async through(request, go, { house }) {
          const response = await go(request)
          if (!isToken(request) || jsonIn(response)?.['error'] !== 'invalid_client') return response
          const given = request.headers.find(([name]) => /^authorization$/i.test(name))?.[1] ?? ''
          const [id] = Buffer.from(given.replace(/^Basic +/i, ''), 'base64')
            .toString()
            .split(':')
          const client = house.world.clients.find((known) => known.id === id)
          if (!client) return response
          const right = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`
          const headers = request.headers.map(
            ([name, value]) => [name, /^authorization$/i.test(name) ? right : value] as const,
          )
          const other = await go({ ...request, headers })
          return jsonIn(other)?.['error'] === 'invalid_grant' ? other : response
        },
      },
    },
  },
  {
    id: 'password-errors-200-changes-202',
    leaves: ['A-PWD-15'],
    says: 'Password errors come with status 200, changes with 202.',
    rule: { password: { errorStatus: () => 200, changedStatus: () => 202 } },
  },
  {
    id: 'wrong-old-password-not-valid',
    leaves: ['A-PWD-15'],
    says: 'A wrong old password is MC-13; expires_in of a change is 0.',
    rule: { password: { wrongOld: () => 'MC-13', changed: () => ({ expires_in: 0 }) } },
  },
  {
    id: 'invalid-token-told-with-request',
    leaves: ['A-AUT-01'],
    says: 'The description of invalid_token holds the number of the refusal, in another language.',
    rule: {
      refusal: {
        invalid_token: () => ({ status: 401, error: 'invalid_token', description: `Ungültig (${(refusals += 1)})` }),
      },
    },
  },
  {
    id: 'company-text-as-prose',
    leaves: ['A-COM-07'],
    says: 'A company in the text form is its name and its description in brackets; a new-line ends every list; the character set is another.',
    rule: {
      company: {
        text: (companies) =>
          companies.length === 0
            ? '\n'
            : companies.map(({ name, description }) => `${name} (${description})\n`).join(''),
      },
    },
    wire: {
      response: (response) =>
        typeOf(response).startsWith('application/text')
          ? {
              ...typed(response, 'text/plain;charset=ISO-8859-15'),
              body: Buffer.from(response.body.toString('utf8'), 'latin1'),
            }
          : response,
    },
  },
  {
    id: 'json-in-ascii',
    leaves: ['A-GEN-01'],
    says: 'JSON is written in ASCII with slashes escaped, and has a media type of its own.',
    wire: {
      response: (response) =>
        /^application\/json\b/i.test(typeOf(response))
          ? {
              ...typed(response, 'application/vnd.fsm+json'),
              body: Buffer.from(escaped(response.body.toString('utf8')), 'latin1'),
            }
          : response,
    },
  },
]
