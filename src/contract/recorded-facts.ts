import type { ContractFacts } from './index.ts'

/** A recording names no target: interfaces are recognised by the paths that the documents give them, anywhere in a URL. */
export const recordedFacts: ContractFacts = {
  addresses: { auth: '', directory: '' },
  basePaths: {},
  dtos: {},
  side: 'both',
}
