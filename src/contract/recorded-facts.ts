import type { ContractFacts } from './index.ts'

/** A recording names no target: interfaces are found by the paths that the documents give them, wherever those stand in an address. */
export const recordedFacts: ContractFacts = {
  addresses: { auth: '', directory: '' },
  basePaths: {},
  dtos: {},
  side: 'both',
}
