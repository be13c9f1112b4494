import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { visibleLine } from '../errors/visible.ts'
import { Command } from 'commander'
import { chosenTarget } from './chosen-target.ts'
import { holdFolder } from './hold-folder.ts'

interface Options {
  target: string
  ledger: string
}

export const cleanCommand = (): Command =>
  new Command('clean')
    .description(
      'Reads the ledger of an interrupted run, deletes from the same target the objects that the run created and did not remove, and gives identities.password the password of the target file back. Touches nothing else.',
    )
    .requiredOption('--target <file>', 'target file of that run (YAML)')
    .option('--ledger <file>', 'ledger of that run', 'out/ledger.jsonl')
    .action(async (options: Options) => {
      const { cleanLedger } = await import('../session/clean-ledger.ts')
      const { reachable } = await import('../runner/reachable.ts')
      // What a run that is at work made is not left behind.
      if (existsSync(options.ledger)) holdFolder(dirname(options.ledger), '--ledger')
      const chosen = await chosenTarget(options.target)
      try {
        await reachable(chosen.target)
        const { removed, absent, refused, activities, settled, left, leftBehind, tried, notPutBack } =
          await cleanLedger(options.ledger, chosen.target, chosen.secrets)
        if (notPutBack) process.stdout.write(`${visibleLine(notPutBack.told)}\n`)
        process.stdout.write(
          `${[
            `${removed} removed`,
            `${absent - refused} ${settled ? 'removed before' : 'never created or gone before'}`,
            ...(refused > 0 ? [`${refused} whose creation was refused`] : []),
          ].join(', ')}; ${readBack(removed + absent, activities)}\n`,
        )
        if (tried && !notPutBack) process.stdout.write('identities.password has the password of the target file\n')
        if (notPutBack?.secret) process.stderr.write(`${notPutBack.secret}\n`)
        for (const line of leftBehind) process.stdout.write(`  ${visibleLine(line)}\n`)
        process.stdout.write(`objects left: ${left}\n`)
        process.exitCode = left === 0 ? 0 : 3
      } finally {
        await chosen.close()
      }
    })

const readBack = (all: number, activities: number): string => {
  if (activities === 0) return 'each was read back'
  const planned = `${activities} planned ${activities === 1 ? 'activity' : 'activities'}`
  return `${all > activities ? 'each was read back, but ' : ''}of ${planned} only controls.activities was asked`
}
