import type { Dto } from '../../src/clients/answer.ts'
import { check, eventually, matchers, must, objectOf, rely, type Context, isObjection } from '../../src/kit/index.ts'
import { fieldsOf, foundIn, withUser } from './people.ts'
import { readUser } from './reading.ts'
import { freshPhone } from './phones.ts'
import { user } from './requirements.ts'

const written = ['firstName', 'lastName', 'phone', 'name', 'active'] as const

/** What PUTs write, one after the other: each field changes alone, comes and goes, and holds what is no text to a careless server. */
const changes = ({ fresh, target }: Context): readonly Dto[] => [
  { firstName: '0' },
  { lastName: 'null', phone: null },
  { firstName: null, lastName: `O'Neill & Söhne ${fresh.text()}` },
  { name: `Iris.${fresh.externalId()}` },
  { active: false, firstName: '12E3' },
  { lastName: null, phone: freshPhone({ fresh, target }) },
  { active: true, lastName: 'true' },
  { firstName: `Zoë & ${fresh.text()}`, lastName: '0' },
]

const mixed = (text: string): string =>
  [...text].map((one, at) => (at % 2 === 0 ? one.toUpperCase() : one.toLowerCase())).join('')

/** How the list is asked for a user, and whether it has to have it. */
const askings = (
  email: string,
  { name, active }: Dto,
): ReadonlyArray<readonly [Readonly<Record<string, string>>, boolean]> => [
  [{ email: mixed(email) }, true],
  [{ email, active: String(active) }, true],
  [{ email, name: mixed(String(name)) }, true],
  [{ email, active: String(active !== true) }, false],
]

/** The list shows the user as it was written, once, and counts it. */
async function mustBeListedAs(context: Context, id: string, email: string, shown: Dto, turn: number): Promise<void> {
  const all = askings(email, shown)
  const [query, isThere] = all[turn % all.length] as (typeof all)[number]
  const answer = await rely(user['list-parameters'], () =>
    eventually(
      context,
      () => context.api.user.list(query),
      (told) =>
        matchers.equal(
          `users in the list with ${JSON.stringify(query)}`,
          foundIn(told).map((one) => String(one['id'])),
          isThere ? [id] : [],
        ),
    ),
  )
  if (answer.status === 404) return
  await rely(user['page-figures'], async () =>
    must.equal(`totalElements with ${JSON.stringify(query)}`, objectOf(answer)['totalElements'], isThere ? 1 : 0),
  )
  for (const one of foundIn(answer))
    must.equal(`the user in the list with ${JSON.stringify(query)}`, fieldsOf(one, written), fieldsOf(shown, written))
}

check(
  user['written-is-read'],
  'any-values',
  {
    brokenBy: [
      'user-put-text-of-a-nought-cleared',
      'user-put-null-keeps',
      'user-list-with-texts-that-were-cleared',
      'user-list-escapes-names-for-html',
    ],
    effects: true,
    sampled: true,
  },
  async (context) => {
    await withUser(context, async ({ id, email, body }) => {
      let now: Dto = body
      const all = changes(context)
      for (const [at, _] of all.entries()) {
        const change = all[(at * 3 + context.seed) % all.length] as Dto
        const sent = { ...now, ...change }
        const answer = await context.api.user.replace(id, sent)
        // Which values are acceptable is not said.
        if (isObjection(answer) || answer.status === 409) {
          must.equal(
            'the user after a refused PUT',
            fieldsOf(await readUser(context, id), written),
            fieldsOf(now, written),
          )
          continue
        }
        must.success(answer)
        now = sent
        const read = await readUser(context, id)
        must.equal(
          `the user after a PUT of ${Object.keys(change).join(', ')}`,
          fieldsOf(read, written),
          fieldsOf(now, written),
        )
        await mustBeListedAs(context, id, email, now, at)
      }
    })
  },
)
