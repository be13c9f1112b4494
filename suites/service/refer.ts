import { must } from '../../src/kit/index.ts'
import { keysOf } from './tree.ts'

/** The shown reference has the key that was sent, if it shows that key at all: then true is returned. */
export function mustRefer(what: string, shown: unknown, sent: unknown): boolean {
  const [wanted, found] = [keysOf(sent), keysOf(shown)]
  must.some(`key of ${what}`, Object.keys(found))
  const common = Object.entries(wanted).filter(([key]) => found[key] !== undefined)
  for (const [key, wantedKey] of common) must.equal(`${key} of ${what}`, found[key], wantedKey)
  return common.length > 0
}
