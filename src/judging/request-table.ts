import { statedOperations } from '../contract/index.ts'
import { explainedHoles, type ExplainedHole } from '../../suites/request-space.ts'
import { matchesGlob } from '../verdict/glob.ts'
import type { RequestCounts } from './request-space.ts'

/** One cell of the request space: a way to send an operation. */
interface RequestCell {
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly cell: string
  readonly requests: number
  /** Why no request of the kit is of this kind, where none is. */
  readonly because?: string
}

type Stated = ReturnType<typeof statedOperations>[number]

const textKinds = ['text', 'long', 'non-ascii', 'reserved', 'absent', 'repeated']
const kindsByType: Readonly<Record<string, readonly string[]>> = {
  boolean: ['boolean', 'text', 'absent', 'repeated'],
  integer: ['integer', 'text', 'absent', 'repeated'],
  number: ['integer', 'text', 'absent', 'repeated'],
}

const bodyKinds = [
  ...['text', 'long text', 'non-ascii text', 'empty text', 'date-time', 'integer', 'decimal', 'boolean'],
  ...['null', 'list', 'empty list', 'object', 'below 1 KB', 'below 64 KB', '64 KB or more'],
].map((kind) => `body ${kind}`)

const ownParameters = ['account', 'company', 'user', 'clientId', 'clientVersion', 'requestId', 'access_token']

/** Every cell that the operation has by what the documents say of it. */
function cellsOf({ interface: name, parameters, body, method }: Stated, identities: readonly string[]): string[] {
  if (name === 'token') return ['sent alone']
  const twoForms = ['client id', 'client version', 'request id'].flatMap((item) =>
    ['header', 'query', 'absent'].map((place) => `${item} ${place}`),
  )
  const oneForm = ['account', 'company', 'user'].flatMap((item) => [`${item} sent`, `${item} absent`])
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && !ownParameters.includes(parameter.name))
    .flatMap((parameter) => (kindsByType[parameter.type] ?? textKinds).map((kind) => `?${parameter.name} ${kind}`))
  return [
    'sent alone',
    ...(name === 'batch' || name === 'directory' ? [] : ['sent as a part']),
    ...['header', 'query', 'none', 'other scheme'].map((place) => `token ${place}`),
    ...identities.map((identity) => `identity ${identity}`),
    ...twoForms,
    ...oneForm,
    ...['unreserved encoded', 'lower-case hex', 'non-ascii'].map((encoding) => `query in ${encoding}`),
    ...query,
    ...(body && name === 'data' && method !== 'DELETE' ? bodyKinds : []),
  ]
}

/** The kinds of login that the table asks for; what else a target file names has one task each. */
const identities = ['admin', 'user', 'general', 'without user']

export interface RequestTable {
  readonly cells: readonly RequestCell[]
  /** Cells that no request filled and nothing explains. */
  readonly holes: readonly RequestCell[]
  /** Explanations of nothing: no cell is as they say, or each was filled after all. */
  readonly idle: readonly ExplainedHole[]
}

/** The request space of the documents, as far as a run filled it. */
export function requestTable(
  counts: RequestCounts,
  explanations: readonly ExplainedHole[] = explainedHoles,
): RequestTable {
  const useful = new Set<ExplainedHole>()
  const cells = statedOperations().flatMap((operation) =>
    cellsOf(operation, identities).map((cell): RequestCell => {
      const { id, method, path } = operation
      const requests = counts[id]?.[cell] ?? 0
      const why = explanations.find((one) => matchesGlob(one.operation, id) && matchesGlob(one.cell, cell))
      if (requests === 0 && why) useful.add(why)
      return { operation: id, method, path, cell, requests, ...(requests === 0 && why ? { because: why.because } : {}) }
    }),
  )
  return {
    cells,
    holes: cells.filter(({ requests, because }) => requests === 0 && because === undefined),
    idle: explanations.filter((one) => !useful.has(one)),
  }
}
