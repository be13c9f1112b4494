import { areApart } from './apart.ts'
import type { Variant } from './deviation.ts'

interface Drawn {
  /** Variants in a group, at most. */
  readonly size: number
  readonly seed: number
}

/** Lawful readings in groups that can be served together, drawn by the seed: each is in one group, the first groups are the fullest. */
export function groupsOf(variants: readonly Variant[], { size, seed }: Drawn): readonly (readonly Variant[])[] {
  let state = seed >>> 0
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0)
  const drawn = variants.map((variant) => ({ variant, by: next() })).sort((a, b) => a.by - b.by)
  const groups: Variant[][] = []
  for (const { variant } of drawn) {
    const group = groups.find((some) => some.length < size && some.every((other) => !areApart(variant, other)))
    if (group) group.push(variant)
    else groups.push([variant])
  }
  return groups
}
