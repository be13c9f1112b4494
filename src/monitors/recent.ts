import type { KnownRecord, Past } from './memory.ts'

/** Values of this length tell whose they are: shorter ones another client may have written by chance. */
export const tellsAtLeast = 8

const [valuesAtMost, recordsAtMost] = [5000, 200]

/** What the writes of this traffic leave open: of which record they were, and where else a value stands that they sent. */
export interface Recent {
  /** A write that may have taken effect sent this: wherever it shows, that may be why. */
  sent(place: string, past: Past): void
  wasSent(place: string, resource: string, field: string, value: string): boolean
  /** A write that may have taken effect on any record of the resource: which one it was is not told. */
  stray(place: string, resource: string, until: number): void
  /** By when all such writes were over. */
  strayUntil(place: string, resource: string): number
  /** This record has values that must not show. */
  bans(known: KnownRecord): void
}

export function createRecent(): Recent {
  const values = new Set<string>()
  const strays = new Map<string, number>()
  const banned = new Set<KnownRecord>()
  const nameOf = (place: string, resource: string, field: string, value: string) =>
    `${place} ${resource} ${field} ${value}`
  const limit = (set: Set<unknown>, atMost: number): unknown => {
    if (set.size <= atMost) return undefined
    const [oldest] = set
    set.delete(oldest)
    return oldest
  }
  return {
    sent(place, { write, moment }) {
      for (const [field, value] of Object.entries(write.sent)) {
        if (typeof value !== 'string' || value.length < tellsAtLeast || value.length > 200) continue
        const name = nameOf(place, write.resource, field, value)
        values.delete(name)
        values.add(name)
        limit(values, valuesAtMost)
        for (const known of banned) {
          if (!known.key.startsWith(`${place} ${write.resource} `)) continue
          known.banned = known.banned.filter(
            (ban) => ban.field !== field || ban.value !== value || ban.past.moment.ref === moment.ref,
          )
          if (known.banned.length === 0) banned.delete(known)
        }
      }
    },
    wasSent: (place, resource, field, value) => values.has(nameOf(place, resource, field, value)),
    stray: (place, resource, until) =>
      void strays.set(`${place} ${resource}`, Math.max(until, strays.get(`${place} ${resource}`) ?? until)),
    strayUntil: (place, resource) => strays.get(`${place} ${resource}`) ?? Number.NEGATIVE_INFINITY,
    bans(known) {
      banned.add(known)
      const forgotten = limit(banned, recordsAtMost) as KnownRecord | undefined
      if (forgotten) forgotten.banned = []
    },
  }
}
