import type { Store } from '../store/store.ts'
import { seeded } from './seed.ts'

const dayMs = 86_400_000
/** Of ten records, so many are of each resource. */
const shares = [
  'ServiceCall',
  'ServiceCall',
  'ServiceCall',
  'ServiceCall',
  'Activity',
  'Activity',
  'BusinessPartner',
].concat(['BusinessPartner', 'Person', 'Equipment'])

const made: Readonly<Record<string, (at: number) => Readonly<Record<string, unknown>>>> = {
  ServiceCall: (at) => ({
    subject: `Order ${at}`,
    businessPartner: seeded.BusinessPartner,
    technicians: [seeded.Person],
  }),
  Activity: (at) => ({ subject: `Visit ${at}`, serviceCall: seeded.ServiceCall }),
  BusinessPartner: (at) => ({ name: `Customer ${at}`, code: `C-${at}` }),
  Person: (at) => ({ firstName: 'Kim', lastName: `Worker ${at}` }),
  Equipment: (at) => ({ name: `Pump ${at}`, businessPartner: seeded.BusinessPartner }),
}

/** Records that others made over the last month, half of them with an external id. */
export function seedForeign(store: Store, count: number, now: number): void {
  store.transaction((transaction) => {
    for (let at = 0; at < count; at += 1) {
      const resource = shares[at % shares.length] ?? 'ServiceCall'
      transaction.put(resource, {
        id: `F0E1${at.toString(16).toUpperCase().padStart(28, '0')}`,
        externalId: at % 2 === 0 ? `others-${at}` : null,
        lastChanged: now - 30 * dayMs + Math.floor((at * 29 * dayMs) / count),
        lastChangedBy: null,
        fields: { inactive: false, syncStatus: 'IN_CLOUD', ...made[resource]?.(at) },
      })
    }
  })
}
