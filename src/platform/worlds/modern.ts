import { refusalRules } from '../rulebook/refusal.ts'
import { withResources, type ServedWorld } from './world.ts'

/** What newer clusters add to the documents. */
export const modern: ServedWorld = {
  name: 'modern',
  says: 'Access tokens are JWTs, oauth2/v2 beside v1, additional fields everywhere, null for absent ones, newer DTOs, SCIM in capitals and with bodiless writes.',
  variants: [
    'token-jwt',
    'token-more-fields',
    'token-company-more-fields',
    'password-error-children',
    'password-changed-more-fields',
    'directory-more-fields',
    'company-more-fields',
    'record-more-fields',
    'page-envelope',
    'lock-children',
    'lock-values-more',
    'deleted-more-fields',
    'query-api-envelope-more',
    'query-api-id-added',
    'attachment-content-null',
    'batch-answer-msgtype',
    'scim-answers-without-a-charset',
    'scim-attributes-capitalised',
    'scim-emails-with-types',
    'scim-writes-201-with-a-path-beside',
    'user-page-with-more',
    'user-with-more-fields',
  ],
  own: () => [
    {
      id: 'token-nulls-for-absent',
      says: 'Fields that a token response does not have are null.',
      rule: {
        token: { shown: (body) => ({ user: null, user_email: null, user_id: null, refresh_token: null, ...body }) },
      },
    },
    {
      id: 'token-error-nulls',
      says: 'OAuth errors have additional fields, null where they have no value.',
      rule: {
        refusal: {
          body: (refused, more) => ({
            saml_redirect_url: null,
            disassociated: 'true',
            ...(refusalRules.refusal.body(refused, more) as object),
          }),
        },
      },
    },
    {
      id: 'token-second-version',
      says: 'Tokens are also issued at /api/oauth2/v2/token.',
      rule: { token: { servesSecond: () => true } },
    },
  ],
  data: withResources({
    ServiceCall: { versions: { 24: 9, 27: 10, 34: 12 } },
    Activity: { versions: { 37: 10, 43: 12 } },
    BusinessPartner: { versions: { 20: 10, 26: 12 } },
    Person: { versions: { 25: 10, 29: 12 } },
    Equipment: { versions: { 24: 10, 27: 12 } },
    Item: { versions: { 24: 10, 26: 12 } },
    UdfMeta: { versions: { 20: 10, 22: 12 } },
    Attachment: { versions: { 19: 10, 23: 12 } },
  }),
  target: (plain) => plain,
}
