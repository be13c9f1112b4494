import { unlessFull } from '../user/full.ts'
import { parseExactly } from '../../src/exchange/json.ts'
import { check, must } from '../../src/kit/index.ts'
import {
  createdScimUser,
  everyUser,
  putScimUser,
  readScimUser,
  sharedScimUsers,
  userSchema,
  wholeScimUser,
  withScimUser,
} from './people.ts'
import { attribute, emailsOf, isInteger, primariesOf, resourcesIn, shownIdOf, scimUsersIn, shownOf } from './reading.ts'
import { freshEmail } from '../user/emails.ts'
import { putOfEmails } from './emails.ts'
import { everyEmail, everyUserShowing, mustBeListedUser } from './listed.ts'
import { scim } from './requirements.ts'

const many = ['many-users'] as const

check(
  scim.served,
  'list-of-users',
  { brokenBy: ['scim-users-unserved', 'scim-request-id-demanded'] },
  async ({ api }) => {
    const answer = await api.scim.users.list()
    must.success(answer)
    // Users that others made may have no name and no e-mail.
    must.some('user in the list', resourcesIn(answer), answer)
    must.success(await api.scim.users.list({ headers: { 'X-Request-ID': undefined } }))
  },
)

check(
  scim['list-users'],
  'every-user-is-there',
  { effects: true, brokenBy: ['scim-list-without-newest', 'scim-list-first-ten'] },
  async (context) => {
    const users = await sharedScimUsers(context)
    const listed = (await everyUser(context)).map(shownIdOf)
    must.include(
      'ids in the list of users',
      listed,
      users.map(({ id }) => id),
    )
  },
)

check(
  scim['list-users'],
  'inactive-users-too',
  {
    effects: true,
    brokenBy: [
      'scim-list-active-only',
      'scim-list-before-the-put',
      'scim-put-false-is-missing',
      'scim-put-own-email-refused',
    ],
  },
  async (context) => {
    await withScimUser(context, async ({ id, body }) => {
      must.include('ids in the list before', (await everyUser(context)).map(shownIdOf), [id])
      must.success(await context.api.scim.users.replace(id, { ...body, active: false }))
      const listed = await everyUserShowing(context, 'active')
      const inactive = listed.find((one) => shownIdOf(one) === id)
      must.present('the user in the list', inactive)
      must.equal('its active', attribute(inactive, 'active'), false)
    })
  },
)

check(
  scim['get-user'],
  'one-of-several',
  { effects: true, brokenBy: ['scim-get-other', 'scim-get-unserved', 'scim-id-of-32-bits', 'scim-user-ids-are-guids'] },
  async (context) => {
    const [{ id: own }] = await sharedScimUsers(context)
    // In a body it may be a text (B-SCM-21); in the path it is an integer.
    must.hold('an integer as id in a path', isInteger(own), own)
    const far = await context.api.scim.users.get(String(BigInt(own) + 2n ** 32n))
    must.hold('another id, with another user or none', !scimUsersIn(far).map(shownIdOf).includes(own), far.text)
    for (const { id, name } of await sharedScimUsers(context)) {
      const answer = await context.api.scim.users.get(id)
      must.success(answer)
      must.equal('ids in the answer', scimUsersIn(answer).map(shownIdOf), [id])
      must.include('e-mails in the answer', scimUsersIn(answer).flatMap(emailsOf), [name])
    }
  },
)

check(
  scim['written-is-read'],
  'every-attribute-of-a-created-user',
  {
    effects: true,
    needs: many,
    brokenBy: [
      'scim-post-loses-given-name',
      'scim-post-swaps-names',
      'scim-post-always-active',
      'scim-post-user-name-lost',
    ],
  },
  async (context) => {
    const odd = wholeScimUser(context, {
      emails: [{ value: freshEmail(context).replace('@', '.Mia@'), primary: true }],
      name: { familyName: 'Ærøskøbing', givenName: 'Łucja' },
      active: false,
    })
    // Which e-mails and names are acceptable is not said.
    const plainer = {
      emails: [{ value: freshEmail(context), primary: true }],
      name: { familyName: context.fresh.text(), givenName: context.fresh.text() },
    }
    const { id, body } = await createdScimUser(context, odd, plainer)
    must.equal('the user as read by id', shownOf(await readScimUser(context, id)), shownOf(body))
    mustBeListedUser(await everyUser(context), id, body)
  },
)

