import type { Variant } from '../deviation.ts'
import { companyRules } from '../rulebook/company.ts'
import { directoryRules } from '../rulebook/directory.ts'

const encoded = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url')
let minted = 0

/** Lawful other forms of tokens and access answers, as real clusters have them. */
export const accessForms: readonly Variant[] = [
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
    id: 'directory-more-fields',
    leaves: ['A-DIR-01'],
    says: 'A directory answer has additional fields.',
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

/** Lawful other forms of deleted listings, as real clusters have them. */
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
]
