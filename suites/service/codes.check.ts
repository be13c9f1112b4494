import { namesOf } from '../../src/kit/names.ts'
import {
  check,
  eventually,
  Inconclusive,
  matchers,
  must,
  plainId,
  rely,
  Unexercised,
  type Context,
} from '../../src/kit/index.ts'
import { current, read as readRecord, succeeded, whole } from '../data/steps.ts'
import { response } from '../token/requirements.ts'
import { granted } from '../token/steps.ts'
import { user } from '../user/requirements.ts'
import { service } from './requirements.ts'
import { idOf, keysOf, leastCall, partOf, takenSoon, treeIn, type Part } from './tree.ts'

const partner = 'BusinessPartner'

/** A business partner of a code; undefined where it is refused, or the code is kept as another text: what codes there may be is not said. */
async function partnerOf(context: Context, code: string): Promise<string | undefined> {
  const body = whole(context, { id: context.fresh.id(), externalId: context.fresh.externalId(), code }, partner)
  const answer = await context.api.data.create(partner, body)
  must.noServerError(answer)
  if (!succeeded(answer)) return undefined
  const made = { id: String(body['id']), externalId: String(body['externalId']) }
  const { dto } = await current(context.api, made, partner)
  return dto['code'] === code ? made.id : undefined
}

function mustBeOf(what: string, tree: Part, id: string): void {
  const keys = keysOf(tree['businessPartner'])
  must.some(`key of the business partner referred to by ${what}`, Object.keys(keys))
  const shown = keys['id']
  if (shown !== undefined) must.equal(`id of the business partner referred to by ${what}`, shown, plainId(id))
}

/** A business partner is found by the code that it is given, and no longer by the one that it had. */
async function mustFollow(context: Context, before: string, id: string): Promise<void> {
  const code = `${before}7`
  // Whether a code may be changed is not said.
  if (!succeeded(await context.api.data.patch(partner, id, { code }, { force: true }))) return
  if ((await readRecord(context.api, id, partner))?.['code'] !== code) return
  const by = (named: string) => leastCall(context, { businessPartner: { code: named } })
  mustBeOf('the code that it was given', treeIn(await takenSoon(context, by(code))).tree, id)
  await eventually(
    context,
    () => context.api.service.create(by(before)),
    (answer) => matchers.refused4xx(answer),
    { within: 10_000 },
  )
}

check(
  service.references,
  'by-codes-of-digits',
  {
    brokenBy: ['service-digits-as-code-looked-up-as-number', 'service-codes-remembered'],
    needs: ['service-call'],
    effects: true,
  },
  async (context) => {
    const digits = `1${String(Number.parseInt(context.fresh.id().slice(0, 10), 16)).slice(-9)}`
    // One number, and three codes; the plain one is older than another, and younger.
    const codes = [`0${digits}`, digits, `00${digits}`]
    const made: Array<readonly [code: string, id: string]> = []
    for (const code of codes) {
      const id = await partnerOf(context, code)
      if (id !== undefined) made.push([code, id])
    }
    if (made.length < 2) throw new Unexercised('codes of digits are not taken as they are')
    for (const [code, id] of made) {
      const answer = await takenSoon(context, leastCall(context, { businessPartner: { code } }))
      mustBeOf(`the code ${code}`, treeIn(answer).tree, id)
    }
    await mustFollow(context, ...made[0]!)
  },
)

/** The companies of a login of the account. What is written is removed by the default identity: a company that it does not have stays as it is. */
async function sharedCompanies(context: Context): Promise<readonly string[]> {
  const companiesOf = ({ token }: Context['api']) =>
    rely(response.companies, async () => namesOf(granted(await token.obtain()).companies))
  const usual = await companiesOf(context.api)
  const companies = (await companiesOf(context.as('account'))).filter((name) => usual.includes(name))
  if (companies.length < 2) throw new Inconclusive('the account and the default identity share one company')
  return companies.slice(0, 3)
}

check(
  user['companies-of-a-login'],
  'trees-in-each-company-of-the-account',
  {
    calls: ['service'],
    sampled: true,
    brokenBy: ['service-account-login-in-first-company-only'],
    needs: [...(service.create.needs ?? []), 'service-call', 'account-grant', 'second-company'],
  },
  async (context) => {
    const { service: own } = context.as('account')
    const isShown = new Map<string, boolean>()
    for (const company of await sharedCompanies(context)) {
      const headers = { 'X-Company-Name': company }
      const body = whole(context, { id: context.fresh.id(), externalId: context.fresh.externalId() }, partner)
      const made = await context.api.data.create(partner, body, { query: { company } })
      const businessPartner = { id: body['id'] }
      // Whether each company takes writes, and the call of the target file, is not said.
      const answer = await context.api.service.create(leastCall(context, { businessPartner }), { headers })
      if (!succeeded(made) || !succeeded(answer)) continue
      const id = treeIn(answer).id
      must.status(await context.api.service.get(id, { headers }), 200)
      isShown.set(company, (await own.get(id, { headers })).status === 200)
    }
    // Nor is it said that the account itself has the privileges for trees: in no company, or in all.
    const open = [...isShown].filter(([, shown]) => shown).map(([name]) => name)
    if (open.length === 0) throw new Unexercised('a login of the account is shown no trees')
    must.equal('companies of which the account is shown a tree', open, [...isShown.keys()])
  },
)

check(
  service.references,
  'by-a-code-of-each-company',
  {
    brokenBy: ['service-account-login-looks-up-in-first-company'],
    needs: ['service-call', 'account-grant', 'second-company'],
    effects: true,
  },
  async (context) => {
    const own = context.as('account')
    const companies = await sharedCompanies(context)
    const code = context.fresh.externalId('code')
    const made: Array<readonly [company: string, id: string]> = []
    for (const company of companies) {
      const body = whole(context, { id: context.fresh.id(), externalId: context.fresh.externalId(), code }, partner)
      const answer = await own.data.create(partner, body, { query: { company } })
      if (succeeded(answer)) made.push([company, String(body['id'])])
      else must.noServerError(answer)
    }
    if (made.length === 0) throw new Unexercised('a login of the account creates no business partner')
    // Whether each company takes writes is not said.
    if (made.length === 1) return
    for (const [company, id] of made) {
      const headers = { 'X-Company-Name': company }
      const answer = await own.service.create(leastCall(context, { businessPartner: { code } }), { headers })
      // Whether a login of the account may write trees, and whether every company takes the call of the target file, is not said.
      if (!succeeded(answer)) {
        must.noServerError(answer)
        continue
      }
      const { tree } = treeIn(answer)
      mustBeOf(`the code that a partner of ${company} has`, tree, id)
      const read = await own.service.get(idOf(tree) ?? '', { headers })
      must.status(read, 200)
      mustBeOf(`the code that a partner of ${company} has, as read`, partOf(read.json), id)
    }
  },
)
