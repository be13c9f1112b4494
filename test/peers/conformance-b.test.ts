import { afterAll, beforeAll, expect, it } from 'vitest'
import { flaggedIn } from '../support/flagged.ts'
import { verdictsAgainst } from '../support/verdicts.ts'
import { startPeer, type Peer } from './peer.ts'
import { core, further } from './resources.ts'
import { describeSecond } from './target-b.ts'

let peer: Peer
let second: Awaited<ReturnType<typeof describeSecond>>
beforeAll(async () => {
  peer = await startPeer()
  const versions = { ...core, ...further }
  const versionOf = (name: string) => Math.max(...Object.keys(versions[name]?.versions ?? {}).map(Number))
  second = await describeSecond(peer.origin, peer.target, versionOf)
})
afterAll(() => Promise.all([second.close(), peer.close()]))

/** What the peer is flagged for, each with the sentence that decides against it. */
const decided: Readonly<Record<string, string>> = {
  // The 30th of February is no date-time, and a property of another type is refused (B-OPT-05, B-OPT-15).
  'optimization/required-properties/start': 'warn: expected status 400; got status 202 with {"result":true}',
  'optimization/required-properties/end': 'warn: expected status 400; got status 202 with {"result":true}',
}

it.each(['scim', 'user', 'crowd', 'dispatch', 'service', 'reporting', 'optimization'])(
  'finds nothing in %s beyond what a sentence of the document decides',
  async (name) => {
    const verdicts = await verdictsAgainst(second.target, { interfaces: [name] })
    const flagged = flaggedIn(verdicts.values())
    // What other interfaces ask of its calls, and what only targets with composite calls, or with somebody of another account, are asked is nothing to this one.
    const words = [...verdicts.values()].flatMap(({ check, is, because = '' }) =>
      !check.startsWith(`${name}/`) || /composite|second-account|user-elsewhere/.test(because) ? [] : [is],
    )
    // A peer that most checks could not judge would prove nothing.
    expect(words.filter((is) => is === 'pass' || is === 'warn').length).toBeGreaterThan(words.length * 0.7)
    expect(flagged).toEqual(Object.fromEntries(Object.entries(decided).filter(([id]) => id.startsWith(`${name}/`))))
  },
)
