import type { Variant } from '../deviation.ts'
import { refusalRules } from '../rulebook/refusal.ts'
import { tokenLifetimeMs, tokenRules, type Login } from '../rulebook/token.ts'
import { accessSeams } from '../seams/access.ts'

const { refusal } = refusalRules
const { token, authorize } = tokenRules

type Body = Readonly<Record<string, unknown>>

const companiesOf = (body: Body) => body['companies'] as Array<Record<string, unknown>>

const groups = (body: Body, withId: boolean) =>
  companiesOf(body).map(({ id, name, description }, at) => ({
    ...(withId ? { id } : {}),
    permissionGroupId: at + 1,
    name,
    description,
  }))

const withoutUser = ({ user: _user, user_email: _email, user_id: _id, ...body }: Body): Body => body

const scim = (
  id: string,
  says: string,
  change: (body: Body, login: Login, client: string) => unknown,
  leaves: Variant['leaves'] = ['A-TOK-10', 'A-TOK-41'],
): Variant => ({
  id,
  leaves,
  says,
  rule: { token: { shown: (body, login, { client }) => change(body, login, client) } },
})

const minted = (id: string, says: string, mint: () => string): Variant => ({
  id,
  leaves: ['A-TOK-01', 'A-GEN-07'],
  says,
  seam: { tokens: { mint } },
})

/** Lawful other readings of tokens and token requests. */
export const tokenReadingVariants: readonly Variant[] = [
  minted('token-with-base64-chars', 'Tokens hold plus, slash and equals signs.', () => {
    const plain = accessSeams.tokens.mint()
    return `${plain.slice(0, 8)}+/${plain.slice(8, 20)}+${plain.slice(20)}==`
  }),
  minted('opaque-token-introspection', 'Tokens have 20 characters.', () => accessSeams.tokens.mint().slice(0, 20)),
  minted(
    'token-common-prefix',
    'All tokens begin with the same 40 characters.',
    () => `${'eyJhbGciOiJSUzI1NiJ9'.repeat(2)}${accessSeams.tokens.mint()}`,
  ),
  {
    id: 'account-canonical-case',
    leaves: ['A-TOK-06', 'A-TOK-33'],
    says: 'A login name is found in any letter case.',
    rule: { grant: { sameName: (given, known) => given.toLowerCase() === known.toLowerCase() } },
  },
  {
    id: 'account-id-small',
    leaves: ['A-TOK-07'],
    says: 'The account id is 0.',
    // Which makes another number of it.
    excludes: ['account-id-beyond-doubles'],
    rule: { token: { more: () => ({ account_id: 0 }) } },
  },
  {
    id: 'companies-shuffled',
    leaves: ['A-TOK-09', 'A-TOK-14'],
    says: 'Companies are listed in reverse order.',
    rule: { token: { companies: (all, assigned, login) => token.companies(all, assigned, login).toReversed() } },
  },
  scim('scim-form-for-admin', 'An Admin client is answered in the form used with SCIM.', (body, _login, client) =>
    client === 'Admin' ? { ...withoutUser(body), tenant_id: null, companies: groups(body, false) } : body,
  ),
  scim(
    'scim-form-plus-ids',
    "A client's own token is answered in the form used with SCIM, with the ids of companies too.",
    (body, login) => (login === 'client' ? { ...body, tenant_id: 'tenant', companies: groups(body, true) } : body),
  ),
  scim(
    'scim-bare',
    "A client's own token is answered in the form used with SCIM, without scope and cluster_url.",
    ({ scope, cluster_url: address, ...body }, login) =>
      login === 'client'
        ? { ...body, tenant_id: null, companies: groups(body, false) }
        : { ...body, scope, cluster_url: address },
  ),
  scim(
    'scim-full',
    "A client's own token is answered in the form used with SCIM, with a GUID as tenant_id.",
    (body, login) =>
      login === 'client'
        ? { ...body, tenant_id: '0f8fad5b-d9cb-469f-a165-70867728950e', companies: groups(body, false) }
        : body,
  ),
  {
    id: 'expiry-second-granular',
    leaves: ['A-TOK-21'],
    says: 'A token ends at a full second.',
    rule: { token: { isOver: (age) => age >= tokenLifetimeMs + 900 } },
  },
  {
    id: 'refresh-unauthorized',
    leaves: ['A-TOK-22', 'A-TOK-28'],
    says: 'An unknown grant_type is answered with unauthorized_client.',
    rule: {
      refusal: {
        bad_token_request: (error, why) =>
          error === 'unsupported_grant_type' ? refusal.unauthorized_client() : refusal.bad_token_request(error, why),
      },
    },
  },
  {
    id: 'authorize-many-hops',
    leaves: ['A-TOK-23'],
    says: 'The redirect carries a parameter besides the code.',
    rule: {
      authorize: {
        location: (uri, parameters) => authorize.location(uri, { iss: 'https://issuer.example', ...parameters }),
      },
    },
  },
  {
    id: 'response-type-error-redirect',
    leaves: ['A-TOK-24'],
    says: 'Another response_type is refused by a redirect with an error.',
    rule: { authorize: { refusesByRedirect: () => true } },
  },
  {
    id: 'bad-code-401',
    leaves: ['A-TOK-25', 'A-TOK-40'],
    says: 'A code that yields no token is answered with unauthorized_client.',
    rule: { refusal: { unknown_code: () => refusal.unauthorized_client() } },
  },
  {
    id: 'expired-before-password-check',
    leaves: ['A-TOK-31', 'A-TOK-33'],
    says: 'A login with an expired password is refused as such, whatever password is sent.',
    rule: { grant: { refusesExpired: () => true } },
  },
  {
    id: 'unauthorized-after-password',
    leaves: ['A-TOK-33', 'A-TOK-35'],
    says: 'The password is checked before it is looked at whether the client is allowed.',
    rule: { grant: { barsFirst: () => false } },
  },
  {
    id: 'token-user-ids-of-their-own',
    leaves: ['A-TOK-08'],
    says: 'user_id of a token response is another number than the id of the user in the User API.',
    rule: {
      token: {
        shown: (body) => (typeof body['user_id'] === 'number' ? { ...body, user_id: body['user_id'] + 700_000 } : body),
      },
    },
  },
  {
    id: 'token-user-email-in-capitals',
    leaves: ['A-TOK-08'],
    says: 'user_email has the letters of the e-mail of the user as capitals.',
    rule: {
      token: {
        shown: (body) =>
          typeof body['user_email'] === 'string' ? { ...body, user_email: body['user_email'].toUpperCase() } : body,
      },
    },
  },
]
