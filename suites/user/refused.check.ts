import type { CallOptions } from '../../src/clients/call.ts'
import { check, each, must, type Context, type Reply } from '../../src/kit/index.ts'
import { freshEmail } from './emails.ts'
import { createdUser, fieldsOf, listedWith, sharedUsers, wholeUser, withUser, createTakenUser } from './people.ts'
import { readUser, seenUser } from './reading.ts'
import { user } from './requirements.ts'
import { companyElsewhere } from './two-companies.ts'

const names = ['email', 'firstName', 'lastName', 'phone', 'name', 'active']
const unknownId = '987654321'

/** What may stand in the parameters instead of a name that is known, of no account or company that there is. */
const unknownAccount = ({ fresh }: Context): CallOptions => ({ query: { account: `${fresh.tag}-none` } })
const unknownCompany = ({ fresh }: Context): CallOptions => ({ query: { company: `${fresh.tag} none` } })

/** The same, and a company that only another account has. */
async function unknownPlaces(context: Context): Promise<readonly CallOptions[]> {
  const company = await companyElsewhere(context)
  const ofOthers = company === undefined ? [] : [{ query: { company } }]
  return [unknownAccount(context), unknownCompany(context), ...ofOthers]
}

/** The name of the own account without its last character. */
const accountInPart = ({ target }: Context): CallOptions => ({ query: { account: target.account.slice(0, -1) } })

/** The same with a wildcard in its place. */
const accountAsPattern = ({ target }: Context): CallOptions => ({
  query: { account: `${target.account.slice(0, -1)}%` },
})

/** An account that is not known may also be one that this caller may not see. */
const refusedAccount = (answer: Reply): void => must.status(answer, 400, 401, 403, 404)

check(
  user['invalid-account'],
  'list-of-an-unknown-account',
  {
    brokenBy: [
      'user-account-of-list-ignored',
      'user-account-of-list-status-422',
      'user-account-judged-with-results',
      'user-list-account-in-part',
      'user-account-compared-by-like',
    ],
  },
  async (context) => {
    must.success(await context.api.user.list({ Size: '1' }))
    refusedAccount(await context.api.user.list({ Size: '1' }, unknownAccount(context)))
    if (context.target.account.length > 1)
      refusedAccount(await context.api.user.list({ Size: '1' }, accountInPart(context)))
    refusedAccount(await context.api.user.list({ Size: '1' }, accountAsPattern(context)))
    const nobody = { name: context.fresh.externalId() }
    refusedAccount(await context.api.user.list(nobody, unknownAccount(context)))
  },
)

check(
  user['create-refused'],
  'account-or-company-unknown',
  { effects: true, brokenBy: ['user-company-of-post-ignored', 'user-company-of-post-status-422'] },
  async (context) => {
    await sharedUsers(context)
    await each([unknownAccount(context), unknownCompany(context)], async (wrong) => {
      const body = await wholeUser(context, { email: freshEmail(context) })
      refusedAccount(await context.api.user.create(body, wrong))
      must.equal('users with the e-mail', (await listedWith(context, String(body['email']))).length, 0)
    })
  },
)

check(
  user['create-refused'],
  'email-of-it-is-free',
  { effects: true, needs: ['many-users'], brokenBy: ['user-email-of-unknown-company-taken'] },
  async (context) => {
    const body = await wholeUser(context)
    await each(
      [
        unknownAccount(context),
        unknownCompany(context),
        accountInPart(context),
        { headers: { 'X-Client-Version': undefined } },
      ],
      async (wrong) => must.refused4xx(await context.api.user.create(body, wrong)),
    )
    must.success((await createTakenUser(context, body)).answer)
    must.equal('users with the e-mail', (await listedWith(context, String(body['email']))).length, 1)
  },
)

check(
  user['replace-refused'],
  'account-or-company-unknown',
  { effects: true, brokenBy: ['user-company-of-put-ignored', 'user-put-for-a-company-of-another-account'] },
  async (context) => {
    await withUser(context, async ({ id, body }) => {
      const before = await readUser(context, id)
      await each(await unknownPlaces(context), async (wrong) => {
        refusedAccount(await context.api.user.replace(id, { ...body, firstName: context.fresh.text() }, wrong))
        must.equal('the user', fieldsOf(await readUser(context, id), names), fieldsOf(before, names))
      })
    })
  },
)

