import { commanded } from './command.ts'
import { reportOf, type Report } from './report.ts'

/** The options of `fieldproof verify`; see there. */
export interface VerifyWishes {
  readonly interfaces?: readonly string[]
  /** Check ids; `*` stands for anything. */
  readonly only?: readonly string[]
  /** Whose findings count for the exit code; those of both unless said. */
  readonly side?: 'client' | 'server'
  readonly strict?: boolean
  readonly baseline?: string
  /** The folder for the reports; `out` unless said. */
  readonly out?: string
}

/** Judges a recording (HAR 1.2) offline, and writes the reports of `fieldproof verify` into `out`. It rejects if the file is no recording. */
export async function verifyApart(recording: string, options: VerifyWishes = {}): Promise<Report> {
  const { interfaces, only = [], side, strict, baseline, out = 'out' } = options
  const args = [
    ...(interfaces ? ['--interface', interfaces.join(',')] : []),
    ...only.flatMap((glob) => ['--only', glob]),
    ...(side ? ['--side', side] : []),
    ...(strict ? ['--strict'] : []),
    ...(baseline === undefined ? [] : ['--baseline', baseline]),
  ]
  return reportOf(await commanded(['verify', recording, ...args], out, {}), out)
}
