// One mutant: runs checks of the dist/ in a folder until one tells it. node hunt.mjs FOLDER ORDER BUDGET_MS; prints one line of JSON.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [, , folder, orderFile, budget] = process.argv
const order = JSON.parse(readFileSync(orderFile, 'utf8'))
const load = (name) => import(pathToFileURL(join(folder, 'dist/src', name)).href)
const { loadCatalogue } = await load('judging/catalogue.js')
const { trial } = await load('runner/prove/bench.js')
const checks = new Map((await loadCatalogue()).checks.map((check) => [check.id, check]))
const started = performance.now()

/** What a run would show red or as a warning; undefined if nothing. */
async function told(check) {
  const { attempt } = await trial(check, {})
  const { outcome, sights } = attempt
  const finding =
    outcome.findings?.[0] ??
    outcome.besides?.[0] ??
    sights.flatMap(({ findings }) => findings).find(({ side }) => side !== 'client')
  if (finding) return { how: 'finding', statement: finding.statement }
  return outcome.is === 'crashed' || outcome.is === 'blocked'
    ? { how: outcome.is, because: outcome.because }
    : undefined
}

let tried = 0
const all = process.env.ALL ? [] : undefined
for (const id of order) {
  if (performance.now() - started > Number(budget)) break
  const check = checks.get(id)
  tried += 1
  const one = await told(check)
  if (all && one) all.push(id)
  if (one && !all) {
    process.stdout.write(JSON.stringify({ is: 'told', check: id, ...one, tried }))
    process.exit()
  }
}
process.stdout.write(
  JSON.stringify({ is: 'survived', tried, of: order.length, ms: Math.round(performance.now() - started), all }),
)
process.exit()
