import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { PlatformRequest } from '../http/message.ts'
import { askedOf, isBatch, passing, withQuery } from './passing.ts'

const name = 'transactional'

/** What callers said of their batches, by token. */
const saidBefore = perHouse(() => new Map<string, string>())
const saidFirst = perHouse(() => new Map<string, string>())

const tokenOf = ({ headers }: PlatformRequest): string =>
  headers.find(([header]) => header.toLowerCase() === 'authorization')?.[1] ?? ''

/** Batches that are what an earlier one was. */
export const batchSaidFaults: readonly Fault[] = [
  passing(
    'batch-transactional-as-the-one-before',
    ['A-BAT-01', 'A-BAT-08'],
    'A batch that does not say whether it is transactional is what the one before it was.',
    (request, go, { house }) => {
      const asked = askedOf(request)
      if (!isBatch(asked)) return go(request)
      const said = asked.query.get(name) ?? saidBefore(house).get(tokenOf(request))
      if (said === undefined) return go(request)
      saidBefore(house).set(tokenOf(request), said)
      return go(withQuery(request, { [name]: said }))
    },
  ),
  passing(
    'batch-transactional-as-the-first',
    ['A-BAT-08', 'A-BAT-09'],
    'All batches of a token are transactional, or not, as the first one that says so.',
    (request, go, { house }) => {
      const asked = askedOf(request)
      const said = asked.query.get(name)
      if (!isBatch(asked) || said === null) return go(request)
      const first = saidFirst(house).get(tokenOf(request)) ?? said
      saidFirst(house).set(tokenOf(request), first)
      return go(withQuery(request, { [name]: first }))
    },
  ),
]
