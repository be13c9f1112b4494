import { check, each, must, isObjection, eventually, matchers } from '../../src/kit/index.ts'
import type { Dto } from '../../src/clients/answer.ts'
import { freshEmail } from './emails.ts'
import { companiesOf, fieldsOf, listedWith, twoGroups, withUser, foundIn, userIn } from './people.ts'
import { readUser } from './reading.ts'
import { putTaken } from './put-taken.ts'
import { listedIds } from './found-by-name.ts'
import { readsAlike } from './other-reader.ts'
import { listedPage } from './paging.ts'
import { user } from './requirements.ts'

const texts = ['firstName', 'lastName', 'phone'] as const

check(
  user['written-is-read'],
  'every-field-of-a-put',
  {
    effects: true,
    brokenBy: [
      'user-put-decodes-phone',
      'user-put-not-stored',
      'user-put-loses-phone',
      'user-put-loses-active',
      'user-put-loses-email',
      'user-put-loses-last-name',
      'user-email-put-normalised',
      'user-put-keeps-name',
      'user-put-swaps-names',
      'user-filter-before-the-put',
      'user-list-finds-by-a-former-name',
      'user-answers-kept-by-caller',
      'user-list-without-those-whom-another-created',
      'user-put-name-in-small-letters',
      'user-get-first-name-in-small-letters',
    ],
  },
  async (context) => {
    await withUser(context, async ({ id, email, body }) => {
      const wished = {
        ...body,
        email: email.replace('@', '.New+x@'),
        firstName: `${context.fresh.text()} McKay`,
        lastName: 'Ærøskøbing-Łódź',
        phone: '+1 (555) 010-999',
        name: `${context.fresh.externalId()}McKay`,
        active: false,
      }
      const names = ['email', 'firstName', 'lastName', 'phone', 'name', 'active']
      const other = (await readsAlike(context)) ? context.as('superuser').user : undefined
      const isRead = other !== undefined && (await other.get(id)).status === 200
      // What a PUT answers is not shown (B-USR-35).
      let answer = await context.api.user.replace(id, wished)
      let changed: Dto = wished
      for (const phone of ['+15550109990', '15550109990'])
        if (isObjection(answer)) {
          const [firstName, lastName] = [context.fresh.text(), context.fresh.text()]
          const name = context.fresh.externalId()
          const plainer = { ...wished, email: email.replace('@', '.new@'), phone, firstName, lastName, name }
          ;({ answer, sent: changed } = await putTaken(context, { id, email }, plainer))
        }
      must.success(answer)
      must.equal('the user as read by id', fieldsOf(await readUser(context, id), names), fieldsOf(changed, names))
      const [listed] = await listedWith(context, String(changed['email']))
      must.equal('the user in the list', fieldsOf(listed, names), fieldsOf(changed, names))
      if (changed['email'] !== email)
        must.equal('users in the list with the former e-mail', (await listedWith(context, email)).length, 0)
      await eventually(
        context,
        async () => listedIds(foundIn(await listedPage(context, { name: String(body['name']), Size: '50' }))),
        (found) => matchers.lack('user of another name since among those of the former one', found, id),
      )
      if (isRead) {
        await eventually(
          context,
          async () => fieldsOf(userIn(await other.get(id)), names),
          (shown) => matchers.equal('the user as another one reads it', shown, fieldsOf(changed, names)),
          { lag: 10_000 },
        )
        await eventually(
          context,
          async () => listedIds(foundIn(await other.list({ email: String(changed['email']) }))),
          (ids) => matchers.equal('users of the e-mail as another user lists them', ids, [id]),
          { lag: 10_000 },
        )
      }
    })
  },
)

for (const [situation, value] of [
  ['left-out', undefined],
  ['empty', ''],
] as const)
  check(
    user.replace,
    `texts-${situation}-become-null`,
    {
      effects: true,
      brokenBy: [
        `user-put-keeps-${situation}`,
        ...(value === ''
          ? [
              'user-put-keeps-empty-text',
              'user-put-keeps-empty-phone',
              'user-put-empty-phone-left',
              'user-put-empty-last-name-stands-where-there-was-none',
            ]
          : [
              'user-put-of-no-texts-ignored',
              'user-list-with-texts-that-were-cleared',
              'user-put-without-phone-and-last-name-keeps-the-phone',
            ]),
      ],
    },
    async (context) => {
      await withUser(context, async ({ id, email, body }) => {
        const sent = { ...body, ...Object.fromEntries(texts.map((name) => [name, value])) }
        const none = { firstName: null, lastName: null, phone: null }
        // Once more, when there is none to be taken away.
        for (let round = 0; round < 2; round += 1) {
          must.success(await context.api.user.replace(id, sent))
          must.equal('firstName, lastName and phone', fieldsOf(await readUser(context, id), texts), none)
        }
        const listed = value === undefined ? await listedWith(context, email) : []
        for (const one of listed) must.equal('firstName, lastName and phone in the list', fieldsOf(one, texts), none)
      })
    },
  )

