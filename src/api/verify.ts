import { commanded } from './command.ts'
import { listOf, mustBeOptions } from './options.ts'
import { reportOf, type Report } from './report.ts'

/** The options of `fieldproof verify`; see there. */
export interface VerifyWishes {
  readonly interfaces?: string | readonly string[]
  /** Check ids; `*` stands for anything. */
  readonly only?: string | readonly string[]
  /** Whose findings count for the exit code; those of both unless said. */
  readonly side?: 'client' | 'server'
  readonly strict?: boolean
  readonly baseline?: string
  /** The folder for the reports; `out` unless said. */
  readonly out?: string
}

const known = {
  interfaces: true,
  only: true,
  side: true,
  strict: true,
  baseline: true,
  out: true,
} as const satisfies Record<keyof VerifyWishes, true>

/** Judges a recording (HAR 1.2) offline, and writes the reports of `fieldproof verify` into `out`. It rejects if the file is no recording. */
export async function verifyApart(recording: string, options: VerifyWishes = {}): Promise<Report> {
  mustBeOptions('verify', options, known)
  const { interfaces, only, side, strict, baseline, out = 'out' } = options
  const args = [
    ...(interfaces ? ['--interface', listOf(interfaces).join(',')] : []),
    ...listOf(only).flatMap((glob) => ['--only', glob]),
    ...(side ? ['--side', side] : []),
    ...(strict ? ['--strict'] : []),
    ...(baseline === undefined ? [] : ['--baseline', baseline]),
  ]
  return reportOf(await commanded(['verify', recording, ...args], out, {}), out)
}
