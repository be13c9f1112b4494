import { storeAt } from '../data/stores.ts'
import type { Variant } from '../deviation.ts'
import { elementsIn, type PeopleFields } from '../faults/people-kinds.ts'
import { isTreeCall } from '../faults/tree-memory.ts'
import { perHouse } from '../house.ts'
import { serviceRules } from '../rulebook/service.ts'
import { through } from './lawful.ts'

const { service } = serviceRules

const defaults = {
  SERVICECALL: { id: 'F1E1D0000000000000000000000000A8', value: 'standard' },
  ACTIVITY: { id: 'F1E1D0000000000000000000000000A9', value: 'by van' },
} as const

const withFieldsOfTheCompany = perHouse((house) => {
  for (const account of house.world.accounts)
    for (const company of account.companies)
      storeAt({ account, company }, house).transaction(({ put, start }) => {
        for (const [objectType, { id }] of Object.entries(defaults))
          put('UdfMeta', {
            id,
            externalId: `company-udf-${objectType}`,
            lastChanged: start,
            lastChangedBy: null,
            fields: { name: `Company_${objectType}`, objectType, type: 'String' },
          })
      })
  return true
})

const value = (of: keyof typeof defaults) => ({ udfMeta: { id: defaults[of].id }, value: defaults[of].value })

/** A part with the default before the values that were sent, unless one is sent for its field. */
function filled(part: PeopleFields, of: keyof typeof defaults): PeopleFields {
  const { udfValues } = part
  const isSent = elementsIn(udfValues).some(({ udfMeta }) => {
    const { id, externalId } = (udfMeta ?? {}) as PeopleFields
    return String(id).replaceAll('-', '').toUpperCase() === defaults[of].id || externalId === `company-udf-${of}`
  })
  if (isSent || (udfValues !== undefined && udfValues !== null && !Array.isArray(udfValues))) return part
  return { ...part, udfValues: [value(of), ...elementsIn(udfValues)] }
}

/** Lawful readings of service calls, thought up by a fourteenth reader (suites/two-readings). */
export const fourteenthTreeVariants: readonly Variant[] = [
  {
    ...through(
      'service-udf-defaults-of-the-company',
      ['B-SVC-22'],
      'A call and an activity without a value for a field of the company get its default, before the values that were sent.',
      (request, go, { house }) => {
        if (isTreeCall(request)) withFieldsOfTheCompany(house)
        return go(request)
      },
    ),
    rule: {
      service: {
        taken: (body) => ({
          ...filled(body, 'SERVICECALL'),
          ...(Array.isArray(body['activities'])
            ? {
                activities: (body['activities'] as readonly unknown[]).map((one) =>
                  typeof one === 'object' && one !== null ? filled(one as PeopleFields, 'ACTIVITY') : one,
                ),
              }
            : {}),
        }),
        defaultActivity: (call) => filled(service.defaultActivity(call), 'ACTIVITY'),
      },
    },
  },
  {
    id: 'service-address-of-equipment-of-the-call',
    leaves: ['B-SVC-11'],
    says: 'An activity without an address and equipment of its own has the address of the first equipment of its call, before that of the call.',
    rule: { service: { equipmentsFor: (own, ofCall) => [own, ofCall] } },
  },
]
