import { check, each, must, rely, type Context } from '../../src/kit/index.ts'
import { response } from '../token/requirements.ts'
import { granted } from '../token/steps.ts'
import type { NamedCompany } from '../user/two-companies.ts'
import { user } from '../user/requirements.ts'
import { isList, mustLackPrivileges, unlessTokenless } from '../user/unprivileged.ts'
import { crowd } from './requirements.ts'
import {
  address,
  addressOf,
  api,
  mustShowSent,
  person,
  readAddress,
  readTechnician,
  resultsOf,
  technician,
} from './steps.ts'

check(
  user['privileges-needed'],
  'on-every-call-of-technicians',
  {
    calls: ['crowd'],
    effects: true,
    needs: crowd.create.needs,
    brokenBy: [
      'crowd-reads-need-no-privileges',
      'crowd-writes-need-no-privileges',
      'crowd-addresses-need-no-privileges',
      'crowd-batch-needs-no-privileges',
      'crowd-prefixed-needs-no-privileges',
      'privilege-any-will-do',
    ],
  },
  async (context) => {
    const { externalId, sent } = await technician(context)
    const { id, sent: place } = await addressOf(context, { externalId })
    const { crowd: other } = context.as('unprivileged')
    const moved = { ...place, id, city: 'Changed' }
    // The address may be written with a prefix, too (B-CRW-02).
    const { origin } = new URL((await api(context).get(externalId)).exchange.request.url)
    const prefixed = { base: `${origin}/cloud-crowd-service`, query: { Size: '1' } }
    await each(
      [
        () => other.list({ query: { Size: '1' } }),
        () => other.get(externalId),
        () => other.create(person(context)),
        () => other.update(externalId, person(context)),
        () => other.createAddress(externalId, address(context)),
        () => other.getAddress(externalId, id),
        () => other.updateAddress(externalId, id, moved),
        () => other.addressBatch(externalId, [{ id: '1', operation: 'UPDATE', address: moved }]),
        () => other.removeAddress(externalId, id),
        () => other.remove(externalId),
      ],
      mustLackPrivileges,
    )
    // A server need not have that address: whatever it answers there then is no list.
    const atPrefix = await unlessTokenless(() => other.list(prefixed))
    if (atPrefix) must.hold('no technicians at the address with a prefix', !isList(atPrefix), atPrefix.text)
    mustShowSent('the technician as before', await readTechnician(context, externalId), sent)
    mustShowSent('its address as before', await readAddress(context, externalId, id), place)
  },
)

check(
  user['companies-of-a-login'],
  'technicians-in-each-company-of-the-account',
  {
    calls: ['crowd'],
    effects: true,
    needs: crowd.create.needs,
    brokenBy: ['crowd-account-login-writes-in-first-company', 'crowd-account-login-in-first-company-only'],
  },
  async (context) => {
    const { crowd: own, token } = context.as('account')
    const companies = await rely(
      response.companies,
      async () => granted(await token.obtain()).companies as readonly NamedCompany[],
    )
    must.some('company of the account', companies)
    // A target that serves nobody proves nothing.
    await technician(context)
    const isServed = new Map<unknown, boolean>()
    const closed: Array<Readonly<Record<string, string>>> = []
    for (const { id, name } of companies) {
      const headers = { 'X-Company-Id': String(id), 'X-Company-Name': String(name) }
      if ((await own.list({ headers, query: { Size: '1' } })).status !== 200) {
        closed.push(headers)
        continue
      }
      const isTaken = await creates(context, own, headers)
      // The records that a technician refers to need not be there in another company: it is closed to the account where it is open to a user.
      if (isTaken || (await creates(context, api(context), headers))) isServed.set(name, isTaken)
    }
    // A company may have no technicians: what a user is shown there is not closed to the account.
    for (const headers of isServed.size > 0 ? closed : []) {
      const { status } = await api(context).list({ headers, query: { Size: '1' } })
      must.hold(`the list of ${headers['X-Company-Name']} served, as to a user`, status !== 200, 'it is refused')
    }
    // Whether a login of the account may write technicians is not said: in no company, or in all that it reads.
    const open = [...isServed].filter(([, served]) => served).map(([name]) => name)
    if (open.length > 0) must.equal('companies in which a technician was created', open, [...isServed.keys()])
  },
)

/** Whether a technician is created in a company; it does not stay. */
async function creates(
  context: Context,
  { create, remove }: Pick<ReturnType<typeof api>, 'create' | 'remove'>,
  headers: Readonly<Record<string, string>>,
): Promise<boolean> {
  const answer = await create(person(context), { headers })
  const made = resultsOf(answer)[0]?.['externalId']
  if (typeof made === 'string') await remove(made, { headers })
  return answer.status === 201
}
