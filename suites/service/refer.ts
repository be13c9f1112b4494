import { must } from '../../src/kit/index.ts'
import { keysOf } from './tree.ts'

/** The shown reference has the key that was sent, if it shows that key at all. */
export function mustRefer(what: string, shown: unknown, sent: unknown): void {
  const [wanted, found] = [keysOf(sent), keysOf(shown)]
  must.some(`key of ${what}`, Object.keys(found))
  for (const [key, wantedKey] of Object.entries(wanted))
    if (found[key] !== undefined) must.equal(`${key} of ${what}`, found[key], wantedKey)
}
