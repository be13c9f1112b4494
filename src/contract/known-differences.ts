import type { Exchange } from '../exchange/exchange.ts'
import { isObject } from '../exchange/json.ts'
import { artefacts } from './artefacts.ts'
import { parseJson } from './reading.ts'

/** An entry of schemas/known-differences.yaml: the keys that are given narrow it. */
export interface KnownDifference {
  readonly statement: string
  readonly method?: string
  readonly path?: string
  readonly status?: number
  readonly error?: string
  readonly says: string
}

/** What real systems are known to do instead of what a statement says, if this exchange is of that kind. */
export function knownDifference(
  statement: string,
  { request, response }: Exchange,
  listed: readonly KnownDifference[] = artefacts().differences,
): string | undefined {
  return listed.find(
    (entry) =>
      entry.statement === statement &&
      (entry.method ?? request.method) === request.method &&
      request.url.includes(entry.path ?? '') &&
      (entry.status ?? response?.status) === response?.status &&
      (entry.error === undefined || entry.error === errorIn(response?.body)),
  )?.says
}

function errorIn(body: Uint8Array | undefined): unknown {
  const value = parseJson(Buffer.from(body ?? new Uint8Array()).toString('utf8'))
  return isObject(value) ? value['error'] : undefined
}
