import { Command } from 'commander'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../errors/usage-error.ts'
import { collect, commaList } from './option-values.ts'
import { stepLine } from './step-line.ts'
import { writeReports } from './write-reports.ts'

interface Options {
  interface?: string[]
  only?: string[]
  strict?: true
  baseline?: string
  out: string
}

export const verifyCommand = (): Command =>
  new Command('verify')
    .summary('judge a recording, offline')
    .argument('<recording>', 'HAR file: of "fieldproof record", of a browser or of another proxy')
    .description(
      `Judges every exchange of a recording by the documents, what the client sent and what the server answered, and the sequence of them:
stale writes that were accepted, deleted records that live on, batches that do not fit their answers, and so on. Where traffic that
the recording does not hold could explain what it shows, nothing is said.`,
    )
    .option('--interface <a,b>', 'only the rules of these interfaces', commaList)
    .option('--only <glob>', 'only the checks whose id matches; * stands for anything; may be repeated', collect)
    .option('--strict', 'implied rules fail too, instead of warning')
    .option('--baseline <file>', 'known findings (YAML list of check, finding, reason, owner, expires)')
    .option('--out <dir>', 'where the reports go', 'out')
    .addHelpText(
      'after',
      `
Findings name entries by their number: #12 is the twelfth of the recording, "#12 part 3" the third part of the batch in it.

Example:
  npx fieldproof verify traffic.har --out verified`,
    )
    .action(async (file: string, options: Options) => {
      if (!existsSync(file)) throw new UsageError(`${file}: there is no such recording`)
      const { verify } = await import('../verify/verify.ts')
      const { NoHar } = await import('../har/read.ts')
      const { loadBaseline } = await import('../judging/load-baseline.ts')
      const baseline = options.baseline ? loadBaseline(options.baseline) : []
      const { size } = statSync(file)
      const line = stepLine(process.stderr)
      const result = await verify({
        file,
        out: options.out,
        strict: options.strict ?? false,
        baseline,
        ...(options.interface ? { interfaces: options.interface } : {}),
        ...(options.only ? { only: options.only } : {}),
        onProgress: (bytes) => line.step(Math.floor((bytes / Math.max(1, size)) * 100), 100, `of ${file}`),
      })
        .catch((error: unknown) => {
          throw error instanceof NoHar || (error as NodeJS.ErrnoException).code === 'EISDIR'
            ? new UsageError((error as Error).message)
            : error
        })
        .finally(() => line.end())
      writeReports(result.records, options.out, { terminal: process.stdout, report: join(options.out, 'report.jsonl') })
      process.exitCode = result.exitCode
    })
