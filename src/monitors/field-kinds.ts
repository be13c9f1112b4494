import type { ExchangeReading } from '../contract/index.ts'
import { isGuid, type Sighting } from './sighting.ts'

const fieldsAtMost = 5000

/** Which fields of records were shown with a plain value that is no reference, and never as a list or an object. */
export function kindsOfFields() {
  const plain = new Map<string, boolean>()
  return {
    learn(sightings: readonly Sighting[], reading: ExchangeReading): void {
      // A count stands in place of what is counted.
      if (reading.query('expand') !== undefined || plain.size > fieldsAtMost) return
      for (const { resource, fields } of sightings)
        for (const [name, value] of Object.entries(fields)) {
          if (value === null || value === '' || (typeof value === 'string' && isGuid(value))) continue
          const key = `${resource} ${name}`
          plain.set(key, plain.get(key) !== false && typeof value !== 'object')
        }
    },
    isPlain: (resource: string, name: string): boolean => plain.get(`${resource} ${name}`) === true,
  }
}
