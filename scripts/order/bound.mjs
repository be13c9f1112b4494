import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { loadCatalogue } from '../../dist/src/judging/catalogue.js'
import { inOrder } from '../../dist/src/judging/order.js'
import { allFaults } from '../../dist/src/platform/deviations.js'
import { canComeEarly, costOf, on } from './bench.mjs'
import { greedy } from './greedy.mjs'

const early = 1000
/** The first fault that is taken: others than those that a measure takes. */
const beside = 5
/** What many checks tell is told early by any order: no more of them have to be known. */
const enough = 40

/** Which of the checks that could come early, by the table or by the faults that they name, tell each of these faults; and what an order tells that knows that. */
export async function bound(every, file) {
  const { checks } = await loadCatalogue()
  const state = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { costs: {}, rows: {} }
  const candidates = checks.filter(canComeEarly)
  for (const check of candidates) state.costs[check.id] ??= await costOf(check)
  const within = (order, limit) => {
    let spent = 0
    return order.filter(({ id }) => (spent += state.costs[id].requests) <= limit)
  }
  const byName = greedy(candidates, state.costs, ({ brokenBy }) => new Map(brokenBy.map((fault) => [fault, 1])))
  const first = [...new Set([...within([...byName.keys()], early), ...within(inOrder(candidates), early)])]
  const faults = allFaults.map((fault, at) => ({ fault, at })).filter(({ at }) => at % every === beside)
  for (const { fault } of faults) {
    if (state.rows[fault.id]) continue
    state.rows[fault.id] = await on([fault], fault.id, async ({ tells }) => {
      const told = []
      for (const check of first) {
        const { meets } = state.costs[check.id]
        if (meets.includes(fault.id) && told.length < enough && (await tells(check))) told.push(check.id)
      }
      return told
    })
    writeFileSync(file, JSON.stringify(state))
  }
  const rows = new Map(faults.map(({ fault }) => [fault.id, state.rows[fault.id]]))
  const tellsOf = ({ id, brokenBy }) =>
    [...rows].flatMap(([fault, ids]) => (ids.includes(id) || brokenBy.includes(fault) ? [fault] : []))
  const order = [
    ...greedy(candidates, state.costs, (check) => new Map(tellsOf(check).map((fault) => [fault, 1]))).keys(),
  ]
  const share = (count) => `${((100 * count) / rows.size).toFixed(0)} %`
  const some = [...rows.values()].filter((ids) => ids.length > 0).length
  console.log(
    `${share(some)} of ${rows.size} faults are told by any of the ${first.length} checks that could come first`,
  )
  const toldBy = (way, limit) => share(new Set(within(way, limit).flatMap(tellsOf)).size)
  for (const limit of [300, 1000])
    console.log(
      `within ${limit} requests: ${toldBy(inOrder(candidates), limit)} in the order of a run, ${toldBy(order, limit)} in one made for these faults alone`,
    )
}
