import type { Ownership } from '../target/ownership.ts'
import { peopleShown } from '../target/people-writes.ts'
import type { Target } from '../target/target.ts'
import type { Transport } from '../target/transport.ts'

/** What bears a name of this run is its own, whether or not the answer to its creation told the id. */
export const ownNamedPeople = (transport: Transport, owned: Ownership, target: Target): void =>
  transport.onExchange((exchange) => {
    for (const { key, names } of peopleShown(exchange, target.basePaths))
      if (names.some((name) => owned.ownsExternalId(name))) owned.own(key)
  })
