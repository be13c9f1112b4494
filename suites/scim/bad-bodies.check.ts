import { check, must, observe } from '../../src/kit/index.ts'
import {
  createdGroup,
  everyUser,
  groupSchema,
  memberValues,
  patchOf,
  readGroup,
  sharedScimUsers,
  wholeScimUser,
  leavingNoGroups,
  withScimUser,
  withThree,
} from './people.ts'
import { attribute, emailsOf, membersOf } from './reading.ts'
import { freshEmail } from '../user/emails.ts'
import { everyUserShowing } from './listed.ts'
import { scim } from './requirements.ts'

const odd: readonly string[] = [
  '{"schemas":',
  '[]',
  'null',
  '"text"',
  JSON.stringify({ schemas: [groupSchema], displayName: {}, members: true }),
  JSON.stringify({ schemas: [groupSchema], displayName: ['a'], members: [null, [], { value: {} }] }),
]
const asText = { headers: { 'Content-Type': 'text/plain' } }

check(
  scim['no-server-error'],
  'odd-bodies-of-groups',
  { needs: ['writes'], brokenBy: ['scim-odd-bodies-crash', 'scim-group-of-no-json-crashes'] },
  async (context) => {
    const { id, name } = await createdGroup(context)
    const { groups } = context.api.scim
    for (const body of odd) must.notCrashed(await groups.replace(id, body), `PUT of ${body.slice(0, 40)}`)
    must.notCrashed(await groups.replace(id, 'displayName=x', asText), 'PUT of a text')
    must.notCrashed(await groups.patch(id, 'members', asText), 'PATCH of a text')
    const long = { schemas: [groupSchema], displayName: name, description: 'x'.repeat(300_000) }
    must.notCrashed(await groups.replace(id, long), 'PUT of 300 kB')
    // Whatever became of these, the group can be read and written.
    must.success(await groups.replace(id, { schemas: [groupSchema], displayName: name }))
    must.equal('its name', attribute(await readGroup(context, id), 'displayName'), name)
  },
)

/** A create is sent with a name of the run's own, or not at all: what came of one without a name could not be taken away again. */
check(
  scim['no-server-error'],
  'odd-fields-of-new-users-and-groups',
  {
    needs: ['writes', 'many-users'],
    brokenBy: [
      'scim-odd-fields-of-a-create-crash',
      'scim-null-of-an-optional-attribute-crashes',
      'scim-group-of-null-members-crashes',
      'scim-new-user-of-null-attributes-crashes',
    ],
  },
  async (context) => {
    await sharedScimUsers(context)
    const { users, groups } = context.api.scim
    const oddly = [
      { name: [], active: {} },
      { name: 5, active: 'x' },
      { schemas: 1, userName: { a: 1 } },
      { userName: null, name: null, active: null },
    ]
    for (const more of oddly) {
      const answer = await users.create(wholeScimUser(context, more))
      must.notCrashed(answer, `POST of a user with ${JSON.stringify(more)}`)
    }
    for (const more of [{ members: true }, { members: [null, []] }, { members: null }, { schemas: {} }]) {
      const body = { schemas: [groupSchema], displayName: context.fresh.externalId(), ...more }
      must.notCrashed(await groups.create(body), `POST of a group with ${JSON.stringify(more)}`)
    }
    // What a null of an optional attribute means is not said: it is refused, or taken in some way.
    await withScimUser(context, async ({ id, body }) => {
      for (const more of [{ name: null }, { emails: null }])
        must.notCrashed(await users.replace(id, { ...body, ...more }), `PUT of a user with ${JSON.stringify(more)}`)
      must.success(await users.replace(id, body))
    })
    const made = (await everyUser(context)).length
    must.hold('users that can be listed', made > 0, made)
  },
)

check(
  scim['email-needed'],
  'put-with-the-email-of-another',
  { effects: true, brokenBy: ['scim-put-takes-email-of-another', 'scim-put-compares-primary-emails-only'] },
  async (context) => {
    const [shared] = await sharedScimUsers(context)
    await withScimUser(context, async ({ id, body }) => {
      const taken = { value: shared.name, primary: true }
      for (const emails of [
        [taken],
        [
          { value: freshEmail(context), primary: true },
          { ...taken, primary: false },
        ],
      ]) {
        must.noServerError(await context.api.scim.users.replace(id, { ...body, emails }))
        const listed = await everyUserShowing(context, 'emails')
        const holders = listed.filter((one) => emailsOf(one).includes(shared.name))
        must.equal('users with the e-mail', holders.length, 1)
      }
    })
  },
)

observe(scim['answers-seen'], 'of-patches-that-fail-in-part', { needs: ['created-users'] }, async (context) => {
  const seen: string[] = []
  await withThree(context, async (a, b, c) => {
    const good = { op: 'add', path: 'members', value: memberValues(b) }
    // Only with users of the run's own: an id that nobody had a moment ago may be a stranger's by now.
    const flaws = {
      'a path of no attribute': { op: 'replace', path: 'nothing-of-a-group', value: 'x' },
      'a filter that no member meets': { op: 'remove', path: `members[value eq "${c.id}"]` },
      'a remove of one who is no member': { op: 'remove', path: 'members', value: memberValues(c) },
    }
    for (const [what, flaw] of Object.entries(flaws))
      for (const [place, operations] of [
        ['second', [good, flaw]],
        ['first', [flaw, good]],
      ] as const) {
        await leavingNoGroups(context, async () => {
          const { id } = await createdGroup(context, [a])
          const { status } = await context.api.scim.groups.patch(id, patchOf(...operations))
          const isDone = membersOf(await readGroup(context, id)).includes(b.id)
          seen.push(`${what} ${place}: status ${status}, the other operation ${isDone ? 'done' : 'not done'}`)
        })
      }
  })
  return `${seen.join('; ')} (RFC 7644 3.5.2 lets no part of a patch that fails take effect)`
})
