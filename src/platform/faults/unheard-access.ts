import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { textAnswer } from '../http/answers.ts'
import { authorizationRules } from '../rulebook/authorization.ts'
import { companyRules } from '../rulebook/company.ts'
import { tokenRules } from '../rulebook/token.ts'
import { isWell, jsonIn, passing, refused, rewriting, withBody } from './passing.ts'
import { nowServed, serving } from './serving.ts'

const formDecoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
const like = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('%', '.*')
      .replaceAll('_', '.')}$`,
    's',
  )
const isToken = (target: string): boolean => /\/api\/oauth2\/v1\/token(?:\?|$)/.test(target)
const logins = perHouse(() => ({ used: new Map<string, number>(), current: new Map<string, string>() }))

/** Quiet breaches of the chapters TOK, PWD, AUT, DIR and COM that nobody here had in mind. */
export const unheardAccessFaults: readonly Fault[] = [
  {
    id: 'code-grant-expires-in-milliseconds',
    breaks: ['A-TOK-03', 'A-TOK-21'],
    says: 'After an authorization code expires_in is in milliseconds.',
    rule: {
      token: {
        shown: (body, _login, { grant }) =>
          grant === 'authorization_code' ? { ...body, expires_in: Number(body['expires_in']) * 1000 } : body,
      },
    },
  },
  {
    id: 'requested-local-scope-honoured',
    breaks: ['A-TOK-19'],
    says: 'A client of general scope gets local scope if it asks for it.',
    rule: {
      token: {
        scope: (type, requested) => (requested === 'local' ? 'local' : tokenRules.token.scope(type, requested)),
      },
    },
  },
  {
    id: 'client-secret-extra-colon-ignored',
    breaks: ['A-TOK-32'],
    says: 'What follows a colon in a client secret is ignored.',
    rule: { grant: { secretHolds: (given, secret) => given === secret || given.startsWith(`${secret}:`) } },
  },
  passing(
    'old-password-from-credential-cache',
    ['A-PWD-16'],
    'A password that was used in the last minute before it was changed still yields tokens.',
    async (request, go, { house }) => {
      const form = new URLSearchParams(request.body.toString('utf8'))
      const user = form.get('username') ?? ''
      const { used, current } = logins(house)
      if (request.method === 'POST' && /\/change_password(?:\?|$)/.test(request.target)) {
        const response = await go(request)
        if (isWell(response) && jsonIn(response)?.['expires_in'] !== undefined)
          current.set(user, form.get('new_password') ?? '')
        return response
      }
      if (request.method !== 'POST' || !isToken(request.target) || form.get('grant_type') !== 'password')
        return go(request)
      const response = await go(request)
      const key = `${user}\n${form.get('password')}`
      if (isWell(response)) used.set(key, house.clock.now())
      const known = current.get(user)
      if (isWell(response) || known === undefined || house.clock.now() - (used.get(key) ?? 0) > 60_000) return response
      form.set('password', known)
      return go(withBody(request, Buffer.from(form.toString())))
    },
  ),
  {
    id: 'new-password-decoded-twice',
    breaks: ['A-PWD-16'],
    says: 'A new password is decoded once more before it is stored.',
    rule: { password: { kept: formDecoded } },
  },
  passing(
    'old-attachment-form-html-401',
    ['A-AUT-01'],
    'The older attachment address answers an invalid token with a page of HTML.',
    async (request, go) => {
      const response = await go(request)
      return request.target.includes('/attachmentService') && response.status === 401
        ? textAnswer(401, 'text/html;charset=UTF-8', '<html><body>Unauthorized</body></html>')
        : response
    },
  ),
  serving('access-token-parameter-get-only', ['A-AUT-04'], 'A token in the query is read on GET only.', {
    rule: {
      bearer: {
        fromQuery: (values, operation) =>
          nowServed()?.asked.method === 'GET' ? authorizationRules.bearer.fromQuery(values, operation) : [],
      },
    },
  }),
  rewriting(
    'encoded-dot-in-dtos-refused',
    ['A-AUT-11'],
    'A percent-encoded dot in dtos is refused.',
    () => true,
    (request) => (/[?&]dtos=[^&]*%2e/i.test(request.target) ? refused(400, 'dtos is not valid') : request),
  ),
  {
    id: 'directory-double-decodes-name',
    breaks: ['A-DIR-03'],
    says: 'An account name is decoded once more as in forms.',
    rule: { directory: { named: formDecoded } },
  },
  {
    id: 'directory-like-lookup',
    breaks: ['A-DIR-06'],
    says: 'In the directory % and _ in a name stand for other characters.',
    rule: {
      directory: {
        finds: (name, names) =>
          names.find((known) => known === name) ??
          (/[%_]/.test(name) ? names.find((known) => like(name).test(known)) : undefined),
      },
    },
  },
  serving(
    'company-text-lists-whole-account',
    ['A-COM-05'],
    'The text form lists all companies of the account, assigned or not.',
    {
      rule: {
        company: {
          listed: (companies, form) =>
            form === 'application/json'
              ? companies
              : (nowServed()?.house.world.accounts.find((account) =>
                  companies.some((one) => account.companies.includes(one)),
                )?.companies ?? companies),
        },
      },
    },
  ),
  {
    id: 'empty-company-list-key-omitted',
    breaks: ['A-COM-04'],
    says: 'An empty company list in JSON has no companies.',
    rule: {
      company: { json: (companies) => (companies.length === 0 ? {} : companyRules.company.json(companies)) },
    },
  },
]
