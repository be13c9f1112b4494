import type { Answer } from '../../src/clients/answer.ts'
import { isCrash } from '../../src/exchange/is-crash.ts'
import { check, must } from '../../src/kit/index.ts'
import { unlessFull } from '../user/full.ts'
import { createdGroup, createdScimUser, everyGroup, everyUser, sharedScimUsers, withScimUser } from './people.ts'
import { emailsOf, isInteger, scimUsersIn, shownIdOf } from './reading.ts'
import { everyEmail } from './listed.ts'
import { scim } from './requirements.ts'

const many = ['many-users'] as const

/** Statuses of SCIM are not shown: an answer without content shows no user either. */
const mustBeGone = (answer: Answer): void => {
  if (answer.status !== 204) must.notDone('the deleted user', answer)
}

check(
  scim['remove-user'],
  'gone-afterwards',
  {
    effects: true,
    needs: many,
    brokenBy: [
      'scim-delete-not-done',
      'scim-delete-deactivates',
      'scim-delete-needs-a-body',
      'scim-deleted-still-listed',
      'scim-put-creates',
    ],
  },
  async (context) => {
    const { id, body } = await createdScimUser(context)
    must.include('ids before', (await everyUser(context)).map(shownIdOf), [id])
    must.success(await context.api.scim.users.remove(id))
    mustBeGone(await context.api.scim.users.get(id))
    must.notDone('a PUT of the deleted user', await context.api.scim.users.replace(id, body))
    must.equal(
      'users of the list with the id',
      (await everyUser(context)).filter((one) => shownIdOf(one) === id).length,
      0,
    )
  },
)

// The last one of a run: it takes few users, and this one is needed no more.
check(
  scim['remove-user'],
  'of-the-user-that-checks-were-lent',
  {
    effects: true,
    alone: true,
    needs: ['created-users'],
    brokenBy: ['scim-delete-not-done', 'scim-delete-deactivates', 'scim-deleted-still-listed'],
  },
  (context) =>
    withScimUser(context, async ({ id }) => {
      const others = (await sharedScimUsers(context)).map((one) => one.id)
      must.include('ids before', (await everyUser(context)).map(shownIdOf), [id, ...others])
      must.success(await context.api.scim.users.remove(id))
      mustBeGone(await context.api.scim.users.get(id))
      const ids = (await everyUser(context)).map(shownIdOf)
      must.hold('a list without the deleted user', !ids.includes(id), ids)
      must.include('ids afterwards', ids, others)
    }),
)

check(
  scim['remove-user'],
  'no-other-is-gone',
  {
    effects: true,
    needs: many,
    brokenBy: ['scim-delete-takes-another', 'scim-id-as-position', 'scim-delete-of-the-first'],
  },
  async (context) => {
    const others = await sharedScimUsers(context)
    const { id } = await createdScimUser(context)
    const later = await createdScimUser(context)
    must.success(await context.api.scim.users.remove(id))
    const answer = await context.api.scim.users.get(later.id)
    must.include('e-mails of a user that was made later', scimUsersIn(answer).flatMap(emailsOf), [later.name])
    must.include(
      'ids in the list of users',
      (await everyUser(context)).map(shownIdOf),
      others.map((one) => one.id),
    )
    must.success(await context.api.scim.users.remove(later.id))
    mustBeGone(await context.api.scim.users.get(later.id))
  },
)

check(
  scim['remove-user'],
  'member-of-a-group',
  {
    effects: true,
    needs: many,
    brokenBy: ['scim-delete-of-a-member-undone', 'scim-groups-list-without-those-of-the-deleted'],
  },
  async (context) => {
    const member = await createdScimUser(context)
    const group = await createdGroup(context, [member])
    must.success(await context.api.scim.users.remove(member.id))
    mustBeGone(await context.api.scim.users.get(member.id))
    const ids = (await everyUser(context)).map(shownIdOf)
    must.hold('a list without the deleted user', !ids.includes(member.id), ids)
    must.include('ids in the list of groups', (await everyGroup(context)).map(shownIdOf), [group.id])
  },
)

check(
  scim['remove-user'],
  'several-ids-in-one-path',
  { effects: true, needs: many, brokenBy: ['scim-batch-delete-served'] },
  async (context) => {
    const users = [await createdScimUser(context), await createdScimUser(context)]
    const answer = await context.api.scim.users.remove(users.map(({ id }) => id).join(','))
    // Of what is not there a server may say that it is gone (B-SCM-17): no more than that both stay is stated.
    must.hold('any status but that of a crash', !isCrash(answer.status), answer.status)
    must.include(
      'ids in the list of users',
      (await everyUser(context)).map(shownIdOf),
      users.map(({ id }) => id),
    )
  },
)

check(
  scim['remove-user'],
  'others-named-in-the-body',
  { effects: true, needs: many, brokenBy: ['scim-delete-by-body'] },
  async (context) => {
    const [one, other] = [await createdScimUser(context), await createdScimUser(context)]
    must.noServerError(await context.api.scim.users.remove(one.id, {}, { ids: [one.shownId, other.shownId] }))
    must.include('ids in the list of users', (await everyUser(context)).map(shownIdOf), [other.id])
  },
)

check(
  scim['remove-group'],
  'several-ids-in-one-path',
  { effects: true, brokenBy: ['scim-group-batch-delete-served'] },
  async (context) => {
    const groups = [await createdGroup(context), await createdGroup(context)]
    const ids = groups.map(({ id }) => id)
    const answer = await context.api.scim.groups.remove(ids.join(','))
    // As of users: a server may say of what is not there that it is gone.
    must.hold('any status but that of a crash', !isCrash(answer.status), answer.status)
    must.include('ids in the list of groups', (await everyGroup(context)).map(shownIdOf), ids)
  },
)

check(
  scim['remove-group'],
  'by-an-integer',
  { effects: true, brokenBy: ['scim-group-ids-are-guids'] },
  async (context) => {
    const { groups } = context.api.scim
    const { id } = await createdGroup(context)
    // In a body it may be a text (B-SCM-21); in the path it is an integer.
    must.hold('an integer as id in a path', isInteger(id), id)
    must.success(await groups.remove(id))
    const ids = (await everyGroup(context)).map(shownIdOf)
    must.hold('a list without the deleted group', !ids.includes(id), ids)
  },
)

check(
  scim['remove-group'],
  'others-named-in-the-body',
  { effects: true, brokenBy: ['scim-group-delete-by-body'] },
  async (context) => {
    const [one, other] = [await createdGroup(context), await createdGroup(context)]
    must.noServerError(await context.api.scim.groups.remove(one.id, {}, { ids: [one.shownId, other.shownId] }))
    must.include('ids in the list of groups', (await everyGroup(context)).map(shownIdOf), [other.id])
  },
)

check(
  scim['written-is-read'],
  'email-of-a-deleted-user',
  { effects: true, needs: many, brokenBy: ['scim-list-without-newest'] },
  async (context) => {
    const { id, body } = await createdScimUser(context)
    must.success(await context.api.scim.users.remove(id))
    const answer = await unlessFull(context, await context.api.scim.users.create(body))
    // No sentence says when the e-mail of a deleted user is free again.
    if (answer.status >= 400 && answer.status < 500) return
    must.success(answer)
    must.include('e-mails in the list of users', await everyEmail(context), emailsOf(body))
  },
)