check(
  user.replace,
  'empty-texts-for-one-company',
  {
    effects: true,
    brokenBy: ['user-put-for-a-company-keeps-empty', 'user-put-own-email-refused-in-one-of-two-companies'],
  },
  async (context) => {
    await withUser(context, async ({ id, body }) => {
      const query = { company: context.target.company }
      await each(texts, async (name) => {
        must.success(await context.api.user.replace(id, { ...body, [name]: '' }, { query }))
        // Whether a value of one company is what is read is not shown; an empty text is stored nowhere.
        must.differ(`${name} after a PUT for one company with an empty one`, (await readUser(context, id))[name], '')
      })
    })
  },
)

check(
  user.replace,
  'one-text-left-out-of-three',
  {
    effects: true,
    brokenBy: ['user-put-nulls-all-texts', 'user-put-keeps-phone', 'user-second-put-lost', 'user-put-null-keeps'],
  },
  async (context) => {
    await withUser(context, async ({ id, body }) => {
      await each(texts, async (name) => {
        must.success(await context.api.user.replace(id, { ...body, [name]: undefined }))
        const expected = fieldsOf({ ...body, [name]: null }, texts)
        must.equal(`texts after a PUT without ${name}`, fieldsOf(await readUser(context, id), texts), expected)
      })
      const none = { firstName: null, lastName: null, phone: null }
      const answer = await context.api.user.replace(id, { ...body, ...none })
      // That a text may be sent as null is not said.
      if (isObjection(answer)) return
      must.success(answer)
      must.equal('texts after a PUT with null for each', fieldsOf(await readUser(context, id), texts), none)
    })
  },
)

check(
  user.replace,
  'email-name-and-id-never-null',
  { effects: true, brokenBy: ['user-put-nulls-email', 'user-put-nulls-name', 'user-put-of-an-empty-name-clears-it'] },
  async (context) => {
    await withUser(context, async ({ id, email, body }) => {
      await each(
        [{ email: undefined }, { email: '' }, { email: null }, { name: null }, { name: '' }],
        async (wrong) => {
          // Kept or refused, both are lawful (B-USR-34); null is not.
          must.noServerError(await context.api.user.replace(id, { ...body, ...wrong }))
          const dto = await readUser(context, id)
          must.equal('e-mail and id', [dto['email'], String(dto['id'])], [email, id])
          must.hold('a name that is not null', typeof dto['name'] === 'string', dto['name'] ?? null)
        },
      )
    })
  },
)

check(
  user.replace,
  'another-group',
  {
    effects: true,
    brokenBy: [
      'user-put-group-ignored',
      'user-put-group-in-first-company-only',
      'user-put-of-group-alone-ignored',
      'user-group-of-list-for-post-only',
      'user-created-moves',
      'user-put-of-a-former-group-ignored',
    ],
  },
  async (context) => {
    const [one, other] = await twoGroups(context)
    await withUser(context, async ({ id, body }) => {
      let created: unknown
      for (const companyGroupId of [other, one]) {
        must.success(await context.api.user.replace(id, { ...body, companyGroupId }))
        const read = await readUser(context, id)
        must.equal('created', read['created'], (created ??= read['created']))
        const groups = companiesOf(read).map(({ groupId }) => groupId)
        must.some('company of the user', groups)
        must.equal('groups of its companies', [...new Set(groups)], [companyGroupId])
      }
    })
  },
)

check(
  user['name-by-default'],
  'left-out-of-a-put',
  {
    effects: true,
    brokenBy: [
      'user-name-kept-on-put',
      'user-name-whole-email',
      'user-name-of-former-email',
      'user-name-kept-on-put-of-the-same-email',
    ],
  },
  async (context) => {
    await withUser(context, async ({ id, email: former, body }) => {
      for (const email of [former, freshEmail(context)]) {
        const { answer, sent } = await putTaken(context, { id, email: former }, { ...body, email, name: undefined })
        must.success(answer)
        must.equal('the name', (await readUser(context, id))['name'], String(sent['email']).split('@')[0])
      }
    })
  },
)
