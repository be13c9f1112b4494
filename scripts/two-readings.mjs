// The share of the servers of suites/two-readings that the suites met rightly at first contact, by chapter: `node scripts/two-readings.mjs`;
// with --write, those of both parts are written into the README beside the tables.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { parse } from 'yaml'

const folder = new URL('../suites/two-readings/', import.meta.url)
const rows = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .sort()
  .flatMap((name) => parse(readFileSync(new URL(name, folder), 'utf8')))

const share = (met, of) => (of === 0 ? '-' : `${met} of ${of} (${Math.round((100 * met) / of)} %)`)

function line(name, some) {
  const met = (kind, first) => some.filter((row) => row.kind === kind && row.first === first && !row.struck)
  const shares = (kind, rightly, wrongly) => {
    const [right, wrong] = [met(kind, rightly), met(kind, wrongly)]
    // What the kit had already was told by the proof before: only what was built for the reader was ever met for the first time.
    const [anew, wrongAnew] = [right, wrong].map((of) => of.filter((row) => 'as' in row).length)
    const all = share(right.length, right.length + wrong.length)
    return `${all.padEnd(20)}of those built anew ${share(anew, anew + wrongAnew).padEnd(20)}`
  }
  const rest = some.filter((row) => row.first === undefined || row.struck).length
  return `${name.padEnd(8)}told ${shares('breach', 'told', 'missed')}left alone ${shares('lawful', 'silent', 'accused')}neither ${rest}`
}

const of = (prefix) => rows.filter(({ statement }) => statement.startsWith(prefix))
const inParts = [line('part A', of('A-')), line('part B', of('B-')), line('all', rows)]

if (process.argv.includes('--write')) {
  const page = new URL('README.md', folder)
  const [before, , after] = readFileSync(page, 'utf8').split(/(```text\n[^`]*```)/)
  writeFileSync(page, `${before}\`\`\`text\n${inParts.map((text) => text.trimEnd()).join('\n')}\n\`\`\`${after}`)
} else {
  for (const chapter of new Set(rows.map(({ statement }) => statement.slice(0, 5))))
    console.log(line(chapter, of(chapter)))
  for (const text of inParts) console.log(text)
}
