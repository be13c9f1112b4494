// The share of the servers of suites/two-readings that the suites met rightly at first contact, by chapter: `node scripts/two-readings.mjs`.
import { readFileSync, readdirSync } from 'node:fs'
import { parse } from 'yaml'

const folder = new URL('../suites/two-readings/', import.meta.url)
const rows = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .sort()
  .flatMap((name) => parse(readFileSync(new URL(name, folder), 'utf8')))

const share = (met, of) => (of === 0 ? '-' : `${met} of ${of} (${Math.round((100 * met) / of)} %)`)

function line(name, some) {
  const met = (kind, first) => some.filter((row) => row.kind === kind && row.first === first && !row.struck).length
  const [told, missed] = [met('breach', 'told'), met('breach', 'missed')]
  const [silent, accused] = [met('lawful', 'silent'), met('lawful', 'accused')]
  const rest = some.length - told - missed - silent - accused
  return `${name.padEnd(8)}told ${share(told, told + missed).padEnd(20)}left alone ${share(silent, silent + accused).padEnd(20)}neither ${rest}`
}

for (const chapter of [...new Set(rows.map(({ statement }) => statement.slice(0, 5)))])
  console.log(
    line(
      chapter,
      rows.filter(({ statement }) => statement.startsWith(chapter)),
    ),
  )
console.log(line('all', rows))
