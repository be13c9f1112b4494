import type { Context } from '../../src/kit/index.ts'

type Target = Context['target']

/** What one target's checks lend each other. */
interface Desk<User> {
  user?: User
}

/** A desk for each target with the one user that checks may change: those who come wait until it is free. */
export function lendingDesk<User>(): (
  context: Pick<Context, 'target'>,
  use: (desk: Desk<User>) => Promise<void>,
) => Promise<void> {
  const desks = new WeakMap<Target, Desk<User> & { until: Promise<void> }>()
  return async ({ target }, use) => {
    const desk = desks.get(target) ?? { until: Promise.resolve() }
    desks.set(target, desk)
    const before = desk.until
    let leave = (): void => undefined
    desk.until = new Promise((resolve) => (leave = resolve))
    await before
    try {
      await use(desk)
    } finally {
      leave()
    }
  }
}
