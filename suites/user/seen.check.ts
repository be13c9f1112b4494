import { objectOf, observe, type Context, type Reply } from '../../src/kit/index.ts'
import { unlessFull } from './full.ts'
import {
  companiesOf,
  createdUser,
  fieldsOf,
  listedWith,
  sentId,
  sharedUsers,
  userIn,
  usersIn,
  wholeUser,
  withUser,
} from './people.ts'
import { readUser } from './reading.ts'
import { user } from './requirements.ts'

const many = ['many-users'] as const

const told = (answer: Reply): string =>
  `status ${answer.status}${answer.text === '' ? ', no body' : ` with ${Object.keys(objectOf(answer)).join(', ') || 'no JSON object'}`}`

observe(user['other-path'], 'list', {}, async ({ api }) => {
  const answer = await api.user.listAtOtherPath({ query: { Size: '1' } })
  return `the list at /api/users: ${told(answer)}`
})

/** What a PUT that is odd does to the user. */
async function afterPut(context: Context, more: Readonly<Record<string, unknown>>, names: readonly string[]) {
  let saw = ''
  await withUser(context, async ({ id, body }) => {
    const answer = await context.api.user.replace(id, { ...body, ...more })
    const read = userIn(await context.api.user.get(id))
    saw = `status ${answer.status}; then ${JSON.stringify(fieldsOf(read, names))}`
  })
  return saw
}

observe(user['changed-id'], 'id-that-nobody-has', {}, async (context) => {
  let saw = ''
  await withUser(context, async ({ id, body }) => {
    const [shared] = await sharedUsers(context)
    const answer = await context.api.user.replace(id, { ...body, id: sentId(shared.id) })
    saw = `another id in the body: status ${answer.status}; the user then has id ${String((await readUser(context, id))['id'])}`
  })
  return saw
})

observe(user['left-out-of-put'], 'active-and-group', {}, async (context) => {
  let saw = ''
  await withUser(context, async ({ id, body }) => {
    const answer = await context.api.user.replace(id, { ...body, active: undefined, companyGroupId: undefined })
    const read = userIn(await context.api.user.get(id))
    saw = `status ${answer.status}; active is ${JSON.stringify(read?.['active'])}, groups are ${JSON.stringify(companiesOf(read).map(({ groupId }) => groupId))}`
  })
  return saw
})

observe(user['empty-in-put'], 'email-id-and-name', {}, async (context) => {
  const without = await afterPut(context, { email: undefined }, ['email'])
  const noId = await afterPut(context, { id: undefined }, ['email'])
  const empty = await afterPut(context, { name: '' }, ['name'])
  return `PUT without email: ${without}; without id: ${noId}; with an empty name: ${empty}`
})

observe(user['answers-seen'], 'of-writes-and-refusals', { needs: many }, async (context) => {
  const { api } = context
  const body = await wholeUser(context)
  const made = await unlessFull(context, await api.user.create(body))
  const shownId = userIn(made)?.['id']
  if (shownId === undefined) return `POST: ${told(made)}`
  const id = String(shownId)
  const again = await api.user.create(body)
  const put = await api.user.replace(id, { ...body, id: sentId(id) })
  const removed = await api.user.remove(id)
  const gone = await api.user.get(id)
  return `POST: ${told(made)}; again: ${told(again)}; PUT: ${told(put)}; DELETE: ${told(removed)}; GET then: ${told(gone)}`
})

/** A refusal with its wording, which is open (B-USR-35). */
const worded = (answer: Reply): string => {
  const { message } = objectOf(answer)
  const text = typeof message === 'string' ? message : answer.text.slice(0, 200)
  return `status ${answer.status} "${text}"`
}

