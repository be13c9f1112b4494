import { check, each, must } from '../../src/kit/index.ts'
import { createdGroup, readScimUser, shownOf, userSchema, withScimUser } from './people.ts'
import { scim } from './requirements.ts'

const odd: readonly string[] = [
  '{"schemas":',
  '[]',
  'null',
  '"text"',
  JSON.stringify({ schemas: userSchema, emails: 5, name: [], active: {} }),
  JSON.stringify({ schemas: [userSchema], userName: { a: 1 }, active: 'x', emails: [null, [[]]] }),
  `${'['.repeat(500)}${']'.repeat(500)}`,
]

check(
  scim['no-server-error'],
  'odd-bodies-of-a-user',
  { needs: ['writes', 'created-users'], brokenBy: ['scim-odd-bodies-crash'] },
  async (context) => {
    await withScimUser(context, async ({ id }) => {
      const before = shownOf(await readScimUser(context, id))
      await each(odd, async (body) =>
        must.notCrashed(await context.api.scim.users.replace(id, body), `PUT of ${body.slice(0, 40)}`),
      )
      must.equal('the user', shownOf(await readScimUser(context, id)), before)
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
