import { perHouse, type House } from '../house.ts'

const turns = perHouse((): { running?: Promise<void> } => ({}))

/** Waits while another caller has exclusive access, so that nobody sees a half-done transaction of several requests. */
export async function whenFree(house: House): Promise<void> {
  const turn = turns(house)
  while (turn.running) await turn.running
}

/** Whether there is nothing to wait for. */
export const isFree = (house: House): boolean => turns(house).running === undefined

/** Runs the body with exclusive access. */
export async function exclusively<T>(house: House, body: () => Promise<T>): Promise<T> {
  await whenFree(house)
  const turn = turns(house)
  let end = (): void => undefined
  turn.running = new Promise((resolve) => {
    end = resolve
  })
  try {
    return await body()
  } finally {
    delete turn.running
    end()
  }
}
