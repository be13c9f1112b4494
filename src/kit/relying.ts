import { AsyncLocalStorage } from 'node:async_hooks'

/** The requirement whose setup step is running, if one is: simultaneous steps of one check keep theirs apart. */
export const relying = new AsyncLocalStorage<string>()
