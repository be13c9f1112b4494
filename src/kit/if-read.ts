import { TooLongToRead } from '../target/too-long-to-read.ts'

/** What an answer says, or undefined where it holds more than is read: how long a list may be is not stated. */
export async function ifRead<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof TooLongToRead) return undefined
    throw error
  }
}
