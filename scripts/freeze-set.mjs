// Freezes the checks of today as a set for "run --set": node scripts/freeze-set.mjs 2026.1 [--again]
// --again replaces a set that was not released yet. Needs a build.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { loadCatalogue } from '../dist/src/judging/catalogue.js'
import { knownChecks } from '../dist/src/judging/known-checks.js'

const { positionals, values } = parseArgs({ allowPositionals: true, options: { again: { type: 'boolean' } } })
const [name] = positionals
if (!/^\d{4}\.\d+$/.test(name ?? '')) throw new Error('it takes the name of a set, such as 2026.1')
const folder = new URL('../sets/', import.meta.url)
const file = new URL(`${name}.txt`, folder)
if (existsSync(file) && !values.again) throw new Error(`${name} is frozen: a later set has another name`)
mkdirSync(folder, { recursive: true })
const checks = knownChecks(await loadCatalogue()).sort()
writeFileSync(
  file,
  `# Checks of the set ${name}, frozen by scripts/freeze-set.mjs: none is ever added, renamed or removed.\n${checks.join('\n')}\n`,
)
console.log(`${name}: ${checks.length} checks`)
