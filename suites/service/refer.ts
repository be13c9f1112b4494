import { must } from '../../src/kit/index.ts'
import { keysOf, partsIn, type Part } from './tree.ts'

/** The shown reference has the key that was sent, if it shows that key at all: then true is returned. */
export function mustRefer(what: string, shown: unknown, sent: unknown): boolean {
  const [wanted, found] = [keysOf(sent), keysOf(shown)]
  must.some(`key of ${what}`, Object.keys(found))
  const common = Object.entries(wanted).filter(([key]) => found[key] !== undefined)
  for (const [key, wantedKey] of common) must.equal(`${key} of ${what}`, found[key], wantedKey)
  return common.length > 0
}

/** Each reference of a part is shown, those of lists in any order. */
export function mustShowReferences(what: string, shown: Part, sent: Part): void {
  for (const [field, reference] of Object.entries(sent))
    if (Array.isArray(reference)) {
      must.equal(`number of ${field} of ${what}`, partsIn(shown[field]).length, reference.length)
      // No order is stated.
      for (const one of reference)
        mustRefer(
          `${field} of ${what}`,
          partsIn(shown[field]).find((other) => isMeant(other, one)) ?? partsIn(shown[field])[0],
          one,
        )
    } else mustRefer(`${field} of ${what}`, shown[field], reference)
}

const isMeant = (shown: Part, sent: unknown): boolean => {
  const [found, wanted] = [keysOf(shown), keysOf(sent)]
  return Object.keys(wanted).every((key) => found[key] === undefined || found[key] === wanted[key])
}
