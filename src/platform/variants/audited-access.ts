import type { Variant } from '../deviation.ts'
import { passwordRules } from '../rulebook/password.ts'
import { lawful } from './lawful.ts'

const { password } = passwordRules
const others = password.order().filter((code) => code !== 'MC-12')

/** Lawful access that checks once took for wrong: what they laid upon a server was said by no sentence. */
export const auditedAccessVariants: readonly Variant[] = [
  lawful(['A-TOK-10', 'A-TOK-41'], {
    id: 'scim-form-with-nulls',
    says: "A client's own token is answered in the form used with SCIM, with null for every field that it is not shown with.",
    rule: {
      token: {
        shown: (body, login) =>
          login === 'client'
            ? {
                ...body,
                tenant_id: null,
                token_type: null,
                expires_in: null,
                scope: null,
                cluster_url: null,
                user: null,
                user_email: null,
                user_id: null,
                companies: (body['companies'] as ReadonlyArray<Readonly<Record<string, unknown>>>).map(
                  ({ name, description }, at) => ({ permissionGroupId: at + 1, name, description }),
                ),
              }
            : body,
      },
    },
  }),
  lawful(['A-PWD-15', 'A-PWD-06'], {
    id: 'too-fresh-told-before-all',
    says: 'As long as it was never changed, a password is too fresh to change for one that breaks a rule.',
    rule: {
      password: {
        order: () => ['MC-12', ...others],
        violated: (code, trial) =>
          code === 'MC-12' && trial.former.length <= 1
            ? others.some((other) => password.violated(other, trial))
            : password.violated(code, trial),
      },
    },
  }),
]
