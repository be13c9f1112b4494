import type { Findings } from './findings.ts'
import type { Operation, StatedError, StatedResponse } from './operation.ts'
import type { ExchangeReading } from './reading.ts'
import { isObject } from '../exchange/json.ts'
import { showShort } from './words.ts'

/**
 * The response that is stated for a success: with its exact status or, where none is shown, any 2xx, and else the first. In what order a contract names
 * them says nothing.
 */
export const successOf = (operation: Pick<Operation, 'responses'>, status = 0): StatedResponse | undefined => {
  const all = operation.responses.filter((response) => response.status.startsWith('2'))
  return all.find((one) => one.status === String(status)) ?? all.find((one) => one.status === '2XX') ?? all[0]
}

/** Judges the status of a success: if one is stated, any other 2xx is a finding. */
export function judgeSuccessStatus(stated: StatedResponse, reading: ExchangeReading, out: Findings): void {
  if (stated.status === '2XX') return
  const { status } = reading.exchange.response ?? { status: 0 }
  const { method, path } = reading.match.operation
  const [statement] = stated.statements
  out.assert(statement)
  if (String(status) !== stated.status && statement) {
    out.find({
      statement,
      expected: `${method} ${path} succeeds with status ${reading.match.operation.responses
        .flatMap((response) => (response.status.startsWith('2') ? [response.status] : []))
        .join(' or ')}`,
      actual: `status ${status}`,
      side: 'server',
    })
  }
}

export interface ErrorRow extends StatedError {
  /** Status that goes with the error word; undefined if none is stated. */
  readonly status?: number
  /** Matches the wording; tolerates a code prefix, any letter case and filled placeholders. */
  readonly reads?: RegExp
  readonly schema?: string
}

const rows = new WeakMap<Operation, ReadonlyMap<string, ErrorRow>>()

/** The error words stated for an operation, by word. */
export function errorRowsOf(operation: Operation): ReadonlyMap<string, ErrorRow> {
  let known = rows.get(operation)
  if (!known) {
    known = new Map(
      operation.responses.flatMap((response) =>
        response.errors.map(
          (error) =>
            [
              error.error,
              {
                ...error,
                ...(response.status === 'default' ? {} : { status: Number(response.status) }),
                ...(error.wording ? { reads: readsLike(error.wording) } : {}),
                ...(response.media[0]?.schema ? { schema: response.media[0].schema } : {}),
              },
            ] as const,
        ),
      ),
    )
    rows.set(operation, known)
  }
  return known
}

function readsLike(wording: string): RegExp {
  const literal = wording
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace('\\[{0}\\]', '\\[?(?:\\{0\\}|\\d+)\\]?')
    .replace('{0}', '(?:\\{0\\}|\\d+)')
  // Any message may hold placeholders (A-DAT-19).
  const value = wording.includes('{0}') ? '' : '(?:\\s*[:,]?\\s*[[(]?(?:\\{\\d+\\}|\\d+)[\\])]?)?'
  return new RegExp(`^\\s*(?:[a-z]+[-_]?\\w*\\s*:\\s*)?${literal}\\.?${value}\\.?\\s*$`, 'i')
}

/** Judges the status and wording that go with a stated error word. */
export function judgeRow(
  row: ErrorRow,
  body: unknown,
  textField: 'error_description' | 'message',
  reading: ExchangeReading,
  out: Findings,
): void {
  const [statement] = row.statements
  if (statement === undefined || !isObject(body)) return
  out.assert(statement)
  const status = reading.exchange.response?.status
  if (row.status !== undefined && status !== row.status) {
    out.find({
      statement,
      expected: `${row.error} comes with status ${row.status}`,
      actual: `status ${status}`,
      side: 'server',
    })
  }
  const text = body[textField]
  if (row.reads && typeof text === 'string' && !row.reads.test(text)) {
    out.find({
      statement,
      expected: `${textField} of ${row.error} reads ${JSON.stringify(row.wording)}`,
      actual: showShort(text),
      side: 'server',
      path: textField,
    })
  }
}
