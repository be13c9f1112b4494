import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { writePrivate } from '../errors/private-file.ts'
import type { PlannedCheck, Verdict } from '../verdict/stream.ts'
import { commanded } from './command.ts'
import { listOf, mustBeOptions } from './options.ts'
import { reportOf, type Report } from './report.ts'

/** The options of `fieldproof run`; see there. */
export interface RunWishes {
  /** A target file, a target as an object (`startPlatform` gives one), or `embedded`, which it is unless said. */
  readonly target?: string | Readonly<Record<string, unknown>>
  readonly interfaces?: string | readonly string[]
  /** Check ids; `*` stands for anything. */
  readonly only?: string | readonly string[]
  readonly strict?: boolean
  readonly seed?: number
  /** At most so many requests. */
  readonly requests?: number
  /** At most so long, such as `90s` or `10m`. */
  readonly time?: string
  readonly heavy?: boolean
  readonly baseline?: string
  /** A frozen set of checks, such as `2026.1`. */
  readonly set?: string
  /** A folder of your own requirements and checks. */
  readonly suites?: string
  /** The folder for the reports; `out` unless said. Runs at the same time need one each. */
  readonly out?: string
  /** When aborted, the run stops, cleans up and reports what it has. */
  readonly signal?: AbortSignal
  /** Every check that will be judged, before the first is. */
  readonly onPlan?: (checks: readonly PlannedCheck[]) => void
  readonly onVerdict?: (verdict: Verdict) => void
}

const known = {
  ...{ target: true, interfaces: true, only: true, strict: true, seed: true, requests: true, time: true, heavy: true },
  ...{ baseline: true, set: true, suites: true, out: true, signal: true, onPlan: true, onVerdict: true },
} as const satisfies Record<keyof RunWishes, true>

/**
 * Checks a target, in a process of its own, and writes the reports of `fieldproof run` into `out`. Findings are no error; it rejects if the
 * target file or an option is wrong, or nothing could be judged at all.
 */
export async function runApart(options: RunWishes = {}): Promise<Report> {
  mustBeOptions('run', options, known)
  const { target = 'embedded', out = 'out', onPlan, onVerdict, signal } = options
  const folder = typeof target === 'string' ? undefined : mkdtempSync(join(tmpdir(), 'fieldproof-'))
  try {
    const file = folder === undefined ? target : join(folder, 'target.yaml')
    // It may hold passwords: only its owner may read it, and it goes with the run.
    if (folder !== undefined) writePrivate(String(file), stringify(target))
    const done = await commanded(['run', '--target', String(file), ...flags(options)], out, {
      onRecord(record) {
        if ('plan' in record) onPlan?.(record.plan.checks)
        if ('verdict' in record) onVerdict?.(record.verdict)
      },
      ...(signal ? { signal } : {}),
    })
    return reportOf(done, out)
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  }
}

const flags = (options: RunWishes): string[] => [
  ...(options.interfaces ? ['--interface', listOf(options.interfaces).join(',')] : []),
  ...listOf(options.only).flatMap((glob) => ['--only', glob]),
  ...(options.strict ? ['--strict'] : []),
  ...(options.heavy ? ['--heavy'] : []),
  ...(['seed', 'requests', 'time', 'baseline', 'set', 'suites'] as const).flatMap((name) =>
    options[name] === undefined ? [] : [`--${name}`, String(options[name])],
  ),
]
