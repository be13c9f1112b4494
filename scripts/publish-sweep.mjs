// Writes the table of a sweep into README.md, between its marks: node scripts/publish-sweep.mjs FILE, where FILE is what
// `fieldproof sweep --json FILE` wrote.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const [start, end] = ['<!-- sweep -->', '<!-- /sweep -->']

/** The README with the figures of this table. */
export function published(
  readme,
  { generated, made, told, lawful, same, unreachable, missed, undecided, falseAlarms },
) {
  const shown = made - lawful - same - unreachable
  const rows = [
    ['made', `${made} of ${generated}`],
    [
      'told',
      `${told} (${((100 * told) / shown).toFixed(1)} % of the ${shown} that a statement forbids and an exchange can show)`,
    ],
    ['lawful and silent', lawful],
    ['the same server', same],
    ['not reachable', unreachable],
    ['missed', missed],
    ['undecided', undecided],
    ['false alarms', falseAlarms],
  ]
  const table = ['| mutants | |', '| --- | --- |', ...rows.map(([name, value]) => `| ${name} | ${value} |`)].join('\n')
  const [from, to] = [readme.indexOf(start), readme.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`README.md has no ${start} ... ${end}`)
  return `${readme.slice(0, from + start.length)}\n\n${table}\n\n${readme.slice(to)}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const readme = fileURLToPath(new URL('../README.md', import.meta.url))
  const table = JSON.parse(readFileSync(process.argv[2] ?? 'sweep.json', 'utf8'))
  writeFileSync(readme, published(readFileSync(readme, 'utf8'), table))
}
