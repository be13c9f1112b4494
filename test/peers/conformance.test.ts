import { afterAll, beforeAll, expect, it } from 'vitest'
import { flaggedIn } from '../support/flagged.ts'
import { verdictsAgainst } from '../support/verdicts.ts'
import { startPeer, type Peer } from './peer.ts'

// Two readings of one document meet here: the checks were written without the peer, the peer without the checks.
let peer: Peer
beforeAll(async () => {
  peer = await startPeer()
})
afterAll(() => peer.close())

/** What the peer is flagged for, each with the sentence that decides against it. Empty: it differs nowhere from what the documents fix. */
const decided: Readonly<Record<string, string>> = {}

it('finds nothing against the peer beyond what a sentence of the document decides', async () => {
  const verdicts = await verdictsAgainst(peer.target, {})
  const flagged = flaggedIn(verdicts.values())
  expect(flagged).toEqual(decided)
  // A peer that most checks could not judge would prove nothing.
  const words = [...verdicts.values()].filter(({ is }) => is !== 'not-applicable').map(({ is }) => is)
  expect(words.length).toBeGreaterThan(300)
  expect(words.filter((is) => is === 'pass').length).toBeGreaterThan(words.length * 0.7)
})
