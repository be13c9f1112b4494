// Attacks the kit as a hostile target, client, file or neighbour would, and tells what came of it: `npm run attack`. Needs a build.
//   --only TEXT       only the attacks whose name contains it
//   --bad-input [N]   instead: N wrong files and option lists (10,000), --seed N for others
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rows } from './attack/rows.mjs'

/**
 * Tries attacks one after the other, each in a folder of its own.
 * @param {{ only?: (row: { name: string }) => boolean, told?: (result: object) => void }} options
 */
export async function attack({ only = () => true, told = () => undefined } = {}) {
  const results = []
  for (const row of rows.filter(only)) {
    const folder = mkdtempSync(join(tmpdir(), 'attack-'))
    const result = await row.attack(folder).catch((error) => ({ held: false, saw: String(error?.stack ?? error) }))
    rmSync(folder, { recursive: true, force: true })
    results.push({ ...row, ...result })
    told(results.at(-1))
  }
  return results
}

const after = (args, name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2)
  if (args.includes('--bad-input')) {
    const { badInput } = await import('./attack/bad-input.mjs')
    const count = Number(after(args, '--bad-input')) || 10_000
    const { counts, wrong } = await badInput({ count, seed: Number(after(args, '--seed')) || 1 })
    for (const [kind, { tried, refused, taken }] of Object.entries(counts))
      console.log(`${kind.padEnd(16)} ${tried} tried, ${refused} refused in one sentence, ${taken} good after all`)
    for (const { number, kind, why, given } of wrong)
      console.log(`\n${kind}, number ${number}: ${why}\n  ${JSON.stringify(given)}`)
    console.log(`\n${count - wrong.length} of ${count} ended as promised`)
    process.exit(wrong.length === 0 ? 0 : 1)
  }
  const part = after(args, '--only')
  const startedAt = performance.now()
  const results = await attack({
    only: ({ name }) => part === undefined || name.includes(part),
    told: ({ name, does, promise, held, saw }) =>
      console.log(
        `${held ? 'held  ' : 'BROKEN'} ${name}\n         ${does}\n         promised: ${promise}\n         seen: ${saw}`,
      ),
  })
  const broken = results.filter(({ held }) => !held)
  console.log(
    `\n${results.length - broken.length} of ${results.length} attacks held${broken.length > 0 ? `; broken: ${broken.map(({ name }) => name).join(', ')}` : ''}, in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  )
  process.exit(broken.length === 0 && results.length > 0 ? 0 : 1)
}
