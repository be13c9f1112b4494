import type { Dto } from '../../src/clients/answer.ts'
import { check, each, isObjection, must, rely, Unexercised } from '../../src/kit/index.ts'
import { response } from '../token/requirements.ts'
import { granted } from '../token/steps.ts'
import { unlessFull } from './full.ts'
import { emailAt, freshEmail } from './emails.ts'
import { createdUser, fieldsOf, listedWith, mustBeRemoved, sentId, userIn, wholeUser, withUser } from './people.ts'
import { readUser } from './reading.ts'
import { freshPhone } from './phones.ts'
import { putTaken } from './put-taken.ts'
import { user } from './requirements.ts'

const names = ['email', 'firstName', 'lastName', 'phone', 'name', 'active']
const texts = ['firstName', 'lastName', 'phone']
const twice = ['many-users', 'second-company'] as const

check(
  user['written-is-read'],
  'one-field-of-a-put-alone',
  { effects: true, brokenBy: ['user-list-active-before-the-put'] },
  async (context) => {
    await withUser(context, async ({ id, body }) => {
      const { fresh } = context
      let now: Dto = body
      const changes = [
        { active: false },
        { firstName: fresh.text() },
        { lastName: fresh.text() },
        { phone: freshPhone(context) },
        { name: fresh.externalId() },
        { active: true },
        { email: freshEmail(context) },
      ]
      await each(changes, async (change) => {
        const { answer, sent } = await putTaken(context, { id, email: now['email'] }, { ...now, ...change })
        must.success(answer)
        now = sent
        const what = `the user after a PUT of ${Object.keys(change).join()}`
        must.equal(`${what}, by id`, fieldsOf(await readUser(context, id), names), fieldsOf(now, names))
        const [listed] = await listedWith(context, String(now['email']))
        must.equal(`${what}, in the list`, fieldsOf(listed, names), fieldsOf(now, names))
      })
    })
  },
)

check(
  user['name-by-default'],
  'same-part-of-two-e-mails',
  {
    effects: true,
    needs: ['many-users'],
    brokenBy: ['user-default-name-numbered', 'user-post-of-a-user-name-overwrites'],
  },
  async (context) => {
    const part = context.fresh.externalId()
    const { emailDomain } = context.target.fixtures
    const twin = `${part}@${emailDomain === undefined ? 'example.org' : `other.${emailDomain}`}`
    const first = await createdUser(context, { email: emailAt(context, part), name: undefined })
    const body = await wholeUser(context, { email: twin, name: undefined })
    const answer = await unlessFull(context, await context.api.user.create(body))
    // A user name in use may be refused (B-USR-21), and so may the domain, of which none is known to be taken.
    if (emailDomain !== undefined && isObjection(answer))
      throw new Unexercised('no second domain is known whose e-mails the target takes')
    if (answer.status >= 300) return must.status(answer, 400, 409)
    must.differ('the id of the second user', String(userIn(answer)?.['id']), first.id)
    must.equal('the name', (await readUser(context, String(userIn(answer)?.['id'])))['name'], part)
  },
)

check(
  user['company-scope'],
  'deleted-from-one-company-then-from-all',
  { effects: true, needs: twice, brokenBy: ['user-delete-ends-at-missing-company'] },
  async (context) => {
    const companies = await rely(
      response.companies,
      async () => granted(await context.api.token.obtain()).companies as ReadonlyArray<{ readonly name: string }>,
    )
    await each(companies.slice(0, 2), async ({ name }) => {
      const { id, email } = await createdUser(context)
      const first = await context.api.user.remove(id, { query: { company: name } })
      if (first.status !== 400) must.status(first, 200, 204)
      await mustBeRemoved(context, id, await context.api.user.remove(id))
      must.equal('users with the e-mail', (await listedWith(context, email)).length, 0)
    })
  },
)

check(
  user.replace,
  'texts-left-out-in-the-one-company',
  { effects: true, needs: ['many-users'], brokenBy: ['user-put-for-company-keeps-left-out'] },
  async (context) => {
    const { company } = context.target
    const body = await wholeUser(context)
    const { id } = await createdUser(context, body, company)
    const { firstName: _first, lastName: _last, phone: _phone, ...rest } = body
    must.success(await context.api.user.replace(id, { ...rest, id: sentId(id) }, { query: { company } }))
    const nulls = { firstName: null, lastName: null, phone: null }
    must.equal('the texts', fieldsOf(await readUser(context, id), texts), nulls)
  },
)
