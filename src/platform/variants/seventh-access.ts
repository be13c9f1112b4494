import type { Variant } from '../deviation.ts'
import { askedOf, isWell, jsonIn } from '../faults/passing.ts'
import { formIn, isPasswordChange } from '../faults/token-calls.ts'
import { empty, textAnswer } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import { directoryRules } from '../rulebook/directory.ts'
import { passwordRules } from '../rulebook/password.ts'
import { tokenRules } from '../rulebook/token.ts'
import { accessSeams } from '../seams/access.ts'

const typeOf = ({ headers }: PlatformResponse): string =>
  headers.find(([name]) => /^content-type$/i.test(name))?.[1] ?? ''
const typed = (response: PlatformResponse, type: string): PlatformResponse => ({
  ...response,
  headers: response.headers.map(([name, value]) => [name, /^content-type$/i.test(name) ? type : value]),
})
const localhost = (address: unknown, name: string): string => String(address).replace('127.0.0.1', name)
const isLoginPage = (path: string): boolean => path.endsWith('/api/oauth2/v1/login')
const forgery = '<input type="hidden" name="csrf" value="7f">'

/** Lawful other readings of access that a seventh reader of the document thought up. */
export const seventhAccessVariants: readonly Variant[] = [
  {
    id: 'token-response-turned-with-fraction',
    leaves: ['A-TOK-21', 'A-TOK-02', 'A-TOK-09'],
    says: 'A token response has its members in reverse order and more of them, expires_in of 43197.5 and BEARER; a client of its own has no companies.',
    rule: {
      token: {
        type: () => 'BEARER',
        expiresIn: (seconds) => seconds - 2.5,
        shown: (body, login) => ({
          tenant: null,
          authorities: [],
          ...Object.fromEntries(
            Object.entries(body)
              .map(([name, value]): [string, unknown] => [
                name,
                name === 'companies' && login === 'client' ? [] : value,
              ])
              .sort(([one], [other]) => (one < other ? 1 : -1)),
          ),
        }),
      },
    },
  },
  {
    id: 'code-for-thirty-seconds',
    leaves: ['A-TOK-40'],
    says: 'A code is good for thirty seconds and one exchange; then the token endpoint answers that it is spent.',
    rule: {
      authorize: { redeems: (facts) => tokenRules.authorize.redeems(facts) && facts.ageMs < 30_000 },
      refusal: { unknown_code: () => ({ status: 400, error: 'invalid_grant', description: 'code spent' }) },
    },
  },
  {
    id: 'authorize-parameters-before-code',
    leaves: ['A-TOK-23'],
    says: 'authorize redirects with 307 to two pages with an anti-forgery field, then with 303, other parameters and a code of 200 characters at the end.',
    excludes: ['authorize-wants-its-cookie'],
    rule: {
      authorize: {
        pages: () => 'two',
        location: (uri, { code, ...rest }, type) =>
          tokenRules.authorize.location(
            uri,
            code === undefined ? rest : { session_state: 'a.b', iss: 'https://login.example', ...rest, code },
            type,
          ),
      },
    },
    seam: {
      tokens: { mint: (of) => (of ? accessSeams.tokens.mint(of) : `${accessSeams.tokens.mint()}${'/='.repeat(80)}`) },
    },
    wire: {
      response(response, request) {
        const { path } = askedOf(request)
        if (response.status === 302) return { ...response, status: path.endsWith('/authorize') ? 307 : 303 }
        if (isLoginPage(path) && request.method === 'POST' && formIn(request).get('csrf') !== '7f')
          return textAnswer(403, 'text/html;charset=UTF-8', '<!doctype html><title>Forged</title>')
        return /^text\/html/.test(typeOf(response))
          ? { ...response, body: Buffer.from(response.body.toString('utf8').replace(/<\/form>/g, `${forgery}</form>`)) }
          : response
      },
    },
  },
  {
    id: 'password-errors-422-wrong-old-401',
    leaves: ['A-PWD-15', 'A-PWD-14'],
    says: 'Password errors come with 422, the number in the message and the last rule first; a wrong old password is invalid_grant with 401, a change 202 and 0.',
    rule: {
      password: {
        changedStatus: () => 202,
        changed: () => ({ expires_in: 0 }),
        errorStatus: () => 422,
        wrongOld: () => 'invalid_grant',
        message: (code, needed) =>
          String(passwordRules.password.message(code, needed)).replace('{0}', String(needed ?? '')),
        values: () => [],
        order: () => ['MC-14', ...[...passwordRules.password.order()].filter((code) => code !== 'MC-14').reverse()],
      },
    },
    wire: {
      response: (response, request) =>
        isPasswordChange(request) && jsonIn(response)?.['error'] === 'invalid_grant'
          ? { ...response, status: 401 }
          : response,
    },
  },
  {
    id: 'directory-host-in-capitals-204',
    leaves: ['A-DIR-04', 'A-DIR-05'],
    says: 'The directory writes host names in capitals and has more fields, token responses have small letters; an unknown account is answered with 204.',
    rule: {
      directory: {
        unknownStatus: () => 204,
        unknown: () => undefined,
        shown: (facts) => {
          const known = directoryRules.directory.shown(facts) as Record<string, unknown>
          return { id: 7, name: facts.accountName, ...known, URL: localhost(known['URL'], 'LOCALHOST') }
        },
      },
      token: { shown: (body) => ({ ...body, cluster_url: localhost(body['cluster_url'], 'localhost') }) },
    },
  },
  {
    id: 'company-list-203-in-lines',
    leaves: ['A-COM-07', 'A-COM-06'],
    says: 'The company list is 203; its text form is Latin-1 in another order with descriptions and a last new-line, and empty with 204; any other Accept is refused.',
    rule: {
      company: {
        status: (count, form) => (count === 0 && form === 'application/text' ? 204 : 203),
        text: (companies) =>
          [...companies]
            .reverse()
            .map(({ name, description }) => `${name} (${description})\n`)
            .join(''),
      },
    },
    seam: {
      passage: {
        async through(request, go) {
          if (!/\/informationService\/companies(?:\?|$)/.test(request.target)) return go(request)
          const accept = request.headers.find(([name]) => /^accept$/i.test(name))?.[1] ?? '*/*'
          if (!/application\/(?:text|json)/.test(accept)) return empty(406)
          const response = await go(request)
          const text = response.body.toString('utf8')
          return isWell(response) && typeOf(response).startsWith('application/text') && /^[\0-\xff]*$/.test(text)
            ? { ...typed(response, 'text/plain;charset=ISO-8859-1'), body: Buffer.from(text, 'latin1') }
            : response
        },
      },
    },
  },
  {
    id: 'no-token-400-as-problem',
    leaves: ['A-AUT-05', 'A-AUT-13'],
    says: 'OAuth errors of resource calls have the media type of problems, and a call without a token gets 400; without permission single calls are 404 without a body and lists are empty.',
    rule: {
      bearer: { refusal: (state) => (state === 'none' ? 'invalid_request' : 'invalid_token') },
      data: { forbidden: (lists) => (lists ? 200 : 404) },
    },
    wire: {
      response(response, request) {
        if (/\/oauth2\//.test(request.target)) return response
        const isOauth = jsonIn(response)?.['error_description'] !== undefined
        if (isOauth) return typed(response, 'application/problem+json')
        return response.status === 404 && askedOf(request).resource !== undefined ? empty(404) : response
      },
    },
  },
]