observe(user['answers-seen'], 'wording-of-refusals', { needs: many }, async (context) => {
  const { user: api } = context.api
  const account = { query: { account: `${context.fresh.tag}-none` } }
  const company = { query: { company: `${context.fresh.tag} none` } }
  const [shared] = await sharedUsers(context)
  const { id: gone } = await createdUser(context)
  await api.remove(gone)
  const said: Array<readonly [string, Reply]> = [
    ['list, account', await api.list({ Size: '1' }, account)],
    ['POST, account', await api.create(await wholeUser(context), account)],
    ['POST, company', await api.create(await wholeUser(context), company)],
    ['POST, e-mail in use', await api.create(await wholeUser(context, { email: shared.email }))],
    ['PUT, unknown user', await api.replace(gone, { ...(await wholeUser(context)), id: sentId(gone) })],
    ['DELETE, unknown user', await api.remove(gone)],
  ]
  await withUser(context, async ({ id, body }) => {
    said.push(
      ['PUT, account', await api.replace(id, body, account)],
      ['PUT, company', await api.replace(id, body, company)],
      ['PUT, e-mail in use', await api.replace(id, { ...body, email: shared.email })],
      ['DELETE, account', await api.remove(id, account)],
      ['DELETE, company', await api.remove(id, company)],
    )
  })
  return said.map(([what, answer]) => `${what}: ${worded(answer)}`).join('; ')
})

observe(user['list-particulars'], 'first-page-and-size', {}, async ({ api }) => {
  const page = objectOf(await api.user.list())
  const paged = objectOf(await api.user.list({ Size: '1', Page: '1', Offset: '1' }))
  return `without parameters: number ${String(page['number'])}, size ${String(page['size'])}, sort ${JSON.stringify(page['sort'])}; with Size, Page and Offset of 1: number ${String(paged['number'])}`
})

observe(user['unknown-user'], 'put-and-delete', { needs: many }, async (context) => {
  const { id } = await createdUser(context)
  await context.api.user.remove(id)
  const put = await context.api.user.replace(id, { id: sentId(id), ...(await wholeUser(context)) })
  const removed = await context.api.user.remove(id)
  return `PUT of a deleted user: status ${put.status}; DELETE: status ${removed.status}`
})

observe(user['deleted-with-400'], 'delete', { needs: many }, async (context) => {
  const { id } = await createdUser(context)
  const answer = await context.api.user.remove(id)
  return `DELETE of a user: status ${answer.status}; GET then: status ${(await context.api.user.get(id)).status}`
})

/** More than any account is likely to have free, and the 25 that are created. */
const mostCreated = 60

/** Creates users until one is refused, then whether one more is served once a user is deleted. */
async function untilRefused(context: Context): Promise<string> {
  const { user: api } = context.api
  const made: string[] = []
  const create = async () => {
    const body = await wholeUser(context)
    const answer = await api.create(body)
    if (answer.status < 300)
      made.push(...(await listedWith(context, String(body['email']))).map((one) => String(one['id'])))
    return answer
  }
  try {
    for (let tried = 0; tried < mostCreated; tried += 1) {
      const answer = await create()
      if (answer.status < 300) continue
      const refused = `POST ${made.length + 1} is answered with ${told(answer)}: ${answer.text.slice(0, 200)}`
      const last = made.pop()
      if (last === undefined) return refused
      await api.remove(last)
      return `${refused}; after one of them was deleted: ${told(await create())}`
    }
    return `${mostCreated} users were created, and none was refused`
  } finally {
    // Others of the run need their subscriptions.
    for (const id of made) await api.remove(id)
  }
}

observe(user.exhausted, 'created-until-refused', { needs: many, heavy: true, alone: true }, untilRefused)

observe(user['no-subscription-code'], 'where-it-appears', { needs: many }, async (context) => {
  const answer = await context.api.user.list({ Size: '1' })
  const [one] = usersIn(answer)
  return `GET by id of a user that is there: ${told(await context.api.user.get(String(one?.['id'])))}`
})

observe(user['token-in-query'], 'list', {}, async ({ api }) => {
  const answer = await api.user.list({ Size: '1' }, { token: 'query' })
  return `a list with the token in the query alone: status ${answer.status}`
})
