import type { KnownRecord, Past } from './memory.ts'
import { sameExchange } from './observed.ts'

/** Values of this length tell whose they are: shorter ones another client may have written by chance. */
export const tellsAtLeast = 8

const [valuesAtMost, recordsAtMost] = [5000, 200]

/** What the writes of this traffic leave open: of which record they were, and where else a value stands that they sent. */
export interface Recent {
  /** A write that may have taken effect sent this: wherever it shows, that may be why. */
  sent(place: string, past: Past): void
  /** ... by another exchange than this, if one is named. */
  wasSent(place: string, resource: string, field: string, value: string, but?: string): boolean
  /** A write that may have taken effect on any record of the resource: which one it was is not told. */
  stray(place: string, resource: string, until: number): void
  /** By when all such writes were over. */
  strayUntil(place: string, resource: string): number
  /** This record has values that must not show. */
  bans(known: KnownRecord): void
}

export function createRecent(): Recent {
  /** By which exchange; none where it was more than one. */
  const values = new Map<string, string | undefined>()
  const strays = new Map<string, number>()
  const banned = new Set<KnownRecord>()
  const nameOf = (place: string, resource: string, field: string, value: string) =>
    `${place} ${resource} ${field} ${value}`
  return {
    sent(place, { write, moment }) {
      for (const [field, value] of Object.entries(write.sent)) {
        if (typeof value !== 'string' || value.length < tellsAtLeast || value.length > 200) continue
        const name = nameOf(place, write.resource, field, value)
        const by = sameExchange(moment.ref)
        const before = values.has(name) ? values.get(name) : by
        values.delete(name)
        values.set(name, before === by ? by : undefined)
        if (values.size > valuesAtMost) values.delete(values.keys().next().value as string)
        for (const known of banned) {
          if (!known.key.startsWith(`${place} ${write.resource} `)) continue
          known.banned = known.banned.filter(
            (ban) => ban.field !== field || ban.value !== value || ban.past.moment.ref === moment.ref,
          )
          if (known.banned.length === 0) banned.delete(known)
        }
      }
    },
    wasSent(place, resource, field, value, but) {
      const name = nameOf(place, resource, field, value)
      return values.has(name) && (but === undefined || values.get(name) !== sameExchange(but))
    },
    stray: (place, resource, until) =>
      void strays.set(`${place} ${resource}`, Math.max(until, strays.get(`${place} ${resource}`) ?? until)),
    strayUntil: (place, resource) => strays.get(`${place} ${resource}`) ?? Number.NEGATIVE_INFINITY,
    bans(known) {
      banned.add(known)
      const [oldest] = banned
      if (banned.size <= recordsAtMost || !oldest) return
      oldest.banned = []
      banned.delete(oldest)
    },
  }
}
