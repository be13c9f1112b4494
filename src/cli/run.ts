import { Command, Option } from 'commander'
import { join } from 'node:path'
import { mustTakeFiles } from '../errors/user-file.ts'
import { failOnWords, usualGate } from '../verdict/exit-code.ts'
import { writeReports } from './write-reports.ts'
import { thenUnjudged, writeUnfinished } from './write-unjudged.ts'
import { writeBaselineOption } from './baseline-option.ts'
import { chosenTarget } from './chosen-target.ts'
import { collectOption, commaList, count, duration, positive, seed, shard } from './option-values.ts'
import { holdFolder } from './hold-folder.ts'
import { progress } from './progress.ts'
import { settledOptions, type RunArguments } from './settled-options.ts'

export const runCommand = (): Command =>
  new Command('run')
    .description(
      `Runs the checks against a target, of sampled tables those that its seed draws, and judges the answers. A finding names the broken rule and its source, what was expected and what came,
the exchange that shows it, a curl line that repeats the exchange and the command that runs just that check again. A run touches only
objects that it created itself; it notes them in DIR/ledger.jsonl before it creates them, and removes them at the end.`,
    )
    .option('--target <file>', 'target file (YAML), or "embedded" for the platform that comes with the kit', 'embedded')
    .option(
      '--interface <a,b>',
      'only the checks of these interfaces, with what tokens, companies and other interfaces ask of their calls',
      commaList,
    )
    .option('--only <glob>', 'only the checks whose id matches; * stands for anything; may be repeated', collectOption)
    .option('--strict', 'implied rules fail instead of warning')
    .option('--seed <n>', 'seed of the generated cases; the rerun line of a finding gives it', seed)
    .option(
      '--requests <n>',
      "at most this many requests (else the target file's limits.requests), and those that clean up",
      positive,
    )
    .option('--time <t>', 'at most this long, such as 90s or 10m; what is not judged by then is blocked', duration)
    .option(
      '--heavy',
      'also run the checks that send a lot of data, and all of those that a seed draws from sampled tables',
    )
    .option('--shard <i/n>', 'only the i-th of n equal parts of the plan', shard)
    .option(
      '--baseline <file>',
      'what is known to fail (a YAML list of check or cause, finding, rate, reason, owner, expires)',
    )
    .option(
      '--write-baseline <file>',
      'write what fails into this baseline: adds new entries, removes those that no longer fail (runs every check that a seed may draw)',
    )
    .option(
      '--history <dir>',
      'tell what is new, fixed, flaky or changed since earlier runs, and add this one (the last 200 of each target are kept)',
    )
    .option(
      '--set <name>',
      'a frozen set of checks, such as 2026.1: newer checks run and are announced, and are never red',
    )
    .option('--suites <dir>', 'also the requirements and checks of a folder of your own (docs/own-checks.md)')
    .option('--last-failed', 'only the checks that failed, or were not judged, in the last run with this --out')
    .addOption(
      new Option(
        '--fail-on <what>',
        'what makes the exit code red: fail (findings alone), blocked (also what could not be judged), warn (warnings, too)',
      )
        .choices(failOnWords)
        .default(usualGate.failOn),
    )
    .option('--max-findings <n>', 'stay green while no more than n checks fail', count, usualGate.maxFindings)
    .option(
      '--corpus <dir>',
      'cases that "fieldproof fuzz" found before: tried first (default: corpus, if it is there)',
    )
    .option('--out <dir>', 'folder for the reports', 'out')
    .addHelpText(
      'after',
      `
Reports in DIR:
  report.jsonl   plan, verdicts, exchanges, footer: one line each      summary.json   counts and verdicts by check id
  index.html     to read in a browser; needs no network
  junit.xml      for CI                                                ledger.jsonl   objects created, for "fieldproof clean"

Examples:
  npx fieldproof run --target cluster.yaml --interface token,data
  npx fieldproof run --target cluster.yaml --only 'data/stale-lock-refused/*'
  npx fieldproof run --target cluster.yaml --strict --out fieldproof-report      the gate of an implementer's CI`,
    )
    .action(async (options: RunArguments) => {
      const time =
        options.time === undefined
          ? undefined
          : {
              doneBy: Date.now() + options.time,
              why: `the run reached its time limit (--time, ${options.time / 1000} s)`,
            }
      mustTakeFiles(options.out, '--out')
      holdFolder(options.out, '--out')
      if (options.history) mustTakeFiles(options.history, '--history')
      const unjudged = thenUnjudged(options.out, options.target)
      const { corpus, baseline, last, set } = await settledOptions(options).catch(unjudged)
      if (last?.checks.length === 0) {
        const report = join(options.out, 'report.jsonl')
        const { exitCode, said } = last.ended ?? { exitCode: 0, said: '' }
        const all =
          exitCode === 0 ? '' : `; no check can be repeated for what made it red (exit code ${exitCode}: ${said})`
        process.stdout.write(`no check failed in the last run: ${report} stays as it is${all}\n`)
        process.exitCode = exitCode
        return
      }
      writeUnfinished(options.out, options.target)
      const gate = { failOn: options.failOn, maxFindings: options.maxFindings }
      // Its thread loads the checks while this one loads the rest and looks at the target.
      const { vitestHost } = await import('../runner/vitest-host.ts')
      const host = vitestHost()
      const dismissed = (error: unknown) => host.then((loading) => loading.close()).then(() => unjudged(error))
      const chosen = await chosenTarget(options.target).catch(dismissed)
      const selection = {
        ...(options.interface ? { interfaces: options.interface } : {}),
        ...(options.only ? { only: options.only } : {}),
        ...(last ? { among: last.checks, ...(last.drivers.length > 0 ? { drivers: last.drivers } : {}) } : {}),
        ...(last?.divided ? { divided: true as const } : {}),
        ...(set ? { set } : {}),
        ...(options.shard ? { shard: options.shard } : {}),
        heavy: options.heavy ?? false,
        undrawn: options.writeBaseline !== undefined,
      }
      const drawn = options.seed ?? last?.seed ?? Math.floor(Math.random() * 0x7fffffff)
      const { run } = await import('../runner/run.ts')
      const { reachable } = await import('../runner/reachable.ts')
      const { runPlan } = await import('../runner/run-plan.ts')
      const { neededLogins } = await import('../runner/logins.ts')
      const { preflight } = await import('../runner/preflight.ts')
      const { appendHistory, readHistory } = await import('../judging/history.ts')
      const earlier = await Promise.resolve()
        .then(() => options.history && readHistory(options.history, chosen.target.name))
        .catch(dismissed)
      const stop = new AbortController()
      const interrupt = () => stop.abort()
      const line = progress(process.stderr, options.time)
      const secrets: string[] = []
      let hangs = false
      try {
        line.waits('plans the checks')
        const planned = await runPlan({
          target: chosen.target,
          ...(options.suites ? { suites: options.suites } : {}),
          selection,
          seed: drawn,
        })
        const { plan } = planned
        const logins = neededLogins([...plan.checks, ...plan.drivers], chosen.target)
        line.waits('reaches the target')
        await reachable(chosen.target, time?.doneBy)
          .then(() => preflight(chosen.target, chosen.secrets, { logins, withinMs: options.time && options.time / 4 }))
          .catch(dismissed)
        process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
        line.start(plan.planned.length)
        const result = await run({
          host,
          planned,
          target: chosen.target,
          secrets: chosen.secrets,
          rerunTarget: options.target,
          ...(options.suites ? { suites: options.suites } : {}),
          baseline,
          ...(earlier ? { earlier } : {}),
          ...(gate.failOn === usualGate.failOn && gate.maxFindings === usualGate.maxFindings ? {} : { gate }),
          signal: stop.signal,
          selection,
          strict: options.strict ?? false,
          seed: drawn,
          out: options.out,
          corpus,
          ...(options.requests ? { requests: options.requests } : {}),
          ...(time ? { time } : {}),
          onSecret: (told) => void secrets.push(told),
          onVerdict: (verdict) => line.step(verdict),
        })
        line.end()
        if (secrets.length > 0) process.stderr.write(`${secrets.join('\n')}\n`)
        writeReports(result.records, options.out, {
          terminal: process.stdout,
          report: join(options.out, 'report.jsonl'),
        })
        if (options.history)
          appendHistory(
            options.history,
            chosen.target.name,
            readHistory(options.history, chosen.target.name),
            result.past,
          )
        if (options.writeBaseline) {
          const verdicts = result.records.flatMap((record) =>
            'verdict' in record ? [record.verdict] : 'elsewhere' in record ? [record.elsewhere] : [],
          )
          const told = result.interrupted
            ? `${options.writeBaseline} is as it was: the run was interrupted`
            : await writeBaselineOption(options.writeBaseline, { verdicts, warns: options.failOn === 'warn' })
          process.stdout.write(`${told}\n`)
        }
        const exitCode = result.interrupted ? 130 : result.exitCode
        // The host of the checks sets one of its own, even after it was given up.
        process.exitCode = exitCode
        process.once('exit', () => {
          process.exitCode = exitCode
        })
        hangs = result.lost
      } finally {
        line.end()
        process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
        await chosen.close()
      }
      // A host that hangs may hold the process; everything is written by now.
      setTimeout(() => process.exit(), hangs ? 0 : 3000).unref()
    })
