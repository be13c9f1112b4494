import type { CalledOperation } from './operation.ts'
import { reads } from './reads.ts'
import { writes } from './writes.ts'

/** Every operation of the interfaces at the cluster that take a token, by name. */
export const operations: Readonly<Record<string, CalledOperation>> = { ...reads, ...writes }
