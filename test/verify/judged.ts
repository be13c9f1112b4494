import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { record } from '../../recorder/record.ts'
import { createPlatform } from '../../src/platform/platform.ts'
import { verify } from '../../src/verify/verify.ts'
import type { Finding } from '../../src/verdict/finding.ts'
import type { StreamRecord } from '../../src/verdict/stream.ts'

export interface Judged {
  readonly exitCode: number
  readonly findings: ReadonlyArray<Finding & { readonly check: string; readonly is: string }>
  readonly notices: readonly string[]
  readonly records: readonly StreamRecord[]
  readonly report: string
}

/** A client at work through the recorder against a platform, and what its recording comes to. */
export async function recordedAndJudged(
  client: (origin: string) => Promise<void>,
  folder: string,
  deviations: { readonly faults?: readonly string[]; readonly variants?: readonly string[] } = {},
): Promise<Judged> {
  const server = await createPlatform({ faults: [], variants: [], ...deviations }).listen({ port: 0 })
  const file = join(
    folder,
    `${[...(deviations.faults ?? []), ...(deviations.variants ?? []), 'traffic'].join('-')}.har`,
  )
  const recorder = await record({ to: [server.origin], port: 0, out: file, append: false, version: '1' })
  try {
    await client(`http://127.0.0.1:${recorder.ports[0]}`)
  } finally {
    await recorder.close()
    await server.close()
  }
  return judged(file, folder)
}

export async function judged(file: string, folder: string): Promise<Judged> {
  const out = join(folder, 'reports')
  const { records, exitCode } = await verify({ file, out, strict: false, baseline: [] })
  return {
    exitCode,
    records,
    findings: records.flatMap((one) =>
      'verdict' in one
        ? one.verdict.findings.map((finding) => ({ ...finding, check: one.verdict.check, is: one.verdict.is }))
        : [],
    ),
    notices: records.flatMap((one) => ('notice' in one ? [one.notice.text] : [])),
    report: readFileSync(join(out, 'report.jsonl'), 'utf8'),
  }
}
