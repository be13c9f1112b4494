import { check, each, must, objectOf } from '../../src/kit/index.ts'
import { fieldsOf, withUser } from './people.ts'
import { readUser } from './reading.ts'
import { user } from './requirements.ts'

const odd: readonly string[] = [
  '{"email":',
  '[]',
  'null',
  '"text"',
  JSON.stringify({ companyGroupId: {}, email: 5, firstName: [] }),
  JSON.stringify({ companyGroupId: 1e300, email: 'x'.repeat(20_000), active: 'x' }),
]

check(
  user['no-server-error'],
  'odd-bodies',
  { needs: ['writes', 'created-users'], brokenBy: ['user-odd-bodies-crash'] },
  async (context) => {
    await withUser(context, async ({ id }) => {
      const names = ['email', 'firstName', 'lastName', 'name']
      const before = fieldsOf(await readUser(context, id), names)
      await each(odd, async (body) =>
        must.notCrashed(await context.api.user.replace(id, body), `PUT of ${body.slice(0, 40)}`),
      )
      must.equal('the user', fieldsOf(await readUser(context, id), names), before)
    })
  },
)

check(user['no-server-error'], 'odd-parameters', { brokenBy: ['user-odd-parameters-crash'] }, async ({ api }) => {
  const plain = await api.user.list({ Size: '1' })
  must.success(plain)
  must.be('content', objectOf(plain)['content'], 'an array', plain)
  const odds: ReadonlyArray<Readonly<Record<string, string>>> = [
    { Size: '-1' },
    { Page: 'first' },
    { Offset: '99999999999999999999' },
    { Sort: 'nothing that a user has' },
    { active: 'perhaps' },
    { email: "x' or '1'='1" },
  ]
  for (const query of odds) must.notCrashed(await api.user.list(query), `a list with ${JSON.stringify(query)}`)
  must.notCrashed(await api.user.get('not-a-number'), 'GET of an id that is no number')
})
