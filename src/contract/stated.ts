import type { Findings } from './findings.ts'
import type { Operation, StatedError, StatedResponse } from './operation.ts'
import type { Reading } from './reading.ts'
import { isObject } from '../exchange/json.ts'
import { show } from './words.ts'

/** The response that the documents state for a success: by its exact status or, where they show none, any 2xx. */
export const successOf = (operation: Operation): StatedResponse | undefined =>
  operation.responses.find(({ status }) => status.startsWith('2'))

/** Judges the status of a success: where one is stated, no other 2xx will do. */
export function judgeSuccessStatus(stated: StatedResponse, reading: Reading, out: Findings): void {
  if (stated.status === '2XX') return
  const { status } = reading.exchange.response ?? { status: 0 }
  const { method, path } = reading.match.operation
  const [statement] = stated.statements
  out.assert(statement)
  if (String(status) !== stated.status && statement) {
    out.find({
      statement,
      expected: `${method} ${path} succeeds with status ${stated.status}`,
      actual: `status ${status}`,
      side: 'server',
    })
  }
}

export interface Row extends StatedError {
  /** Status that goes with the error word; undefined where none is stated. */
  readonly status?: number
  /** Wording with a code prefix, letter case and filled placeholders tolerated. */
  readonly reads?: RegExp
  readonly schema?: string
}

const rows = new WeakMap<Operation, ReadonlyMap<string, Row>>()

/** The error words stated for an operation. */
export function rowsOf(operation: Operation): ReadonlyMap<string, Row> {
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
  const literal = wording.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace('{0}', '(?:\\{0\\}|\\d+)')
  return new RegExp(`^\\s*(?:[a-z]+[-_]?\\w*\\s*:\\s*)?${literal}\\.?\\s*$`, 'i')
}

/** Status and wording that a stated error word goes with. */
export function judgeRow(
  row: Row,
  body: unknown,
  textField: 'error_description' | 'message',
  reading: Reading,
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
      actual: show(text),
      side: 'server',
      path: textField,
    })
  }
}
