// Writes the figures of a proof and of a sweep into README.md, between their marks, with the day and the command that made them:
//   fieldproof prove --json proof.json && fieldproof sweep --json sweep.json
//   node scripts/publish-figures.mjs --proof proof.json --sweep sweep.json
// Either may be left out. The day is that of the file.
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const table = (name, rows) => [`| ${name} | |`, '| --- | --- |', ...rows.map(([key, value]) => `| ${key} | ${value} |`)]

/** Rows of a proof: what `prove --json` wrote. A part of a proof has too few faults to be one: its caller says how many there are. */
export function proofRows({ faults, variants, unproven, notClean, fooled, checks, trials, reused = 0, requests, ms }) {
  // Trials that were taken over took the time of the proofs before.
  const time = reused > 0 ? '' : ` in ${Math.round(ms / 60_000)} minutes`
  return [
    ['checks', checks],
    ['faults found', `${faults.filter(({ killedBy }) => killedBy.length > 0).length} of ${faults.length}`],
    [
      'other lawful readings accused',
      `${variants.filter(({ flaggedBy }) => flaggedBy.length > 0).length} of ${variants.length}`,
    ],
    ['checks that do not find a fault that they name', unproven.length],
    ['checks that fail on the faultless platform', notClean.length],
    ['checks that a server of empty answers, refusals or mere claims passes', fooled.length],
    ['trials', `${trials}, with ${requests} requests${time}`],
  ]
}

/** Rows of a sweep: what `sweep --json` wrote. */
export function sweepRows({ generated, made, told, lawful, same, unreachable, missed, undecided, falseAlarms }) {
  const shown = made - lawful - same - unreachable
  const share = shown > 0 ? `${((100 * told) / shown).toFixed(1)} %` : 'none'
  return [
    ['made', `${made} of ${generated}`],
    ['told', `${told} (${share} of the ${shown} that a statement forbids and an exchange can show)`],
    ['lawful and silent', lawful],
    ['the same server', same],
    ['not reachable', unreachable],
    ['missed', missed],
    ['undecided', undecided],
    ['false alarms', falseAlarms],
  ]
}

/** The README with this between the marks of that name. */
export function placed(readme, name, lines) {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [readme.indexOf(start), readme.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`README.md has no ${start} ... ${end}`)
  return `${readme.slice(0, from + start.length)}\n\n${lines.join('\n')}\n\n${readme.slice(to)}`
}

/** What stands between the marks. */
export const figures = (name, command, day, rows) => [
  ...table(name, rows),
  '',
  `By \`${command}\` on ${day}, written here by \`node scripts/publish-figures.mjs\`.`,
]

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { proof: { type: 'string' }, sweep: { type: 'string' } } })
  const page = fileURLToPath(new URL('../README.md', import.meta.url))
  const parts = [
    ['proof', values.proof, 'proof', () => 'npx fieldproof prove', proofRows],
    [
      'sweep',
      values.sweep,
      'mutants',
      ({ made, generated }) => `npx fieldproof sweep${made < generated ? ` --sample ${made}` : ''}`,
      sweepRows,
    ],
  ]
  for (const [name, file, title, command, rows] of parts) {
    if (file === undefined) continue
    const made = JSON.parse(readFileSync(file, 'utf8'))
    if (name === 'proof') {
      const { allFaults } = await import('../dist/src/platform/deviations.js')
      if (made.faults.length < allFaults.length)
        throw new Error(
          `${file} has ${made.faults.length} of ${allFaults.length} faults: a part of a proof, or an old one`,
        )
    }
    const day = statSync(file).mtime.toISOString().slice(0, 10)
    writeFileSync(page, placed(readFileSync(page, 'utf8'), name, figures(title, command(made), day, rows(made))))
  }
}
