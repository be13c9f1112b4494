import { artefacts } from './artefacts.ts'
import type { Operation } from './operation.ts'

/** Every operation that the documents state. */
export const statedOperations = (): readonly Operation[] => artefacts().operations
