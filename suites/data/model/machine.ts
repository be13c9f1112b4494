import type { AsyncCommand } from 'fast-check'
import type { Context } from '../../../src/kit/index.ts'
import type { Machine } from '../../../src/kit/model.ts'
import { newSlot, type Slot } from './belief.ts'
import { look, type Hands } from './hands.ts'
import { post, postForced, remove, update, type Lock } from './steps.ts'

export interface World {
  readonly slots: readonly Slot[]
}

const slotCount = 2

/** A step on one slot: an index until it runs, so that it can be replayed in any namespace. */
function step(
  words: string,
  index: number,
  act: (hands: Hands, slot: Slot) => Promise<void>,
): AsyncCommand<World, Hands, false> {
  return {
    check: ({ slots }) => slots[index] !== undefined,
    async run({ slots }, hands) {
      await act(hands, slots[index] as Slot)
    },
    toString: () => `${words} of record ${index + 1}`,
  }
}

/** `none`: the remarks of a record that never had any. One record after another under every documented write, by both routes, with every kind of lock. */
export const recordMachine = (none: (context: Context) => Promise<unknown>): Machine<World, Hands> => ({
  commands(fc) {
    const slots = fc.nat(slotCount - 1)
    const keys = fc.constantFrom('id', 'externalId')
    const locks = fc.constantFrom<Lock[]>('current', 'current', 'stale', 'forced', 'later', 'none')
    const remarksForms = fc.constantFrom('left out', 'text', 'null')
    const writes = (method: 'put' | 'patch') =>
      fc
        .tuple(slots, keys, locks, remarksForms)
        .map(([index, by, lock, remarks]) =>
          step(`${method} by ${by}, lock ${lock}, remarks ${remarks}`, index, (hands, slot) =>
            update(hands, slot, method, by, lock, remarks),
          ),
        )
    return [
      fc.tuple(slots, keys).map(([index, by]) => step(`get by ${by}`, index, (hands, slot) => look(hands, slot, by))),
      fc
        .tuple(slots, remarksForms)
        .map(([index, remarks]) =>
          step(`post, remarks ${remarks}`, index, (hands, slot) => post(hands, slot, remarks)),
        ),
      writes('put'),
      writes('patch'),
      writes('patch'),
      fc
        .tuple(slots, keys, locks)
        .map(([index, by, lock]) =>
          step(`delete by ${by}, lock ${lock}`, index, (hands, slot) => remove(hands, slot, by, lock)),
        ),
      slots.map((index) => step('post with forceUpdate', index, postForced)),
    ]
  },

  async around(context, trace, walk) {
    const { fresh } = context
    const [first, ...others] = Array.from({ length: slotCount }, () => newSlot(fresh.id(), fresh.externalId())) as [
      Slot,
      ...Slot[],
    ]
    const hands = { context, trace, none: () => none(context) }
    // One record exists from the start: most steps do little without one.
    await post(hands, first, 'text')
    const slots = [first, ...others]
    await walk({ model: { slots }, real: hands })
    for (const slot of slots) {
      await look(hands, slot, 'id')
      await look(hands, slot, 'externalId')
    }
  },
})
