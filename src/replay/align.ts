import { plainId } from '../exchange/plain-id.ts'
import { signature, type Ground } from './likeness.ts'

export interface Alignment {
  /** Positions of the same element, recorded and now. */
  readonly pairs: ReadonlyArray<readonly [recorded: number, now: number]>
  readonly gone: readonly number[]
  readonly added: readonly number[]
}

type Key = (element: unknown, at: number) => string | undefined

/** Beyond this, leftovers are paired by position: comparing each with each would take too long. */
const compareAtMost = 300

/** Pairs the elements of the recorded list with those of now: by id, by external id, by equality, by similarity. */
export function align(recorded: readonly unknown[], now: readonly unknown[], ground: Ground): Alignment {
  const { mapping } = ground
  const left = new Set(recorded.keys())
  const right = new Set(now.keys())
  const pairs: Array<readonly [number, number]> = []
  const join = (one: number, other: number) => {
    pairs.push([one, other])
    left.delete(one)
    right.delete(other)
  }
  const by = (recordedKey: Key, nowKey: Key) => {
    const places = new Map<string, number[]>()
    for (const at of right) {
      const key = nowKey(now[at], at)
      if (key !== undefined) places.set(key, [...(places.get(key) ?? []), at])
    }
    for (const at of left) {
      const key = recordedKey(recorded[at], at)
      const other = key === undefined ? undefined : places.get(key)?.shift()
      if (other !== undefined) join(at, other)
    }
  }
  const id = (element: unknown) => textIn(element, 'id')
  by(
    (element) => {
      const own = id(element)
      return own && mapping.expected(own)
    },
    (element) => {
      const own = id(element)
      return own && plainId(own)
    },
  )
  by(
    (element) => textIn(element, 'externalId'),
    (element) => {
      const own = textIn(element, 'externalId')
      return own === undefined ? undefined : mapping.withoutTag(own)
    },
  )
  const recordedSigns = recorded.map((element, at) => (left.has(at) ? signature(element, ground, 'recorded') : ''))
  const nowSigns = now.map((element, at) => (right.has(at) ? signature(element, ground, 'now') : ''))
  by(
    (_, at) => recordedSigns[at],
    (_, at) => nowSigns[at],
  )
  // A record known by its id is not paired with another, however similar.
  const loose = (at: number, side: readonly unknown[], isKnown: (id: string) => boolean) => {
    const own = id(side[at])
    return own === undefined || !isKnown(own)
  }
  const [ones, others] = [
    [...left].filter((at) => loose(at, recorded, (own) => mapping.expected(own) !== undefined)),
    [...right].filter((at) => loose(at, now, mapping.isTaken)),
  ]
  if (ones.length <= compareAtMost && others.length <= compareAtMost) {
    const words = (sign: string | undefined) => new Set((sign ?? '').split(/[,{}[\]]/))
    const known = new Map(others.map((at) => [at, words(nowSigns[at])]))
    for (const one of ones) {
      const mine = [...words(recordedSigns[one])]
      const rated = others
        .filter((at) => right.has(at))
        .map((at) => ({ at, equal: mine.filter((word) => known.get(at)?.has(word)).length }))
      const best = rated.sort((a, b) => b.equal - a.equal)[0]
      if (best) join(one, best.at)
    }
  } else
    for (const one of ones) {
      const other = others.find((at) => right.has(at))
      if (other !== undefined) join(one, other)
    }
  return { pairs: pairs.sort((a, b) => a[0] - b[0]), gone: [...left], added: [...right] }
}

/** A text field of a record, or of the record in an element of `data`. */
function textIn(element: unknown, field: string): string | undefined {
  if (typeof element !== 'object' || element === null) return undefined
  const held = Object.hasOwn(element, field)
    ? element
    : Object.values(element).length === 1
      ? (Object.values(element)[0] as unknown)
      : undefined
  const value = typeof held === 'object' && held !== null ? (held as Record<string, unknown>)[field] : undefined
  return typeof value === 'string' ? value : undefined
}
