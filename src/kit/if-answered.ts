import { HungUp } from '../target/hung-up.ts'

/**
 * What an odd question is answered, or undefined where the connection ends instead, and the plain question after it is answered: what stands
 * in front of a service may break off what it takes for an attack.
 */
export async function ifAnswered<T>(odd: () => Promise<T>, plain: () => Promise<unknown>): Promise<T | undefined> {
  try {
    return await odd()
  } catch (error) {
    if (!(error instanceof HungUp)) throw error
    await plain()
    return undefined
  }
}
