import type { Variant } from '../deviation.ts'
import { attachmentRules } from '../rulebook/attachment.ts'
import { companyRules } from '../rulebook/company.ts'
import { directoryRules } from '../rulebook/directory.ts'
import { refusalRules } from '../rulebook/refusal.ts'

const encoded = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url')
let minted = 0

const node = /^\/nodes\/\d+(?=\/)/
/** Another name of the same machine; hosts other than loopback have none that is known here. */
const alias = (address: string): string =>
  address.includes('//127.0.0.1')
    ? address.replace('//127.0.0.1', '//localhost')
    : address.replace('//localhost', '//127.0.0.1')

/** Lawful other forms of tokens, addresses and access answers, as real clusters have them. */
export const accessForms: readonly Variant[] = [
  {
    id: 'cluster-address-slash',
    leaves: ['A-TOK-05', 'A-DIR-01'],
    says: 'The address of a cluster ends with a slash.',
    excludes: ['cluster-several-addresses'],
    rule: { cluster: { address: (address) => `${address}/` } },
  },
  {
    id: 'cluster-several-addresses',
    leaves: ['A-DIR-01', 'A-DIR-05', 'A-GEN-08'],
    says: 'A cluster has several node addresses and host names, told in turn, some with a slash at the end.',
    excludes: ['cluster-address-slash'],
    rule: {
      cluster: {
        address: (address, told) =>
          [`${address}/`, address.replace(/^(https?:\/\/[^/]+)/, '$1/nodes/2'), `${alias(address)}/`][told % 3] ??
          address,
      },
    },
    wire: { request: (request) => ({ ...request, target: request.target.replace(node, '') }) },
  },
  {
    id: 'token-jwt',
    leaves: ['A-TOK-01'],
    says: 'Access tokens are JSON Web Tokens.',
    seam: {
      tokens: {
        mint: (of) => {
          const { account, user } = of ?? {}
          const claims = {
            jti: `${Date.now()}-${++minted}`,
            ...(account ? { account: account.name, account_id: account.id } : {}),
            ...(user ? { user: user.name, user_id: user.id } : {}),
          }
          return [encoded({ alg: 'RS256', typ: 'JWT', kid: 'fieldproof' }), encoded(claims), 'c2lnbmF0dXJl'].join('.')
        },
      },
    },
  },
  {
    id: 'token-nulls-for-absent',
    leaves: ['A-TOK-08', 'A-TOK-38'],
    says: 'Fields that a token response does not have are null.',
    excludes: ['token-scim-form'],
    rule: {
      token: { shown: (body) => ({ user: null, user_email: null, user_id: null, refresh_token: null, ...body }) },
    },
  },
  {
    id: 'token-error-nulls',
    leaves: ['A-TOK-30', 'A-TOK-34'],
    says: 'OAuth errors have additional fields, null where they have no value, saml_redirect_url among them.',
    excludes: ['token-error-more-fields'],
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
    id: 'directory-more-fields',
    leaves: ['A-DIR-01'],
    says: 'A directory answer has additional fields.',
    excludes: ['directory-unlisted-cluster'],
    rule: {
      directory: {
        shown: (facts) => ({ ...(directoryRules.directory.shown(facts) as object), accountId: null, region: 'west' }),
      },
    },
  },
  {
    id: 'company-more-fields',
    leaves: ['A-COM-01'],
    says: 'The company list and its companies have additional fields.',
    rule: {
      company: {
        json: (companies) => ({
          companies: (companyRules.company.json(companies) as { companies: object[] }).companies.map((one) => ({
            ...one,
            dataVersion: null,
          })),
          total: companies.length,
        }),
      },
    },
  },
  {
    id: 'password-changed-more-fields',
    leaves: ['A-PWD-02'],
    says: 'The answer to a password change has additional fields.',
    rule: { password: { changed: () => ({ expires_in: 90 * 86_400, message: null, values: [] }) } },
  },
]

/** Lawful other forms of deleted listings and attachments, as real clusters have them. */
export const dataForms: readonly Variant[] = [
  {
    id: 'deleted-more-fields',
    leaves: ['A-DEL-02'],
    says: 'Entries of the deleted listing have additional fields.',
    rule: {
      deleted: {
        entry: ({ id, externalId }) => ({ id, ...(externalId === null ? {} : { externalId }), deletedBy: null }),
      },
    },
  },
  {
    id: 'attachment-at-most-4-mb',
    leaves: ['A-ATT-01'],
    says: 'An attachment of more than 4 MB is answered with 413.',
    rule: {
      attachment: {
        refuses: (text) =>
          Buffer.byteLength(text, 'base64') > 4 * 1024 * 1024 ? 413 : attachmentRules.attachment.refuses(text),
      },
    },
  },
]
