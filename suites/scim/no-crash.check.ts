import { check, each, must, Unexercised } from '../../src/kit/index.ts'
import { createdGroup, everyUser, readScimUser, userSchema, withScimUser } from './people.ts'
import { shownOf } from './reading.ts'
import { scim } from './requirements.ts'

const odd: readonly string[] = [
  '{"schemas":',
  '[]',
  'null',
  '"text"',
  JSON.stringify({ schemas: userSchema, emails: 5, name: [], active: {} }),
  `${'['.repeat(500)}${']'.repeat(500)}`,
]

/** It has all that is required (B-SCM-16): that a value of another type is refused no sentence says, so what becomes of the user is not looked at. */
const whole = JSON.stringify({ schemas: [userSchema], userName: { a: 1 }, active: 'x', emails: [null, [[]]] })

check(
  scim['no-server-error'],
  'odd-bodies-of-a-user',
  { needs: ['writes', 'created-users'], brokenBy: ['scim-odd-bodies-crash'] },
  async (context) => {
    await withScimUser(context, async ({ id, body: own }) => {
      const before = shownOf(await readScimUser(context, id))
      await each(odd, async (body) =>
        must.notCrashed(await context.api.scim.users.replace(id, body), `PUT of ${body.slice(0, 40)}`),
      )
      must.equal('the user', shownOf(await readScimUser(context, id)), before)
      must.notCrashed(await context.api.scim.users.replace(id, whole), `PUT of ${whole.slice(0, 40)}`)
      await context.api.scim.users.replace(id, own)
    })
  },
)

check(
  scim['no-server-error'],
  'odd-patches-of-a-group',
  { needs: ['writes'], brokenBy: ['scim-odd-bodies-crash'] },
  async (context) => {
    const { id } = await createdGroup(context)
    await each(
      [
        ...odd.slice(0, 4),
        JSON.stringify({ schemas: 1, Operations: {} }),
        JSON.stringify({ schemas: [], Operations: [null, 1, { op: {}, path: [], value: {} }] }),
      ],
      async (body) => must.notCrashed(await context.api.scim.groups.patch(id, body), `PATCH of ${body.slice(0, 40)}`),
    )
  },
)

check(scim['no-server-error'], 'ids-that-are-no-numbers', { brokenBy: ['scim-odd-ids-crash'] }, async (context) => {
  // Who answers nothing, or refuses all, does not crash either.
  if ((await everyUser(context)).length === 0)
    throw new Unexercised('no user is listed, so nothing tells that ids are looked up')
  // Nobody has such an id, so nothing can be deleted by it.
  await each(['abc', 'é'.repeat(40), '9'.repeat(40)], async (id) => {
    must.notCrashed(await context.api.scim.users.get(id), `GET of user ${id.slice(0, 10)}`)
  })
})
