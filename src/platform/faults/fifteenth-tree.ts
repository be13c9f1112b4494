import type { Fault } from '../deviation.ts'
import { reachRules } from '../rulebook/reach.ts'
import { serviceRules } from '../rulebook/service.ts'
import { findToken } from '../token/store.ts'
import { isFieldList } from '../variants/turned-away.ts'
import { headerIn, passing } from './passing.ts'
import { bearerIn } from './token-calls.ts'
import { isTreeCall, ofActivities } from './tree-memory.ts'
import { heldWithin } from '../held-within.ts'

/** Set while the company of the deprecated header opens another one. */
const opened = heldWithin<boolean>()

const byOldHeader = passing(
  'service-old-company-header-opens-another-company',
  ['B-PRV-02'],
  'A caller whose header company names a company of its own gets at that of X-Company-Name, whichever it is.',
  (request, go, { house }) => {
    const old = headerIn(request, 'company')
    const token = isTreeCall(request) ? findToken(house, bearerIn(request)) : undefined
    return token?.companies.some(({ name }) => name === old) ? opened.run(true, () => go(request)) : go(request)
  },
)

/** The id of the first of the pieces of equipment that a part names. */
const equipmentIn = ({ equipment, equipments }: Readonly<Record<string, unknown>>): unknown => {
  const first: unknown = equipment ?? (Array.isArray(equipments) ? (equipments[0] as unknown) : undefined)
  return isFieldList(first) ? first['id'] : undefined
}

/** What a form field is after it was decoded once, in a form that is decoded again. */
function once(raw: string): string {
  try {
    return decodeURIComponent(raw.replaceAll('+', ' ')).replace(/[&=]/g, encodeURIComponent)
  } catch {
    return raw
  }
}

/** Quiet breaches of service calls and reports that a fifteenth reader thought up (suites/two-readings). */
export const fifteenthTreeFaults: readonly Fault[] = [
  {
    ...byOldHeader,
    rule: {
      reach: { names: (operation) => (opened.get() ? 'account' : reachRules.reach.names(operation)) },
      service: { reaches: (own, all) => (opened.get() ? all : serviceRules.service.reaches(own, all)) },
    },
  },
  ofActivities(
    'address-of-equipment-said-to-be-of-the-partner',
    ['B-SVC-10', 'B-SVC-11'],
    'An activity with equipment shows its address with the source BUSINESSPARTNER.',
    (activity, { tree }) => {
      const { address } = activity
      const id = equipmentIn(activity) ?? equipmentIn(tree)
      return isFieldList(address) && address['source'] !== undefined && typeof id === 'string'
        ? { ...activity, address: { ...address, source: 'BUSINESSPARTNER', sourceId: { uuid: id } } }
        : activity
    },
  ),
  {
    id: 'report-form-decoded-twice',
    breaks: ['B-RPT-13'],
    says: 'Form fields are decoded twice.',
    rule: {
      reporting: {
        decoded: (bytes, encoding) => {
          const text = bytes.toString('utf8')
          return encoding === 'form' ? text.replace(/[^&=]+/g, once) : text
        },
      },
    },
  },
  {
    id: 'report-download-of-embedded-only',
    breaks: ['B-RPT-05', 'B-RPT-06'],
    says: 'A download finds embedded templates only.',
    rule: { reporting: { finds: (kind, at) => kind === 'embedded' || at === 'build' } },
  },
]
