import { AsyncLocalStorage } from 'node:async_hooks'

interface Held {
  readonly by: object
  readonly value: unknown
  readonly outer: Held | undefined
}

// On Node 20 every storage that was ever used costs each promise of the process some time: all deviations share one.
const current = new AsyncLocalStorage<Held | undefined>()

/** A value for the rules and seams that are looked at within a call, however deep: they are not told of it otherwise. */
export interface HeldWithin<Value> {
  run<Result>(value: Value, body: () => Result): Result
  /** The value of the innermost call; undefined outside. */
  get(): Value | undefined
}

export function heldWithin<Value>(): HeldWithin<Value> {
  const by = {}
  return {
    run: (value, body) => current.run({ by, value, outer: others(current.getStore(), by) }, body),
    get: () => {
      for (let held = current.getStore(); held; held = held.outer) if (held.by === by) return held.value as Value
      return undefined
    },
  }
}

/** What a timer starts may be within itself again and again: a value that is hidden is let go. */
const others = (held: Held | undefined, by: object): Held | undefined => {
  if (!held) return undefined
  const outer = others(held.outer, by)
  return held.by === by ? outer : outer === held.outer ? held : { ...held, outer }
}
