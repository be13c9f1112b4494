import type { Step } from '../data/step.ts'

/** The optimistic lock on lastChanged (A-DAT-20..23, 26, 32, 37). */
export const lock = {
  /** `flag` is the raw value of forceUpdate or forceDelete in the query. */
  forced: (flag: string | undefined, _step: Step): boolean => flag === 'true',
  refuses: (supplied: number, stored: number, _step: Step): boolean => supplied !== stored,
  /** A write of a stored record with neither lastChanged nor force: not shown for updates (A-DAT-28), refused for DELETE (A-DAT-32). */
  refusesUnversioned: (_step: Step): boolean => true,
  unversionedStatus: (_step: Step): number => 400,
  status: (): number => 409,
  error: (): unknown => 'CA-27',
  message: (): unknown => 'resource concurrent modification detected',
  values: (stored: number, _supplied: number): unknown => [stored],
  /** Fields of the CA-27 body besides the three documented ones. */
  more: (_stored: number): Readonly<Record<string, unknown>> => ({}),
  /** Whether a writer is refused because others also passed the comparison and have not committed yet. */
  yields: (_rivals: number): boolean => false,
}