check(
  user['remove-refused'],
  'account-or-company-unknown',
  {
    effects: true,
    needs: ['many-users'],
    brokenBy: [
      'user-company-of-delete-ignored',
      'user-account-of-delete-ignored',
      'user-unknown-company-refused-yet-gone',
      'user-delete-for-a-company-of-another-account',
    ],
  },
  async (context) => {
    const { id, email } = await createdUser(context)
    await each(await unknownPlaces(context), async (wrong) => {
      refusedAccount(await context.api.user.remove(id, wrong))
      must.equal('the e-mail', (await seenUser(context, id))?.['email'], email)
    })
  },
)

check(
  user.unauthorized,
  'unknown-id',
  { brokenBy: ['user-get-unknown-status-200', 'user-get-unknown-status-400'] },
  async ({ api }) => {
    must.success(await api.user.list({ Size: '1' }))
    // 403 is listed for it without a condition (B-USR-19): who is there need not be told.
    must.status(await api.user.get(unknownId), 403, 404)
  },
)

/** What every call carries; each is left out once. */
const headers = {
  'X-Request-ID': ['user-request-id-optional', 'user-delete-without-request-id-yet-done'],
  'X-Client-Version': [
    'user-client-version-optional',
    'user-version-optional-on-writes',
    'user-version-looked-at-afterwards',
    'user-delete-without-version-yet-done',
  ],
} as const

for (const [header, faults] of Object.entries(headers))
  check(
    user['headers-required'],
    `without-${header.toLowerCase()}`,
    { effects: true, brokenBy: [...faults] as [string, ...string[]] },
    async (context) => {
      const wrong: CallOptions = { headers: { [header]: undefined } }
      const [shared] = await sharedUsers(context)
      const { api } = context
      await each(
        [
          () => api.user.list({ Size: '1' }, wrong),
          () => api.user.get(shared.id, wrong),
          async () => api.user.create(await wholeUser(context), wrong),
        ],
        async (send) => must.refused4xx(await send()),
      )
      await withUser(context, async ({ id, body }) => {
        must.refused4xx(await api.user.replace(id, { ...body, firstName: context.fresh.text() }, wrong))
        must.equal('the first name', (await readUser(context, id))['firstName'], body['firstName'])
        must.refused4xx(await api.user.remove(id, wrong))
        must.equal('the e-mail', (await seenUser(context, id))?.['email'], body['email'])
      })
    },
  )

check(
  user['required-refused'],
  'calls-without-account',
  {
    effects: true,
    brokenBy: [
      'user-account-optional',
      'user-account-optional-by-id',
      'user-account-of-delete-optional',
      'user-account-of-body-taken',
      'user-delete-takes-account-of-company',
      'user-account-of-writes-taken-from-the-company',
      'user-empty-account-is-the-own',
    ],
  },
  async (context) => {
    const wrong: CallOptions = { query: { account: undefined } }
    const ofNoName: CallOptions = { query: { account: '' } }
    const ofCompany: CallOptions = { query: { account: undefined, company: context.target.company } }
    const [shared] = await sharedUsers(context)
    const { api } = context
    const { account } = context.target
    const body: Readonly<Record<string, unknown>> = { ...(await wholeUser(context)), account }
    await each(
      [
        () => api.user.list({ Size: '1' }, wrong),
        () => api.user.list({ Size: '1' }, ofNoName),
        () => api.user.get(shared.id, wrong),
        () => api.user.create(body, wrong),
        () => api.user.create(body, ofCompany),
      ],
      async (send) => must.refused4xx(await send()),
    )
    must.equal('users with the e-mail', (await listedWith(context, String(body['email']))).length, 0)
    await withUser(context, async ({ id, body: lent }) => {
      for (const how of [wrong, ofCompany, ofNoName]) {
        must.refused4xx(await api.user.replace(id, { ...lent, firstName: context.fresh.text(), account }, how))
        must.equal('the first name', (await readUser(context, id))['firstName'], lent['firstName'])
        must.refused4xx(await api.user.remove(id, how))
        must.equal('the e-mail', (await seenUser(context, id))?.['email'], lent['email'])
      }
    })
  },
)
