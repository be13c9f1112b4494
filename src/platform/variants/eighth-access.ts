import type { Variant } from '../deviation.ts'
import { isWell, jsonIn } from '../faults/passing.ts'
import { isPasswordChange } from '../faults/token-calls.ts'
import { directoryRules } from '../rulebook/directory.ts'
import { passwordRules } from '../rulebook/password.ts'
import { tokenRules } from '../rulebook/token.ts'
import { accessSeams } from '../seams/access.ts'
import { shuffled } from './shuffled.ts'

const dayMs = 86_400_000
const filled = (code: Parameters<typeof passwordRules.password.message>[0], needed: number | undefined): string =>
  String(passwordRules.password.message(code, needed)).replace('{0}', String(needed ?? ''))
const lowestFirst = () => [...passwordRules.password.order()].sort()

const hosted = (address: string, name: string): string => address.replace('127.0.0.1', name).replace(/\/$/, '')

/** Lawful other readings of access that an eighth reader of the document thought up. */
export const eighthAccessVariants: readonly Variant[] = [
  {
    id: 'authorize-in-four-hops',
    leaves: ['A-TOK-23'],
    says: 'authorize redirects with 307 to a relative address that redirects with 303 to two pages; a code holds a slash and stands between other parameters.',
    excludes: ['authorize-see-other', 'authorize-wants-its-cookie', 'one-shot-code-many-redirects'],
    rule: {
      authorize: {
        pages: () => 'two',
        location: (uri, { code, ...rest }, type) =>
          tokenRules.authorize.location(
            uri,
            code === undefined ? rest : { iss: 'x', ...rest, code, session_state: '1' },
            type,
          ),
      },
    },
    seam: {
      tokens: {
        mint: (of) => (of ? accessSeams.tokens.mint(of) : accessSeams.tokens.mint().replace(/^.{3}/, 'a/b')),
      },
    },
    wire: {
      response: (response, request) => {
        const [path = '', search = ''] = request.target.split(/\?(.*)/s)
        if (response.status !== 302) return response
        if (!path.endsWith('/authorize') || search.includes('hop=2')) return { ...response, status: 303 }
        return {
          status: 307,
          headers: [
            ['Location', `authorize?${search}&hop=2`],
            ['Set-Cookie', 'hop=1; Path=/'],
          ],
          body: Buffer.alloc(0),
        }
      },
    },
  },
  {
    id: 'scim-form-for-account-login-by-admin',
    leaves: ['A-TOK-10', 'A-TOK-41'],
    says: 'A login with the account name alone by an Admin client is answered in the form used with SCIM.',
    rule: {
      token: {
        shown: (body, login, { client }) =>
          login === 'account' && client === 'Admin'
            ? {
                ...body,
                tenant_id: null,
                companies: (body['companies'] as Array<{ name: string; description: string }>).map(
                  ({ name, description }, at) => ({ permissionGroupId: `G${at}`, name, description }),
                ),
              }
            : body,
      },
    },
  },
  {
    id: 'password-errors-in-200-lowest-first',
    leaves: ['A-PWD-15', 'A-PWD-14', 'A-PWD-02'],
    says: 'A password change is always 200: 0 as expires_in, or the violated rule with the lowest number, its number in message and values; a wrong old password is MC-13.',
    rule: {
      password: {
        order: lowestFirst,
        errorStatus: () => 200,
        changed: () => ({ expires_in: 0 }),
        wrongOld: () => 'MC-13',
        message: filled,
      },
    },
  },
  {
    id: 'second-password-change-in-a-day-409',
    leaves: ['A-PWD-15', 'A-PWD-06'],
    says: 'A password that was changed within a day is MC-12 with 409, whatever else is wrong.',
    rule: {
      password: {
        order: () => ['MC-12', ...passwordRules.password.order().filter((code) => code !== 'MC-12')],
        violated: (code, trial) =>
          code === 'MC-12' ? trial.ageMs < dayMs : passwordRules.password.violated(code, trial),
        changedStatus: () => 202,
      },
    },
    wire: {
      response: (response, request) =>
        isPasswordChange(request) && jsonIn(response)?.['error'] === 'MC-12' ? { ...response, status: 409 } : response,
    },
  },
  {
    id: 'cluster-address-with-path-told-twice',
    leaves: ['A-DIR-05', 'A-TOK-05'],
    says: 'The directory gives an address with a path and a slash at its end, its host in capitals; the token response has it in small letters without the slash, and doubled slashes are one.',
    rule: {
      directory: {
        shown: (facts) => {
          const known = directoryRules.directory.shown(facts) as { URL: string }
          return { ...known, URL: `${hosted(known.URL, 'LOCALHOST')}/node7/` }
        },
      },
      token: {
        shown: (body) => ({ ...body, cluster_url: `${hosted(String(body['cluster_url']), 'localhost')}/node7` }),
      },
    },
    wire: {
      request: (request) => {
        const [path = '', search] = request.target.split(/\?(.*)/s)
        const inner = path.replace(/^\/+node7(?=\/)/, '').replace(/\/{2,}/g, '/')
        return { ...request, target: search === undefined ? inner : `${inner}?${search}` }
      },
    },
  },
  {
    id: 'company-list-203-never-the-same-twice',
    leaves: ['A-COM-07', 'A-COM-01', 'A-COM-05'],
    says: 'The company list is 203 and in another order each time; each line of its text form, which is text/plain, has a description and ends with a new-line.',
    rule: {
      company: {
        status: () => 203,
        listed: (companies) => shuffled(companies),
        text: (companies) => companies.map(({ name, description }) => `${name} - ${description ?? ''}\n`).join(''),
      },
    },
    seam: {
      passage: {
        async through(request, go) {
          const response = await go(request)
          return isWell(response) && /\/informationService\/companies(?:\?|$)/.test(request.target)
            ? {
                ...response,
                headers: response.headers.map(([name, value]) => [
                  name,
                  value.startsWith('application/text') ? 'text/plain;charset=UTF-8' : value,
                ]),
              }
            : response
        },
      },
    },
  },
]
