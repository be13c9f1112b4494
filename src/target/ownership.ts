import { plainId } from '../exchange/plain-id.ts'

/** Which objects of the target belong to this run: ids it minted or was given, external ids with its tag. */
export interface Ownership {
  readonly runTag: string
  own(id: string): void
  /** A create was answered with it, but it seems to be somebody else's. */
  doubt(id: string): void
  isDoubted(id: string): boolean
  owns(id: string): boolean
  ownsExternalId(externalId: string): boolean
}

export function ownership(runTag: string): Ownership {
  const ids = new Set<string>()
  const doubted = new Set<string>()
  return {
    runTag,
    own: (id) => void ids.add(plainId(id)),
    doubt: (id) => void doubted.add(plainId(id)),
    isDoubted: (id) => doubted.has(plainId(id)),
    owns: (id) => ids.has(plainId(id)),
    ownsExternalId: (externalId) => externalId.startsWith(runTag),
  }
}
