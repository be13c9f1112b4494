import { plainJson, visible } from '../errors/visible.ts'
import { chmodSync, existsSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { Command } from 'commander'
import { UserError } from '../errors/user-error.ts'
import { fileError, mustBeFile, mustBeWritable, readUserFile } from '../errors/user-file.ts'
import { positive } from './option-values.ts'

interface Options {
  out?: string
  onto?: string
  against?: string
  minCount?: number
  target?: string
  json?: true
}

export const learnCommand = (): Command =>
  new Command('learn')
    .description(
      `Reads recordings and writes an overlay, a JSON Schema document of the fields, types, values, statuses and errors that were seen, with counts
and entries. What it holds was observed; it is never normative. With --against it compares recordings with an overlay instead.`,
    )
    .argument('<recording...>', 'HAR files, from "fieldproof record", a browser or another proxy')
    .option('--out <file>', 'the overlay to write')
    .option('--onto <file>', 'add to this overlay; it is written back unless --out names another file')
    .option('--against <file>', 'report how the recordings differ from this overlay')
    .option(
      '--min-count <n>',
      'a field counts as required when it was in every one of at least this many objects (default: 5, or as the overlay says)',
      positive,
    )
    .option('--target <file>', 'target file that says where the interfaces are (default: the paths of the documents)')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Exit codes: 0 learned, or no drift; 1 drift; 2 usage; 3 nothing to learn from

Examples:
  npx fieldproof learn traffic.har --out overlay.json
  npx fieldproof learn later.har --against overlay.json`,
    )
    .action(async (recordings: string[], options: Options) => {
      const out = options.out ?? options.onto
      if (options.against !== undefined && out !== undefined)
        throw new UserError('--against only compares and writes nothing: it goes with neither --out nor --onto')
      if (options.against === undefined && out === undefined)
        throw new UserError('nothing to do', {
          todo: 'name an overlay to write with --out FILE, or one to compare with by --against FILE',
        })
      recordings.forEach(mustBeFile)
      const { readOverlay } = await import('../learn/read-overlay.ts')
      const { newLearned } = await import('../learn/learned.ts')
      const overlayIn = (file: string) => readOverlay(readUserFile(file), file)
      if (out !== undefined && existsSync(out)) {
        if (recordings.some((file) => existsSync(file) && realpathSync(file) === realpathSync(out)))
          throw new UserError(`--out ${out}: it is one of the recordings`)
        overlayIn(out)
      }
      if (out !== undefined) mustBeWritable(out, '--out')
      const known = options.against ?? options.onto
      const before = known === undefined ? undefined : overlayIn(known)
      const minCount = options.minCount ?? before?.minCount ?? 5
      const learned = options.onto !== undefined && before ? before.learned : newLearned()
      const old = learned.files.length
      await learnAll(recordings, learned, options.target)
      if (learned.files.slice(old).every(({ exchanges }) => exchanges === 0)) {
        process.stderr.write(
          `fieldproof: nothing to learn from: no exchange in ${recordings.join(', ')} is of a known interface; --target FILE says where the interfaces are\n`,
        )
        process.exitCode = 3
        return
      }
      if (options.against !== undefined && before) {
        const { drift, notCompared } = await import('../learn/drift.ts')
        const { driftLines } = await import('../learn/report.ts')
        const found = drift(before.learned, learned, minCount)
        const absent = notCompared(before.learned, learned)
        process.stdout.write(
          options.json
            ? `${plainJson({ drift: found, notCompared: absent }, 2)}\n`
            : visible(driftLines(found, absent)),
        )
        process.exitCode = found.length > 0 ? 1 : 0
        return
      }
      const { overlayOf, overlayText } = await import('../learn/overlay.ts')
      const { undocumented } = await import('../learn/undocumented.ts')
      const { learnedLines } = await import('../learn/report.ts')
      const overlay = overlayOf(learned, minCount)
      writeWhole(out as string, overlayText(overlay))
      const facts = undocumented(overlay)
      process.stdout.write(
        options.json ? `${plainJson(facts, 2)}\n` : visible(`${out}: ${learnedLines(overlay, facts)}`),
      )
    })

async function learnAll(
  recordings: readonly string[],
  learned: Parameters<(typeof import('../learn/learn.ts'))['learn']>[0],
  target: string | undefined,
): Promise<void> {
  const { learn } = await import('../learn/learn.ts')
  const { contractFacts } = await import('../contract/index.ts')
  const { basePaths } = await import('../target/base-paths.ts')
  const { loadTarget } = await import('../target/load.ts')
  const facts = contractFacts(
    target === undefined
      ? { addresses: { auth: '', directory: '' }, basePaths, dtos: {} }
      : loadTarget(target, process.env).target,
    'both',
  )
  for (const file of recordings) await learn(learned, file, facts)
}

/** There whole or not at all, and for its owner only: counts tell about the traffic. */
function writeWhole(file: string, text: string): void {
  const part = `${file}.${process.pid}.part`
  try {
    writeFileSync(part, text, { mode: 0o600 })
    chmodSync(part, 0o600)
    renameSync(part, file)
  } catch (error) {
    rmSync(part, { force: true })
    throw fileError(error, 'written', { file: `--out ${file}` })
  }
}
