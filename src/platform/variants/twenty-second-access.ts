import type { Variant } from '../deviation.ts'
import { askedOf, eachRecord, isBatch, isWell, jsonIn, withJson, type Json } from '../faults/passing.ts'
import { asksForList, isPost } from '../faults/serving.ts'
import { formIn, isToken } from '../faults/token-calls.ts'
import { empty, json, textAnswer } from '../http/answers.ts'
import { directoryRules } from '../rulebook/directory.ts'
import { passwordRules } from '../rulebook/password.ts'
import { tokenRules } from '../rulebook/token.ts'
import { loginNamed } from '../token/named.ts'
import { passwordsOf } from '../token/passwords.ts'
import type { Company } from '../world/types.ts'
import { lawful, through } from './lawful.ts'

/** Two of one name, one between blanks, and one whose name looks like a list. */
const alike: readonly Company[] = ['Twin', 'Twin', ' Twin ', '[]'].map((name, at) => ({
  id: 980_001 + at,
  permissionGroupId: 1,
  name,
  description: '',
}))

const folded = (name: string): string => name.trim().toLowerCase()

/** Of a query that the documents do not allow: told apart from other refusals until the page takes its place. */
const malformed = 499

/** Lawful servers of access that a twenty-second reader of the document thought up (suites/two-readings). */
export const twentySecondAccessVariants: readonly Variant[] = [
  lawful(['A-TOK-08', 'A-TOK-09'], {
    id: 'first-user-nought-and-companies-below-nought',
    says: 'user_id of the users in a token response counts from 0; the ids of companies are negative there and in users.',
    rule: {
      user: {
        memberships: (companies) => companies.map(({ companyId, groupId }) => ({ companyId: -companyId, groupId })),
      },
      token: {
        company: (company) => ({ ...(tokenRules.token.company(company) as Json), id: -company.id }),
        shown: (() => {
          const met: unknown[] = []
          return (body) => {
            const { user_id: id } = body
            if (typeof id !== 'number') return body
            if (!met.includes(id)) met.push(id)
            return { ...body, user_id: met.indexOf(id) }
          }
        })(),
      },
    },
  }),
  lawful(['A-TOK-09', 'A-COM-01', 'A-COM-02'], {
    id: 'companies-of-one-name-and-like-a-list',
    says: 'Logins with companies have four more without a description: two of one name, one of it between blanks, one called [].',
    rule: {
      token: {
        companies: (all, assigned, login) => {
          const own = tokenRules.token.companies(all, assigned, login)
          return own.length === 0 ? own : [...own, ...alike]
        },
      },
    },
  }),
  lawful(['A-DIR-01', 'A-DIR-06'], {
    id: 'account-names-folded-and-trimmed-in-directory',
    says: 'The directory overlooks letter case and blanks around the name of an account, and answers its own spelling.',
    rule: {
      directory: {
        finds: (name, names) =>
          directoryRules.directory.finds(name, names) ?? names.find((known) => folded(known) === folded(name)),
      },
    },
  }),
  through(
    'users-asked-for-before-clients',
    ['A-TOK-32', 'A-TOK-33'],
    'A password login in which both the client and the user are wrong is invalid_grant.',
    async (request, go, { house }) => {
      const response = await go(request)
      if (!isToken(request) || jsonIn(response)?.['error'] !== 'invalid_client') return response
      const form = formIn(request)
      if (form.get('grant_type') !== 'password') return response
      const named = loginNamed(house, form.get('username') ?? '')
      return named && passwordsOf(house, named).former[0] === form.get('password')
        ? response
        : json(400, { error: 'invalid_grant', error_description: 'Bad credentials' })
    },
  ),
  lawful(['A-PWD-03', 'A-PWD-14'], {
    id: 'password-values-text-word-and-null',
    says: 'values of a password error with a number holds that as text, a word and null; a wrong old password has none.',
    rule: {
      password: {
        values: (needed, code) =>
          needed === undefined ? passwordRules.password.values(needed, code) : [String(needed), 'min', null],
      },
    },
  }),
  {
    ...through(
      'batch-and-lists-at-their-exact-paths',
      ['A-BAT-01', 'A-DAT-02'],
      'The Batch API is found with the slash at its end, and lists without one; other spellings are answered with 404.',
      (request, go) => {
        const asked = askedOf(request)
        const isOther = isBatch(asked) ? !asked.path.endsWith('/') : asked.by === 'list' && asked.path.endsWith('/')
        return isOther ? Promise.resolve(empty(404)) : go(request)
      },
    ),
    // That one redirects what is not found here.
    excludes: ['batch-path-leads-to-its-slash'],
  },
  {
    ...through(
      'malformed-queries-stopped-by-a-firewall',
      ['A-CQL-18', 'A-CQL-09', 'A-CQL-22', 'A-CQL-23'],
      'A query that cannot be answered is stopped by a firewall with 403 and a page.',
      async (request, go) => {
        const response = await go(request)
        return response.status === malformed
          ? textAnswer(403, 'text/html', '<html><body>Request blocked. Support id: 123</body></html>')
          : response
      },
    ),
    rule: { cql: { refused: () => malformed } },
  },
  through(
    'posts-204-with-a-relative-location',
    ['A-DAT-04', 'A-DAT-31'],
    'A POST of the Data API is 204 with a Location relative to its path, which has the dtos of the request.',
    async (request, go) => {
      const asked = askedOf(request)
      const response = await go(request)
      if (!isPost(asked) || !isWell(response)) return response
      const [element] = (jsonIn(response)?.['data'] ?? []) as Json[]
      const { id } = (Object.values(element ?? {})[0] ?? {}) as Json
      const dtos = encodeURIComponent(asked.query.get('dtos') ?? '')
      return id === undefined ? response : empty(204, [['Location', `${asked.resource}/${String(id)}?dtos=${dtos}`]])
    },
  ),
  {
    ...through(
      'counts-as-texts-and-null-where-unreadable',
      ['A-EXP-03', 'A-EXP-10', 'A-EXP-07'],
      'A count is a text; that of records that the caller may not read is null.',
      async (request, go, { house }) => {
        const asked = askedOf(request)
        const response = await go(request)
        const counts = asked.query.getAll('expand').filter((text) => text.startsWith('count('))
        if (counts.length === 0 || !isWell(response) || (!asksForList(asked) && asked.by === undefined)) return response
        const { gathered, countKey } = house.rules.expand
        if (gathered() !== undefined) return response
        const nulls = Object.fromEntries(counts.map((text) => [countKey(text.slice('count('.length, -1)), null]))
        return withJson(response, (body) => eachRecord(body, (record) => ({ ...nulls, ...record })))
      },
    ),
    // These put counts elsewhere, or show them to whoever asks.
    excludes: [
      'expanded-in-the-element',
      'expanded-in-side-array',
      'expanded-by-relation-beside-data',
      'expanded-under-its-field-in-the-element',
      'counts-without-permission-to-read',
    ],
    rule: { expand: { counted: String } },
  },
]
