import { contractFacts } from '../dist/src/contract/index.js'
import { loadCatalogue } from '../dist/src/judging/catalogue.js'
import { derivedFold } from '../dist/src/judging/derived-fold.js'
import { judgedLive } from '../dist/src/judging/judged.js'
import { inOrder } from '../dist/src/judging/order.js'
import { makePlan } from '../dist/src/judging/plan.js'
import { attempt } from '../dist/src/runner/attempt.js'
import { gate } from '../dist/src/runner/gate.js'
import { createSession } from '../dist/src/session/session.js'
import { parseTarget } from '../dist/src/target/load.js'
import { judge } from '../dist/src/verdict/judge.js'

/**
 * The planned checks in this process, `concurrency` at a time, each by `once(check, session, facts)`; those that move the clock come
 * after all others, one by one, or not at all. What a run does, without a host, a report or a baseline.
 */
export async function checksInProcess(
  targetFile,
  { seed = 1, concurrency = 8, selection = {}, movingClock = false, once = attempt } = {},
) {
  const target = parseTarget(targetFile, 'bench')
  const plan = makePlan(await loadCatalogue(), judgedLive(), selection)
  const planned = new Map(plan.planned.map((one) => [one.id, one]))
  const session = createSession({ target, secrets: [], seed, rerun: (id) => id })
  const facts = contractFacts(target)
  const fold = derivedFold(plan.contract, (id) => id)
  const exchanges = []
  session.transport.onExchange((exchange) => exchanges.push(exchange))
  const verdicts = []
  const settle = (id, outcome) =>
    verdicts.push(judge(planned.get(id), outcome, 0, { strict: false, baseline: [], now: Date.now() }))
  const hosted = async (check) => {
    const gated = gate(check, target)
    if (gated) return settle(check.id, gated)
    const { outcome, sights } = await once(check, session, facts)
    sights.forEach(fold.add)
    settle(check.id, outcome)
  }
  const queue = inOrder(plan.checks).filter(({ alone }) => !alone)
  try {
    await Promise.all(
      Array.from({ length: concurrency }, async () => {
        for (let check = queue.shift(); check; check = queue.shift()) await hosted(check)
      }),
    )
    if (movingClock) for (const check of plan.checks.filter(({ alone }) => alone)) await hosted(check)
    for (const check of plan.contract) settle(check.id, fold.outcome(check))
    const leftBehind = await session.cleanUp()
    return { verdicts, exchanges, leftBehind, requests: session.requests(), waitedMs: session.waitedMs() }
  } finally {
    await session.close()
  }
}

/** A job so many times, at least once; on a slow machine fewer, so that a part ends in its time and has figures all the same. */
export async function upTo(rounds, seconds, job) {
  const started = performance.now()
  const results = []
  while (results.length < rounds && (results.length === 0 || performance.now() - started < seconds * 1000))
    results.push(await job(results.length))
  return results
}

export const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]

/** The median of several measurements, and between which they lay. */
export const spreadOver = (numbers) => ({
  value: median(numbers),
  spread: [Math.min(...numbers), Math.max(...numbers)],
})

const shown = (value, { unit = '', digits = 0 }) =>
  Number.isFinite(value) ? `${value.toFixed(digits)}${unit === '%' ? ' %' : unit && ` ${unit}`}` : 'none'

/** How a figure is written: value, spread, aim, and whether it is met; empty where there is no spread or no aim. */
export function written(figure) {
  const { value, spread, most, least } = figure
  const aim = most === undefined ? least : most
  return {
    value: shown(value, figure),
    spread: spread
      ? `${shown(spread[0], { ...figure, unit: '' })} to ${shown(spread[1], { ...figure, unit: '' })}`
      : '',
    aim: aim === undefined ? '' : `at ${most === undefined ? 'least' : 'most'} ${shown(aim, figure)}`,
    met: aim === undefined ? '' : isMet(figure) ? 'met' : 'not met',
  }
}

/** Whether the aim is met; a figure that is only told has none to miss. */
export const isMet = ({ value, most = Infinity, least = -Infinity }) => value <= most && value >= least

export function say(figure) {
  const { value, spread, aim, met } = written(figure)
  console.log(
    `${figure.what.padEnd(66)} ${`${value}${spread && ` (${spread})`}`.padEnd(26)} ${aim && `aim ${aim}: ${met}`}`.trimEnd(),
  )
}
