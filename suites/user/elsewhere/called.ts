import type { Api } from '../../../src/clients/api.ts'
import type { Reply } from '../../../src/kit/index.ts'
import { groupSchema, memberValues, patchOf, readScimUser, sharedScimUsers, wholeScimUser } from '../../scim/people.ts'
import { attribute, shownIdOf } from '../../scim/reading.ts'
import type { Secluded } from '../../token/elsewhere/stranger.ts'
import { companiesOf, sentId, sharedUsers, userIn, usersIn, wholeUser } from '../people.ts'
import { readUser } from '../reading.ts'
import { keptScimUser, keptUser, type WayToPeople } from './people.ts'

type Made = Awaited<ReturnType<Api['scim']['users']['create']>>
type Removes = (id: string) => Promise<unknown>

/** Short texts stand in any answer, and what is in the e-mail was sent. */
const untold = (texts: readonly unknown[], sent: string): string[] =>
  texts.filter((text): text is string => typeof text === 'string' && text.length > 4 && !sent.includes(text))

/** What was made at home is removed there; its id may be that of another user elsewhere, so that it tells nothing. */
async function unmade(answer: Made, removes: Removes, theirs: string): Promise<Reply> {
  const id = answer.status < 300 ? shownIdOf(userIn(answer)) : undefined
  if (id !== undefined) await removes(id)
  return answer.status < 300 ? { ...answer, text: answer.text.replaceAll(theirs, '') } : answer
}

/** An object of the stranger, for the calls that change one; where it may make none, they are left out. */
async function withOneMade(answer: Made, removes: Removes, use: (id: string) => Promise<Reply>): Promise<Reply> {
  const id = answer.status < 300 ? shownIdOf(userIn(answer)) : undefined
  if (id === undefined) return { ...answer, text: '', json: undefined }
  try {
    return await use(id)
  } finally {
    await removes(id)
  }
}

const atHome = (kept: Secluded, secrets: readonly string[]): Secluded => ({
  ...kept,
  secrets: [...kept.secrets, ...secrets],
  tries: (api, options) => (options ? [] : kept.tries(api)),
})

const shared = { effects: true, findsNothing: true } as const

/** Ways to people of another account by their e-mails, of which each is there once in the system (B-USR-03), and by their ids as members. */
export const waysByWhatTheyAreCalled: Readonly<Record<string, WayToPeople>> = {
  'scim-user-with-its-email': {
    ...shared,
    operation: 'scim-user-put',
    needs: ['scim', 'writes', 'created-users', 'many-users'],
    also: ['scim-taken-email-tells-whose', 'scim-put-takes-an-email-from-another-account'],
    async keep(context) {
      const [{ id: theirs, name: email }] = await sharedScimUsers(context)
      const userName = attribute(await readScimUser(context, theirs), 'userName')
      const body = () => wholeScimUser(context, { emails: [{ value: email, primary: true }] })
      const kept = await keptScimUser(context, ({ scim: { users } }) => {
        const removes = (id: string) => users.remove(id)
        return [
          async () => unmade(await users.create(body()), removes, theirs),
          async () => {
            const own = await users.create(wholeScimUser(context))
            return withOneMade(own, removes, async (id) => {
              const answer = await users.replace(id, body())
              return answer.status < 300 ? { ...answer, text: answer.text.replaceAll(theirs, '') } : answer
            })
          },
        ]
      })
      return atHome(kept, untold([userName, theirs], email))
    },
  },
  'user-with-its-email': {
    ...shared,
    operation: 'user-put',
    needs: ['user-api', 'writes', 'created-users', 'many-users'],
    also: ['user-post-answers-with-that-of-another-account', 'user-put-refusal-tells-an-id-of-another-account'],
    async keep(context) {
      const [{ id: theirs, email }] = await sharedUsers(context)
      const { name } = await readUser(context, theirs)
      const groups = usersIn(await context.as('other-account').user.list({ Size: '20' })).flatMap(companiesOf)
      const group = groups[0]?.groupId
      const body = (more = {}) =>
        wholeUser(context, { ...(group === undefined ? {} : { companyGroupId: group }), ...more })
      const kept = await keptUser(context, ({ user }) => {
        const removes = (id: string) => user.remove(id)
        return [
          async () => unmade(await user.create(await body({ email })), removes, theirs),
          async () => {
            const own = await user.create(await body())
            return withOneMade(own, removes, async (id) => {
              const answer = await user.replace(id, await body({ email, id: sentId(id) }))
              return answer.status < 300 ? { ...answer, text: answer.text.replaceAll(theirs, '') } : answer
            })
          },
        ]
      })
      return atHome(kept, untold([name, theirs], email))
    },
  },
  'scim-group-with-it-as-a-member': {
    ...shared,
    operation: 'scim-group-put',
    needs: ['scim', 'writes', 'created-users'],
    also: ['scim-member-of-another-account-displayed', 'scim-refused-member-is-named'],
    async keep(context) {
      const [member] = await sharedScimUsers(context)
      const userName = attribute(await readScimUser(context, member.id), 'userName')
      const members = memberValues(member)
      const body = (more = {}) => ({ schemas: [groupSchema], displayName: context.fresh.externalId(), ...more })
      const kept = await keptScimUser(
        context,
        ({ scim: { groups } }) => {
          const removes = (id: string) => groups.remove(id)
          const changing = (change: (id: string) => Promise<Reply>) => async () =>
            withOneMade(await groups.create(body()), removes, async (id) => {
              const answer = await change(id)
              // What the group holds then is what its list shows.
              return answer.status < 300 ? { ...answer, text: answer.text + (await groups.list()).text } : answer
            })
          return [
            async () => unmade(await groups.create(body({ members })), removes, ''),
            changing((id) => groups.replace(id, body({ members }))),
            changing((id) => groups.patch(id, patchOf({ op: 'add', path: 'members', value: members }))),
          ]
        },
        'write',
      )
      return atHome(kept, untold([userName], member.name))
    },
  },
}
