import { needTable, type NeedRow } from './need-table.ts'
import type { Target } from './target.ts'

export type Need = keyof typeof needTable

/** Each need, and the key of the target file that supplies it. */
export const needs: Readonly<Record<Need, NeedRow>> = needTable

/** The capabilities that `has` may name. */
export const capabilities: readonly Need[] = (Object.keys(needs) as Need[]).filter((need) => needs[need].capability)

export type Availability =
  | { readonly is: 'there' }
  | { readonly is: 'lacking'; readonly because: string }
  | { readonly is: 'missing'; readonly key: string }

/** `lacks` wins over a key that is also in the file. */
export function availability(target: Target, need: Need): Availability {
  const { key, isSupplied, optional, writing } = needs[need]
  if (writing && !target.writes) return { is: 'lacking', because: 'the target file says writes: false' }
  const isThere = isSupplied(target)
  const because = target.lacks[need] ?? (isThere ? undefined : optional)
  if (because !== undefined) return { is: 'lacking', because }
  return isThere ? { is: 'there' } : { is: 'missing', key: typeof key === 'function' ? key(target) : key }
}

/** The needs that a target file neither supplies nor declares, each with the key that would supply it. */
export const missingNeeds = (target: Target): ReadonlyArray<{ readonly need: Need; readonly key: string }> =>
  (Object.keys(needs) as Need[]).flatMap((need) => {
    const state = availability(target, need)
    return state.is === 'missing' ? [{ need, key: state.key }] : []
  })
