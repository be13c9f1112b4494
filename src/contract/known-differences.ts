import type { Exchange } from '../exchange/exchange.ts'
import { isObject } from '../exchange/json.ts'
import { artefacts } from './artefacts.ts'
import type { ContractFinding } from './findings.ts'
import { parseJson } from './reading.ts'

/** An entry of schemas/known-differences.yaml: the keys that are given narrow it. */
export interface KnownDifference {
  readonly statement: string
  /** The rule of the suites whose checks tell it: other checks go on where what they asked for was done. */
  readonly requirement?: string
  readonly method?: string
  /** A pattern that the path of the address contains. */
  readonly path?: string
  readonly status?: number
  readonly error?: string
  /** The place in the body that a finding of the contract names. */
  readonly at?: string
  /** The parameter that a finding misses, or what else a request lacks. */
  readonly parameter?: string
  /** A header that the request carries. */
  readonly header?: string
  /** Only findings of properties that no document names. */
  readonly further?: true
  readonly says: string
}

/** What of a finding an entry may be narrowed to. */
type Narrow = Partial<Pick<ContractFinding, 'side' | 'path' | 'parameter' | 'further'>>

const isAbout = ({ method, path, status, error, header }: KnownDifference, { request, response }: Exchange): boolean =>
  (method ?? request.method) === request.method &&
  (path === undefined || new RegExp(path).test(pathOf(request.url))) &&
  (status ?? response?.status) === response?.status &&
  (error === undefined || error === errorIn(response?.body)) &&
  (header === undefined || request.headers.some(([name]) => name.toLowerCase() === header.toLowerCase()))

/** What real systems are known to do instead of what a statement says, if this exchange is of that kind. */
export function knownDifference(
  statement: string,
  exchange: Exchange,
  { side, path, parameter, further }: Narrow = {},
  listed: readonly KnownDifference[] = artefacts().differences,
): string | undefined {
  return listed.find(
    (entry) =>
      entry.statement === statement &&
      // A success status is the server's.
      (entry.requirement === undefined || side !== 'client') &&
      (entry.at ?? path) === path &&
      (entry.parameter ?? parameter) === parameter &&
      (entry.further ?? further) === further &&
      isAbout(entry, exchange),
  )?.says
}

/** The finding, told as what real systems are known to do where its exchange is of that kind. */
export function asKnown<Finding extends { readonly statement: string }>(
  finding: Finding,
  exchange: Exchange,
  narrow: Narrow = {},
): Finding & { readonly seenInTheWild?: string } {
  const seenInTheWild = knownDifference(finding.statement, exchange, narrow)
  return seenInTheWild === undefined ? finding : { ...finding, seenInTheWild }
}

/** The entry that tells of such a success status of a call, if real systems are known for one. */
export const knownSuccess = (
  exchange: Exchange,
  listed: readonly KnownDifference[] = artefacts().differences,
): (KnownDifference & { readonly requirement: string }) | undefined =>
  listed.find(
    (entry): entry is KnownDifference & { readonly requirement: string } =>
      entry.requirement !== undefined && isAbout(entry, exchange),
  )

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : url)

function errorIn(body: Uint8Array | undefined): unknown {
  const value = parseJson(Buffer.from(body ?? new Uint8Array()).toString('utf8'))
  return isObject(value) ? value['error'] : undefined
}
