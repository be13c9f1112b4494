// Writes src/cql/probes.ts: a small set of questions that finds every fault of the query language three times, chosen greedily from generated ones
// by the faults that they find on the platform. Needs a build: node scripts/build.mjs && node scripts/build-probes.mjs
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { questions } from '../dist/src/cql/generate.js'
import { judgeQuestion, printed } from '../dist/src/cql/question.js'
import { createSession } from '../dist/src/session/session.js'
import { cqlFaults } from '../dist/src/platform/faults/cql.js'
import { createPlatform } from '../dist/src/platform/platform.js'
import { parseTarget } from '../dist/src/target/load.js'
import { withScope } from '../dist/src/target/scope.js'
import { amiss, ask } from '../dist/suites/data/cql/ask.js'
import { seeded } from '../dist/suites/data/cql/table.js'

const folds = 3

/** Positions of the candidates whose results are wrong on a platform with the fault. */
async function found(fault, candidates) {
  const platform = createPlatform({ faults: fault ? [fault] : [] })
  const server = await platform.listen({ port: 0 })
  const session = createSession({
    target: parseTarget(platform.targetFile(server.origin), 'probes'),
    secrets: [],
    seed: 1,
    rerun: (id) => id,
  })
  const { context, scope } = session.contextFor('probes')
  try {
    return await withScope(scope, async () => {
      const table = await seeded(context)
      const positions = []
      for (const [position, question] of candidates.entries()) {
        scope.exchanges.length = 0
        const asked = await ask(context, table, printed(question, table))
        if (asked.answer.status >= 300 || amiss(table, asked, (row) => judgeQuestion(question, row.dto, table)))
          positions.push(position)
      }
      return positions
    })
  } catch {
    // The records cannot even be created or found: that needs no probe.
    return []
  } finally {
    await session.close()
    await server.close()
  }
}

/** The queries chosen, which of them find each fault, and the false alarms on the plain platform (if any, nothing is chosen). */
export async function probesFor({ faults = cqlFaults.map(({ id }) => id), questions: numRuns = 900 } = {}) {
  const candidates = fc.sample(questions(fc), { seed: 20261121, numRuns })
  const kills = new Map()
  const alarms = (await found(undefined, candidates)).map((position) => candidates[position])
  if (alarms.length > 0) return { chosen: [], kills, alarms }
  for (const id of faults) {
    const positions = await found(id, candidates)
    if (positions.length > 0) kills.set(id, new Set(positions))
  }
  const missing = new Map([...kills].map(([id, positions]) => [id, Math.min(folds, positions.size)]))
  const chosen = []
  for (;;) {
    const gain = (position) => [...missing].filter(([id, left]) => left > 0 && kills.get(id).has(position)).length
    const best = candidates
      .map((_, position) => position)
      .filter((position) => !chosen.includes(position))
      .reduce((one, other) => (gain(other) > gain(one) ? other : one))
    if (gain(best) === 0) break
    chosen.push(best)
    for (const [id, left] of missing) if (left > 0 && kills.get(id).has(best)) missing.set(id, left - 1)
  }
  return { chosen: chosen.map((position) => candidates[position]), kills, alarms }
}

function write({ chosen, kills, alarms }) {
  if (alarms.length > 0) throw new Error(`the plain platform is accused by ${printed(alarms[0], { rows: [] })}`)
  const file = fileURLToPath(new URL('../src/cql/probes.ts', import.meta.url))
  writeFileSync(
    file,
    `import type { Question } from './question.ts'

/** Written by scripts/build-probes.mjs: each of ${kills.size} faults visible to queries is found by ${folds} of them. */
export const probes: readonly Question[] = [
${chosen.map((question) => `  ${literal(question)},`).join('\n')}
]

/** The faults that the probes find, against which their check is proven. */
export const probed = [
${[...kills.keys()].map((id) => `  '${id}',`).join('\n')}
] as const
`,
  )
  console.log(
    `${chosen.length} probes for ${kills.size} of ${cqlFaults.length} faults; out of reach of queries: ${cqlFaults
      .filter(({ id }) => !kills.has(id))
      .map(({ id }) => id)
      .join(', ')}`,
  )
}

function literal(value) {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value === 'object')
    return `{ ${Object.entries(value)
      .map(([key, inner]) => `${key}: ${literal(inner)}`)
      .join(', ')} }`
  return typeof value === 'string' ? `'${value}'` : String(value)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) write(await probesFor())
