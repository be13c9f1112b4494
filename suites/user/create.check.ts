import { check, must } from '../../src/kit/index.ts'
import { mustBeInUse, unlessFull } from './full.ts'
import { emailAt, freshEmail, withSmallLetters } from './emails.ts'
import {
  companiesOf,
  createdUser,
  fieldsOf,
  listedWith,
  sharedUsers,
  twoGroups,
  wholeUser,
  withUser,
  usersIn,
} from './people.ts'
import { readUser } from './reading.ts'
import { freshPhone } from './phones.ts'
import { user } from './requirements.ts'

const names = ['email', 'firstName', 'lastName', 'phone', 'name', 'active']
const many = ['many-users'] as const

check(
  user['input-form'],
  'every-field-of-a-create',
  {
    effects: true,
    needs: many,
    brokenBy: [
      'user-post-loses-phone',
      'user-post-always-active',
      'user-post-loses-last-name',
      'user-post-names-cut-at-fifty',
      'user-email-filter-of-small-letters',
    ],
  },
  async (context) => {
    const email = freshEmail(context).replace('@', '.Mia@')
    const firstName = 'Maria Theresia Walburga Amalia Christina Josepha Antonia Anna'
    const wished = await wholeUser(context, { email, firstName, lastName: 'Ærøskøbing-Łódź', active: false })
    const { id, dto, sent } = await createdUser(context, wished, undefined, {
      email: freshEmail(context),
      firstName: context.fresh.text(),
      lastName: context.fresh.text(),
    })
    const expected = withSmallLetters(fieldsOf(sent, names))
    must.equal('the user as answered', withSmallLetters(fieldsOf(dto, names)), expected)
    must.equal('the user as read by id', withSmallLetters(fieldsOf(await readUser(context, id), names)), expected)
    const [listed] = await listedWith(context, String(sent['email']))
    must.equal('the user in the list', withSmallLetters(fieldsOf(listed, names)), expected)
  },
)

check(
  user['name-by-default'],
  'left-out-of-a-create',
  {
    effects: true,
    needs: many,
    brokenBy: [
      'user-name-whole-email',
      'user-name-cut-at-dot',
      'user-name-cut-at-plus',
      'user-name-in-answer-only',
      'user-plus-in-filter-is-blank',
      'user-default-name-in-small-letters',
      'user-post-tells-its-name-in-small-letters',
    ],
  },
  async (context) => {
    const odd = { email: emailAt(context, `${context.fresh.tag}.First+x`), name: undefined }
    const plainer = { email: emailAt(context, `${context.fresh.tag}.first`) }
    const { id, email, dto } = await createdUser(context, odd, undefined, plainer)
    const read = await readUser(context, id)
    const [part] = String(read['email']).split('@')
    must.equal('the name', read['name'], part)
    must.equal('the name in the answer to the POST', dto['name'], part)
    const listed = await listedWith(context, email)
    must.equal(
      'names in the list of the e-mail',
      listed.map(({ name }) => name),
      [part],
    )
  },
)

check(
  user['group-for-companies'],
  'of-a-created-user',
  {
    effects: true,
    needs: many,
    brokenBy: [
      'user-post-group-ignored',
      'user-post-group-in-first-company-only',
      'user-post-answers-before-companies',
      'user-post-tells-one-company-for-all',
      'user-group-ids-of-list-differ',
    ],
  },
  async (context) => {
    const [, other] = await twoGroups(context)
    const { id, dto } = await createdUser(context, { companyGroupId: other })
    const read = await readUser(context, id)
    if (Array.isArray(dto['companies'])) {
      must.some('company of the answer', companiesOf(dto))
      // The account may have got another company meanwhile.
      must.include('companies as read', companiesOf(read), companiesOf(dto))
      const different = new Set(companiesOf(dto).map(({ companyId, groupId }) => `${companyId} ${groupId}`))
      must.equal('number of different companies of the answer', different.size, companiesOf(dto).length)
    }
    const groups = companiesOf(read).map(({ groupId }) => groupId)
    must.some('company of the user', groups)
    must.equal('groups of its companies', [...new Set(groups)], [other])
  },
)

check(
  user['group-id-usable'],
  'as-the-list-returned-it',
  { effects: true, brokenBy: ['user-group-id-of-list-unknown'] },
  async (context) => {
    const [one] = await sharedUsers(context)
    const [listed] = await listedWith(context, one.email)
    const groups = companiesOf(listed).map(({ groupId }) => groupId)
    must.some('groupId in the list', groups)
    must.equal('groupId of its companies', [...new Set(groups)], [one.groupId])
  },
)

check(
  user['create-refused'],
  'email-in-use',
  {
    effects: true,
    brokenBy: [
      'user-email-taken-twice',
      'user-exists-status-409',
      'user-post-updates',
      'user-exists-in-other-case-crashes',
      'user-listed-once-per-company',
    ],
  },
  async (context) => {
    const [shared] = await sharedUsers(context)
    const answer = await context.api.user.create(await wholeUser(context, { email: shared.email }))
    await mustBeInUse(context, answer)
    // Whether this is the same e-mail is not said; it is no reason to crash.
    const other = await context.api.user.create(
      await wholeUser(context, { email: shared.email.replace('example', 'EXAMPLE') }),
    )
    must.noServerError(other)
    // Both may be there, and a page of its own accord may hold one of them.
    const found = usersIn(await context.api.user.list({ email: shared.email, Size: '10' }))
    must.equal(
      'users with the e-mail',
      found.filter(({ email }) => email === shared.email).map(({ id }) => String(id)),
      [shared.id],
    )
  },
)

check(
  user['create-refused'],
  'unknown-group',
  { effects: true, brokenBy: ['user-unknown-group-yet-stored'] },
  async (context) => {
    await sharedUsers(context)
    const body = await wholeUser(context, { companyGroupId: 999_999_999 })
    const answer = await context.api.user.create(body)
    if (answer.status >= 300) must.refused4xx(answer)
    const listed = await listedWith(context, String(body['email']))
    must.equal('users with the e-mail', listed.length, answer.status < 300 ? 1 : 0)
  },
)

check(
  user['name-conflict'],
  'what-is-refused-is-not-done',
  {
    effects: true,
    needs: many,
    brokenBy: ['user-name-conflict-and-created', 'user-name-conflict-and-updated'],
  },
  async (context) => {
    // Not a shared user: other checks count the users of their names.
    const { name } = (await createdUser(context)).dto
    const body = await wholeUser(context, { name })
    const answer = await unlessFull(context, await context.api.user.create(body))
    must.noServerError(answer)
    const listed = await listedWith(context, String(body['email']))
    must.equal('users with the e-mail', listed.length, answer.status < 300 ? 1 : 0)
    await withUser(context, async ({ id, body: before }) => {
      const changed = { ...before, name, phone: freshPhone(context) }
      const put = await context.api.user.replace(id, changed)
      must.noServerError(put)
      const expected = fieldsOf(put.status < 300 ? changed : before, names)
      must.equal('the user', fieldsOf(await readUser(context, id), names), expected)
    })
  },
)
