import { requirements } from '../../../src/kit/requirements.ts'

export const response = requirements('token', {
  'access-token': {
    level: 'must',
    says: 'access_token is a string: the issued token.',
    sources: ['A-TOK-01'],
    contract: ['token-access-token-renamed', 'token-access-token-object'],
  },
  'token-type': {
    level: 'must',
    says: 'token_type is the string bearer, in any letter case.',
    sources: ['A-TOK-02'],
    contract: ['type-missing-for-clients', 'type-jwt-for-code', 'token-type-missing', 'token-type-mac'],
  },
  'expires-in': {
    level: 'must',
    says: 'expires_in is a number: the lifetime in seconds.',
    sources: ['A-TOK-03'],
    contract: ['expires-string-for-code', 'token-expires-in-text', 'token-expires-in-missing'],
  },
  'scope-word': {
    level: 'must',
    says: 'scope is general or local.',
    sources: ['A-TOK-04'],
    contract: ['scope-upper-case', 'scope-missing-on-user', 'token-scope-missing', 'token-scope-other-word'],
  },
  'cluster-url': {
    level: 'must',
    says: "cluster_url is a string: the address of the account's cluster.",
    sources: ['A-TOK-05'],
    contract: ['token-cluster-url-missing', 'token-cluster-url-object'],
  },
  'account-name': {
    level: 'must',
    says: 'account is a string: the name of the authorised account.',
    sources: ['A-TOK-06'],
    contract: ['token-account-missing'],
  },
  'account-id': {
    level: 'must',
    says: 'account_id is a number.',
    sources: ['A-TOK-07'],
    contract: [
      'account-login-account-id-string',
      'account-id-string-for-code',
      'token-account-id-text',
      'token-account-id-missing',
    ],
  },
  'user-fields': {
    level: 'must',
    says: 'A user-based grant answers with user and user_email as strings and user_id as a number.',
    sources: ['A-TOK-08'],
    contract: [
      'user-id-string-second-company',
      'token-user-missing',
      'token-user-email-missing',
      'token-user-id-text',
      'token-user-id-missing',
      'token-code-grant-without-user',
    ],
  },
  companies: {
    level: 'must',
    says: 'companies is an array, possibly empty, of objects with a numeric id and strings name and description.',
    sources: ['A-TOK-09'],
    contract: [
      'company-id-text-with-a-code',
      'company-description-missing',
      'token-company-empty-description-null',
      'token-companies-missing',
      'token-companies-null-when-empty',
      'token-companies-names',
      'token-company-id-text',
      'token-second-company-id-string',
      'token-company-without-id',
      'token-company-without-description',
    ],
  },
  'scim-form': {
    level: 'variant',
    says: 'Recorded: which of its two forms the token response has, the full one or the one used with SCIM.',
    sources: ['A-TOK-10'],
  },
  'scim-form-particulars': {
    level: 'unshown',
    says: 'Recorded: which other fields the SCIM form carries, and the types of tenant_id and permissionGroupId.',
    sources: ['A-TOK-41'],
  },
})
