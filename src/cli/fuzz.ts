import { some } from '../../reports/wording.ts'
import { visible } from '../errors/visible.ts'
import { Command } from 'commander'
import { join } from 'node:path'
import { holdFolder } from './hold-folder.ts'
import { shellWord } from '../exchange/shell.ts'
import { inertInGitHub } from './inert-in-github.ts'
import { stepLine } from './step-line.ts'
import { chosenTarget } from './chosen-target.ts'
import { mustBeSettled } from './must-be-settled.ts'
import { UserError } from '../errors/user-error.ts'
import { mustTakeFiles } from '../errors/user-file.ts'
import { duration, positive, seed } from './option-values.ts'
import type { Campaign, CampaignOptions } from '../fuzz/campaign.ts'
import type { Replay } from '../fuzz/finding-file.ts'
import { severityOf } from '../verdict/severity.ts'
import { Blocked, Breach } from '../kit/index.ts'

interface Options {
  target: string
  runs?: number
  requests?: number
  time?: number
  seed?: number
  strict?: true
  replay?: string
  corpus?: string
  out: string
}

interface Words {
  readonly name: Replay['fuzz']
  readonly summary: string
  readonly description: string
}

const words: readonly Words[] = [
  {
    name: 'cql',
    summary: 'search for queries that are answered wrongly',
    description: `Creates a few records of its own, sends generated queries to the target and compares each answer with what the records hold and with the
answers to equivalent queries. A failure is confirmed on fresh records, shrunk to the shortest query, and reported once per cause with the
rule that it breaks. Only what breaks every reading of the documents is a finding.`,
  },
  {
    name: 'batch',
    summary: 'search for batches that are carried out wrongly',
    description: `Creates a few records of its own for each case and sends generated batches: well-formed ones, whose outcome and effect on every record are
compared with what the documents fix, and ones with a single defect, which may be refused, fail in that part, or be accepted as if they were
well-formed. A failure is confirmed on fresh records, shrunk, and reported once per cause with the rule that it breaks. A replay file also
holds the exact bytes.`,
  },
  {
    name: 'dispatch',
    summary: 'search for walks of activities that partner dispatching takes wrongly',
    description: `Has activities planned to a partner (controls.activities of the target file, or fixtures.plannedActivities) and walks them through partner
dispatching: confirmed, notified, accepted, rejected, released and updated, in turn and out of turn, by the crowd owner, the partner and another
partner. Each answer, and where the activity stands then, is compared with the documents. A failure is confirmed on fresh activities, shrunk to the
shortest walk and told as a story, once per cause.`,
  },
]

