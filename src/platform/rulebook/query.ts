import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'

type Fields = Readonly<Record<string, unknown>>
type Row = Readonly<Record<string, Fields>>

/** The Query API (A-QRY). */
const query = {
  served: (): boolean => true,
  acceptsType: (_contentType: string): boolean => true,
  acceptsClientIdentifier: (_value: string | undefined): boolean => true,
  status: (): number => 200,
  refusedStatus: (): number => 400,
  /** The answer to a statement that cannot be answered. */
  refuses: (why: string, status: number): PlatformResponse =>
    json(status, { error: 'CA-400', message: `the statement cannot be answered: ${why}`, values: [] }),
  columns: (names: readonly string[]): readonly string[] => names,
  /** Fields of a row besides the selected ones. */
  more: (_whole: Fields): Fields => ({}),
  value: (value: unknown): unknown => value,
  /** Whether a record that a batch wrote last is seen. */
  sees: (_inBatch: boolean): boolean => true,
  /** The key of a row's fields. */
  key: (alias: string, _resource: string): string => alias,
  bares: (): boolean => false,
  /** Converts the fields of each row for the response. */
  mixes: (row: Row, _others: readonly Row[]): Row => row,
  envelope: (rows: readonly unknown[]): unknown => ({ data: rows }),
}

export const queryRules = { query }
