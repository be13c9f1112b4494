import { plainId } from '../exchange/plain-id.ts'
import { idsIn, spelledLike } from './ids.ts'
import { timeline, type Timeline } from './timeline.ts'

/** Recorded ids, names and times and what they are now. It grows with every answer. */
export interface Mapping {
  /** The id that stands for a recorded one, in the same spelling; the recorded one where none is known. */
  id(recorded: string): string
  /** Plain form of what a recorded id is now. */
  expected(recorded: string): string | undefined
  /** Whether a recorded id may be this one now: learned when first seen, one to one from then on. */
  agree(recorded: string, now: string): boolean
  isTaken(now: string): boolean
  /** Plain form of the recorded id that an id of now stands for. */
  recorded(now: string): string | undefined
  /** Whether an id is part of an external id that the client gave, and so stays as it is. */
  isInName(id: string): boolean
  /** An id that the client chose, and the one of ours that stands for it. */
  choseId(recorded: string, ours: string): void
  /** An external id that the client gave, and the one of ours that stands for it. It may look like an id, or have one in it. */
  choseName(recorded: string, ours: string): void
  /** What a name that the client chose is now. */
  name(recorded: string): string | undefined
  /** Notes which recorded record carries an external id, and tells it again. */
  carries(externalId: string, id: string): void
  carrier(externalId: string): string | undefined
  /** Whether names begin so. */
  startsNames(prefix: string): boolean
  /** What stands before each name of ours. */
  readonly mark: string
  /** Names of ours in a text as they were recorded. */
  withoutTag(text: string): string
  /** Whether a recorded value of a record's field may be this one now: the same for the same, another for another. */
  agreeOn(about: string | undefined, field: string, recorded: string | number, now: string | number): boolean
  /** What a value of a record's field is now, where an answer told it. */
  told(about: string | undefined, field: string, recorded: string | number): string | number | undefined
  /** All that a recorded time is now, of whatever record. */
  times(recorded: string | number): ReadonlyArray<string | number>
  readonly timeline: Timeline
}

export function createMapping(tag: string): Mapping {
  const line = timeline()
  const ids = new Map<string, { readonly recorded: string; readonly now: string }>()
  const back = new Map<string, string>()
  const names = new Map<string, string>()
  const idsOfNames = new Set<string>()
  const carriers = new Map<string, string>()
  const values = new Map<string, string | number>()
  const backValues = new Map<string, string | number>()
  const times = new Map<string, Set<string | number>>()
  const place = (about: string | undefined, field: string, value: string | number) =>
    `${about === undefined ? '' : plainId(about)} ${field} ${value}`

  const pair = (recorded: string, now: string) => {
    ids.set(plainId(recorded), { recorded, now })
    back.set(plainId(now), plainId(recorded))
  }
  return {
    timeline: line,
    mark: `${tag}-`,
    id(recorded) {
      const known = ids.get(plainId(recorded))
      if (!known) return recorded
      return recorded === known.recorded ? known.now : spelledLike(known.now, recorded)
    },
    expected: (recorded) => {
      const known = ids.get(plainId(recorded))
      return known && plainId(known.now)
    },
    agree(recorded, now) {
      const known = ids.get(plainId(recorded))
      if (known) return plainId(known.now) === plainId(now)
      if (back.has(plainId(now))) return false
      pair(recorded, now)
      return true
    },
    isTaken: (now) => back.has(plainId(now)),
    recorded: (now) => back.get(plainId(now)),
    isInName: (id) => idsOfNames.has(plainId(id)),
    choseId: pair,
    choseName(recorded, ours) {
      names.set(recorded, ours)
      for (const id of idsIn(recorded)) idsOfNames.add(id)
    },
    name: (recorded) => names.get(recorded),
    carries: (externalId, id) => void carriers.set(externalId, id),
    carrier: (externalId) => carriers.get(externalId),
    startsNames: (prefix) => prefix !== '' && [...names.keys()].some((name) => name.startsWith(prefix)),
    withoutTag: (text) => text.replaceAll(`${tag}-`, ''),
    agreeOn(about, field, recorded, now) {
      if (field === 'lastChanged' || field === 'createDateTime')
        times.set(String(recorded), (times.get(String(recorded)) ?? new Set()).add(now))
      const [one, other] = [place(about, field, recorded), place(about, field, now)]
      if (!values.has(one) && !backValues.has(other)) {
        values.set(one, now)
        if (field === 'lastChanged' && typeof recorded === 'number' && typeof now === 'number') line.told(recorded, now)
        backValues.set(other, recorded)
        return true
      }
      return values.get(one) === now && backValues.get(other) === recorded
    },
    told: (about, field, recorded) => values.get(place(about, field, recorded)),
    times: (recorded) => [...(times.get(String(recorded)) ?? [])],
  }
}