const fuzzer = ({ name, summary, description }: Words): Command =>
  new Command()
    .name(name)
    .summary(summary)
    .description(description)
    .option('--target <file>', 'target file (YAML), or "embedded" for the platform that comes with the kit', 'embedded')
    .option('--runs <n>', 'at most this many generated cases (500 if no budget is given)', positive)
    .option(
      '--requests <n>',
      'about this many requests at most; confirming and shrinking a finding may take some more',
      positive,
    )
    .option('--time <t>', 'at most this long, such as 90s or 10m', duration)
    .option('--seed <n>', 'the same seed generates the same cases', seed)
    .option('--strict', 'what breaks an implied rule is a finding, not a warning')
    .option('--replay <file>', 'run only the case of this replay file')
    .option('--corpus <dir>', 'cases that failed before: tried first; new ones are added')
    .option('--out <dir>', 'folder for replay files and the ledger', 'out')
    .addHelpText(
      'after',
      `
Exit codes: 0 nothing found but warnings, 1 findings, 2 usage, 3 could not judge, 130 interrupted (findings so far are reported)

Examples:
  npx fieldproof fuzz ${name} --target cluster.yaml --time 10m --corpus corpus
  npx fieldproof fuzz ${name} --target cluster.yaml --replay out/${name}-0123456789ab.json`,
    )
    .action(async (options: Options) => {
      const play = await player(name)
      const { readCorpus, readReplay, writeReplay } = await import('../fuzz/finding-file.ts')
      const { createSession } = await import('../session/session.ts')
      const { reachable } = await import('../runner/reachable.ts')
      mustTakeFiles(options.out, '--out')
      holdFolder(options.out, '--out')
      if (options.corpus) mustTakeFiles(options.corpus, '--corpus')
      const first = options.replay ? [readReplay(options.replay)] : options.corpus ? readCorpus(options.corpus) : []
      if (options.replay && first.every(({ fuzz }) => fuzz !== name))
        throw new UserError(`it is a replay file of "fieldproof fuzz ${first[0]?.fuzz}"`, { file: options.replay })
      const chosenSeed = options.seed ?? Math.floor(Math.random() * 0x7fffffff)
      const unlimited = !options.runs && !options.requests && !options.time
      mustBeSettled(join(options.out, 'ledger.jsonl'), options.target)
      const chosen = await chosenTarget(options.target)
      const stop = new AbortController()
      const interrupt = () => stop.abort()
      const byRequests = options.requests !== undefined && options.runs === undefined
      const line = stepLine(process.stderr, {
        unit: byRequests ? 'requests' : 'cases',
        called: 'findings',
        tells: 'at work',
        timeMs: options.time,
      })
      try {
        line.waits('reaches the target')
        await reachable(chosen.target, options.time === undefined ? undefined : Date.now() + options.time)
        process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
        const session = createSession({
          target: chosen.target,
          secrets: chosen.secrets,
          seed: chosenSeed,
          ledgerFile: join(options.out, 'ledger.jsonl'),
          rerun: (check) => check,
        })
        let left: readonly string[] = []
        const fails = ({ level, seenInTheWild }: Campaign['findings'][number]) =>
          severityOf(level, { strict: options.strict ?? false, seenInTheWild }) === 'fail'
        let failed = 0
        try {
          const result = await play({
            session,
            seed: chosenSeed,
            first,
            replayOnly: options.replay !== undefined,
            signal: stop.signal,
            budget: {
              ...(options.runs ? { runs: options.runs } : unlimited ? { runs: 500 } : {}),
              ...(options.requests ? { requests: options.requests } : {}),
              ...(options.time ? { timeMs: options.time } : {}),
            },
            onProgress: ({ runs, requests, findings, doing }) => {
              const total = byRequests ? options.requests : (options.runs ?? (unlimited ? 500 : undefined))
              line.step({
                done: byRequests ? requests : runs,
                ...(total === undefined ? {} : { total }),
                found: findings,
                more: [byRequests ? some(runs, 'case') : some(requests, 'request'), `seed ${chosenSeed}`],
                current: doing,
              })
            },
            onFinding(found) {
              line.end()
              if (fails(found)) failed += 1
              const file = writeReplay(options.out, found.replay)
              if (options.corpus) writeReplay(options.corpus, found.replay)
              const text = `${fails(found) ? 'FOUND' : 'WARNED'}  ${found.told}\n  rule      ${found.rule} (${found.statement}, ${found.requirement}, level ${found.level})\n${found.seenInTheWild === undefined ? '' : `  known     ${found.seenInTheWild}\n`}  expected  ${found.expected}\n  actual    ${found.actual}\n  replay    npx fieldproof fuzz ${name} --target ${shellWord(options.target)} --replay ${shellWord(file)}${options.strict ? ' --strict' : ''}\n\n`
              process.stdout.write(inertInGitHub(visible(session.redactor.text(text))))
            },
          })
          line.end()
          process.stdout.write(
            `${some(failed, 'finding')}${result.findings.length > failed ? ` and ${some(result.findings.length - failed, 'warning')}` : ''} in ${some(result.runs, 'case')}, ${some(result.requests, 'request')}, seed ${chosenSeed}${result.unconfirmed > 0 ? `; ${result.unconfirmed} could not be confirmed` : ''}\n`,
          )
          process.exitCode = result.interrupted ? 130 : failed > 0 ? 1 : 0
        } catch (error) {
          if (!(error instanceof Blocked) && !(error instanceof Breach)) throw error
          line.end()
          // A target that cannot even hold and find the records breaks a rule by that: nothing was searched, yet something was found.
          if (error instanceof Breach)
            process.stdout.write(
              visible(
                session.redactor.text(
                  `FOUND  before the search, while creating its records (${error.relied ?? 'setup'})\n  ${error.message}\n`,
                ),
              ),
            )
          else process.stderr.write(visible(session.redactor.text(`fieldproof: could not judge: ${error.message}\n`)))
          process.exitCode = stop.signal.aborted ? 130 : error instanceof Breach || failed > 0 ? 1 : 3
        } finally {
          left = await session.cleanUp()
          await session.close()
        }
        for (const text of left) process.stderr.write(`${visible(text)}\n`)
      } finally {
        line.end()
        process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
        await chosen.close()
      }
    })

/** The campaign of a fuzzer, loaded when it is run. */
async function player(name: Words['name']): Promise<(options: CampaignOptions) => Promise<Campaign>> {
  const { campaign } = await import('../fuzz/campaign.ts')
  if (name === 'batch') {
    const { batchGame } = await import('../fuzz/batch.ts')
    return (options) => campaign(batchGame, options)
  }
  if (name === 'dispatch') {
    const { dispatchGame } = await import('../fuzz/dispatch.ts')
    return (options) => campaign(dispatchGame, options)
  }
  const { cqlGame } = await import('../fuzz/cql.ts')
  return (options) => campaign(cqlGame, options)
}

/** One line that rewrites itself on a terminal; nothing in a pipe. */
export const fuzzCommand = (): Command =>
  new Command('fuzz')
    .description('Searches a target for faults with generated requests, until a budget is spent.')
    .addCommand(fuzzer(words[0] as Words))
    .addCommand(fuzzer(words[1] as Words))
    .addCommand(fuzzer(words[2] as Words))