check(
  scim['create-user'],
  'without-user-name',
  {
    effects: true,
    needs: many,
    brokenBy: [
      'scim-post-needs-user-name',
      'scim-post-not-stored',
      'scim-one-user-without-user-name',
      'scim-list-one-without-user-name',
      'scim-primary-needed',
      'scim-list-of-named-users',
    ],
  },
  async (context) => {
    const bodies = [
      { schemas: [userSchema], emails: [{ value: freshEmail(context) }] },
      wholeScimUser(context, { userName: undefined }),
    ]
    const ids: (string | undefined)[] = []
    for (const body of bodies) {
      const answer = await unlessFull(context, await context.api.scim.users.create(body))
      must.success(answer)
      ids.push(shownIdOf(parseExactly(answer.text)))
    }
    if (ids.includes(undefined))
      must.include('e-mails in the list of users', await everyEmail(context), bodies.flatMap(emailsOf))
    else must.include('ids in the list of users', (await everyUser(context)).map(shownIdOf), ids)
  },
)

check(
  scim['written-is-read'],
  'every-attribute-of-a-put',
  {
    effects: true,
    brokenBy: [
      'scim-put-not-stored',
      'scim-put-loses-active',
      'scim-put-loses-names',
      'scim-put-loses-user-name',
      'scim-put-keeps-email',
      'scim-first-email-is-primary',
      'scim-get-thinner-than-list',
      'scim-user-name-cut',
      'scim-list-cuts-user-name',
      'scim-list-without-primary',
      'scim-put-of-same-emails-keeps-primary',
      'scim-put-of-both-names-keeps-the-given-name',
      'scim-put-of-fewer-emails-keeps-the-rest',
      'scim-user-listed-once-per-email',
      'scim-third-email-dropped',
    ],
  },
  async (context) => {
    await withScimUser(context, async ({ id, body }) => {
      const wished = {
        ...body,
        userName: context.fresh.externalId(),
        name: { familyName: 'Ødegård', givenName: 'Žofia' },
        active: false,
      }
      const {
        answer,
        body: changed,
        emails,
        main,
      } = await putOfEmails(context, id, wished, [freshEmail(context), freshEmail(context)], {
        name: { familyName: context.fresh.text(), givenName: context.fresh.text() },
      })
      must.success(answer)
      const read = await readScimUser(context, id)
      must.equal('the user as read by id', shownOf(read), shownOf(changed))
      must.equal('its primary e-mails', primariesOf(read), [main])
      const listed = await everyUser(context)
      must.equal('how often it is in the list', listed.filter((other) => shownIdOf(other) === id).length, 1)
      mustBeListedUser(listed, id, changed, [main])
      const userName = `${context.fresh.externalId()} ${'long '.repeat(12)}🔧`
      const turned = emails.length > 1 ? emails.map(({ value, primary }) => ({ value, primary: !primary })) : emails
      const long = await context.api.scim.users.replace(id, { ...changed, userName, emails: turned })
      // A limit of its length is not stated: it may be refused, but not cut.
      const kept = long.status < 300 ? { userName, emails: turned } : { userName: changed['userName'], emails }
      const again = await readScimUser(context, id)
      must.equal('its long userName', attribute(again, 'userName'), kept.userName)
      must.equal('its primary e-mails after the other one was', primariesOf(again), primariesOf(kept))
      mustBeListedUser(await everyUser(context), id, { ...changed, ...kept }, primariesOf(kept))
      const three = [...kept.emails, { value: freshEmail(context), primary: false }]
      // A server that takes two e-mails need not take three.
      if (three.length > 2 && (await context.api.scim.users.replace(id, { ...changed, emails: three })).status < 300)
        must.equal(
          'its three e-mails',
          shownOf(await readScimUser(context, id))['emails'],
          shownOf({ emails: three })['emails'],
        )
      const last = await putScimUser(context, id, body)
      must.success(last.answer)
      const only = await readScimUser(context, id)
      must.equal('its e-mails, of which the last PUT named one', emailsOf(only), emailsOf(last.body))
      mustBeListedUser(await everyUser(context), id, last.body)
    })
  },
)

check(
  scim['replace-user'],
  'without-emails',
  {
    effects: true,
    brokenBy: ['scim-deactivation-needs-emails', 'scim-put-needs-emails', 'scim-put-name-all-or-nothing'],
  },
  async (context) => {
    await withScimUser(context, async ({ id, body }) => {
      const familyName = context.fresh.text()
      const changed = { ...body, name: { familyName }, emails: undefined, active: false }
      must.success(await context.api.scim.users.replace(id, changed))
      const read = await readScimUser(context, id)
      must.equal(
        'userName, active and familyName',
        [attribute(read, 'userName'), attribute(read, 'active'), shownOf(read)['familyName']],
        [body['userName'], false, familyName],
      )
    })
  },
)
