import { gzipSync } from 'node:zlib'
import type { Variant } from '../deviation.ts'
import { askedOf, headerIn } from '../faults/passing.ts'
import { formIn, isPasswordChange } from '../faults/token-calls.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import { companyRules } from '../rulebook/company.ts'
import { passwordRules, type PasswordCode } from '../rulebook/password.ts'
import { tokenRules } from '../rulebook/token.ts'
import { heldWithin } from '../held-within.ts'
import { alone, lawful, through } from './lawful.ts'

const wanted = heldWithin<string>()
const countedBy: Partial<Record<PasswordCode, RegExp>> = {
  'MC-06': /./gsu,
  'MC-07': /\p{Nd}/gu,
  'MC-08': /\p{L}/gu,
  'MC-09': /\p{Ll}/gu,
  'MC-10': /[^\p{L}\p{Nd}]/gu,
  'MC-11': /\p{Lu}/gu,
}

const archived = {
  id: 990_118,
  permissionGroupId: 1,
  name: 'Archived company',
  description: 'closed in 2019',
}

const atOnce = 4
const inWork = perHouse(() => new Map<string, number>())

const byteOrderMark = '\u{FEFF}'

/** Lawful servers of tokens and companies that an eighteenth reader of the document thought up (suites/two-readings). */
export const eighteenthAccessVariants: readonly Variant[] = [
  lawful(['A-TOK-41', 'A-TOK-38'], {
    id: 'token-tells-that-nothing-is-refreshed',
    says: 'A token response has refresh_expires_in and not-before-policy, both 0.',
    rule: { token: { more: () => ({ refresh_expires_in: 0, 'not-before-policy': 0 }) } },
  }),
  lawful(['A-TOK-08'], {
    id: 'token-user-after-its-account',
    says: 'user of a token response is the account and the user, with a slash between them.',
    rule: {
      token: {
        shown: (body) =>
          typeof body['user'] === 'string' ? { ...body, user: `${String(body['account'])}/${body['user']}` } : body,
      },
    },
  }),
  {
    ...through(
      'password-values-needed-and-found',
      ['A-PWD-03', 'A-PWD-14'],
      'values of MC-06 to MC-11 holds two texts: how many are needed and how many were found.',
      (request, go) =>
        isPasswordChange(request)
          ? wanted.run(formIn(request).get('new_password') ?? '', () => go(request))
          : go(request),
    ),
    rule: {
      password: {
        values: (needed, code) => {
          const kind = countedBy[code]
          return kind && needed !== undefined
            ? [String(needed), String(wanted.get()?.match(kind)?.length ?? 0)]
            : passwordRules.password.values(needed, code)
        },
      },
    },
  },
  lawful(['A-COM-01', 'A-TOK-09'], {
    id: 'archived-company-in-tokens-only',
    says: 'Tokens of logins with companies name an archived company, too, which the company list leaves out.',
    rule: {
      token: {
        companies: (all, assigned, login) => {
          const own = tokenRules.token.companies(all, assigned, login)
          return own.length === 0 ? own : [...own, archived]
        },
      },
      company: { listed: (companies) => companies.filter(({ id }) => id !== archived.id) },
    },
  }),
  lawful(['A-COM-07'], {
    id: 'company-text-with-byte-order-mark',
    says: 'The text form of the company list begins with a byte order mark.',
    rule: { company: { text: (companies) => byteOrderMark + companyRules.company.text(companies) } },
  }),
  {
    id: 'json-compressed-where-no-coding-is-named',
    leaves: ['A-GEN-01'],
    says: 'JSON is compressed if the request has no Accept-Encoding.',
    wire: {
      last: (response, request) => {
        const isJson = /^application\/json\b/i.test(headerIn(response, 'Content-Type') ?? '')
        const codings = headerIn(request, 'Accept-Encoding')
        // The parts of a batch name no coding of their own.
        const isPart = headerIn(request, 'Host') === undefined
        if (!isJson || isPart || codings !== undefined || response.body.length === 0) return response
        if (headerIn(response, 'Content-Encoding') !== undefined) return response
        return {
          ...response,
          headers: [
            ...response.headers.filter(([name]) => !/^content-length$/i.test(name)),
            ['Content-Encoding', 'gzip'],
          ],
          body: gzipSync(response.body),
        }
      },
    },
  },
  // How many calls overlap hangs on what others do to each.
  alone(
    through(
      'four-calls-of-a-token-at-a-time',
      ['A-GEN-09'],
      'A call that comes while four others of its token are served is answered 429, and nothing of it is done.',
      async (request, go, { house, inBatch }) => {
        const token = askedOf(request).query.get('access_token') ?? headerIn(request, 'Authorization') ?? ''
        if (inBatch || token === '' || /^basic /i.test(token)) return go(request)
        const busy = inWork(house)
        const others = busy.get(token) ?? 0
        if (others >= atOnce)
          return json(429, { error: 'CA-95', message: 'Too many calls at a time', values: [] }, [['Retry-After', '1']])
        busy.set(token, others + 1)
        try {
          return await go(request)
        } finally {
          busy.set(token, (busy.get(token) ?? 1) - 1)
        }
      },
    ),
  ),
]
