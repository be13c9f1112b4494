import { storeAt } from '../data/stores.ts'
import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { House } from '../house.ts'
import type { PlatformRequest } from '../http/message.ts'
import { plainId, type StoredRecord } from '../store/record.ts'
import type { Store } from '../store/store.ts'
import { findToken } from '../token/store.ts'
import { isFieldList } from '../variants/turned-away.ts'
import { headerIn, isWell, jsonIn, passing, withJson } from './passing.ts'
import { serviceFault } from './service-fault.ts'
import { bearerIn } from './token-calls.ts'
import { uuidIn } from './tree-edits.ts'
import { isTreePost } from './tree-memory.ts'
import { activitiesIn } from './tree-wire.ts'

/** The records of the company that a tree names, and those of the first company of the account. */
function storesOf(request: PlatformRequest, house: House): { readonly own: Store; readonly first: Store } | undefined {
  const token = findToken(house, bearerIn(request))
  const account = token?.account
  const company = account?.companies.find(({ name }) => name === headerIn(request, 'X-Company-Name'))
  const [first] = account?.companies.toSorted((one, other) => one.id - other.id) ?? []
  if (!account || !company || !first) return undefined
  return { own: storeAt({ account, company }, house), first: storeAt({ account, company: first }, house) }
}

const changed = (store: Store, table: string, record: StoredRecord, change: Partial<StoredRecord>): void =>
  store.transaction((transaction) => transaction.put(table, { ...record, ...change }))

/** Ids of default activities that were given the external id of their call. */
const defaults = perHouse(() => new Set<string>())

/** Quiet breaches of service calls and reports that a twelfth reader thought up (suites/two-readings). */
export const twelfthTreeFaults: readonly Fault[] = [
  passing(
    'service-account-login-looks-up-in-first-company',
    ['B-SVC-09'],
    'A business partner that a login of the account names by code is one of its first company, if that has it.',
    async (request, go, { house }) => {
      const response = await go(request)
      const { businessPartner: partner } = (isTreePost(request) && isWell(response) && jsonIn(request)) || {}
      const stores = storesOf(request, house)
      const isOfAccount = findToken(house, bearerIn(request))?.login === 'account'
      if (!isOfAccount || !stores || stores.own === stores.first || !isFieldList(partner)) return response
      const { id, code } = partner
      const partners = stores.first.table('BusinessPartner').all()
      const found = typeof id === 'string' ? undefined : partners.find(({ fields }) => fields['code'] === code)
      const call = stores.own.table('ServiceCall').byId(String(uuidIn(jsonIn(response)?.['id'])))
      if (typeof code !== 'string' || !found || !call) return response
      changed(stores.own, 'ServiceCall', call, { fields: { ...call.fields, businessPartner: found.id } })
      const shown = { id: house.rules.shown.id(found.id), code }
      return withJson(response, (tree) => ({ ...tree, businessPartner: shown }))
    },
  ),
  serviceFault('digits-as-code-looked-up-as-number', ['B-SVC-09'], 'Codes of digits are compared as numbers.', {
    isCode: (asked, code) =>
      code === asked ||
      (/^\d+$/.test(asked) && typeof code === 'string' && /^\d+$/.test(code) && Number(code) === Number(asked)),
  }),
  passing(
    'service-default-activity-has-external-id-of-call',
    ['B-SVC-08'],
    'A default activity has the external id of its call, which an activity may be given again.',
    async (request, go, { house }) => {
      const stores = isTreePost(request) ? storesOf(request, house) : undefined
      if (!stores) return go(request)
      const sent = jsonIn(request) ?? {}
      const names = activitiesIn(sent).map((one) => (isFieldList(one) ? one['externalId'] : undefined))
      const activities = stores.own.table('Activity')
      const known = [...defaults(house)].flatMap((id) => activities.byId(id) ?? [])
      const hidden = known.filter(({ externalId }) => externalId !== null && names.includes(externalId))
      for (const one of hidden) changed(stores.own, 'Activity', one, { externalId: null })
      const response = await go(request)
      for (const one of hidden) changed(stores.own, 'Activity', one, {})
      const { externalId } = sent
      const isDefault = isWell(response) && names.length === 0 && typeof externalId === 'string' && externalId !== ''
      const [shown] = isDefault ? activitiesIn(jsonIn(response) ?? {}) : []
      const made = shown && activities.byId(String(uuidIn(shown['id'])))
      if (!made || typeof externalId !== 'string') return response
      defaults(house).add(plainId(made.id))
      changed(stores.own, 'Activity', made, { externalId })
      return withJson(response, (tree) => ({ ...tree, activities: [{ ...shown, externalId }] }))
    },
  ),
  {
    id: 'report-archives-of-one-name-and-size',
    breaks: ['B-RPT-05'],
    says: 'Of archives of one file name and length the first is stored.',
    rule: {
      reporting: {
        files: (own, all) =>
          all().find(
            ({ fileName, bytes }) =>
              fileName !== undefined && fileName === own.fileName && bytes?.length === own.bytes?.length,
          ) ?? own,
      },
    },
  },
]
