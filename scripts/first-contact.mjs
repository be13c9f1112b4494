// Whether the suites, as they are, tell faults and leave variants alone: `node scripts/first-contact.mjs ID...`. Needs a build. One line of JSON each.
// A fault is tried with the checks that meet it, cheapest first, until one tells it; a variant with all that meet it.
import { contractChecks, trafficChecks } from '../dist/src/judging/derived-checks.js'
import { judgedLive } from '../dist/src/judging/judged.js'
import { loadCatalogue } from '../dist/src/judging/catalogue.js'
import { replacedBy } from '../dist/src/platform/compose.js'
import { allFaults, allVariants } from '../dist/src/platform/deviations.js'
import { trial } from '../dist/src/runner/prove/bench.js'

const asked = process.argv.slice(2)
const known = new Map([...allFaults, ...allVariants].map((one) => [one.id, one]))
const unknown = asked.filter((id) => !known.has(id))
if (asked.length === 0 || unknown.length > 0) {
  console.error(
    asked.length === 0 ? 'name faults or variants' : `no fault and no variant is called ${unknown.join(', ')}`,
  )
  process.exit(2)
}

const { checks, requirements } = await loadCatalogue()
const judged = judgedLive()
const derived = [...contractChecks(requirements, judged.contract), ...trafficChecks(requirements, judged.monitors)]

// A filter that only looks: what a wire deviation would change is computed from what each check sends and gets on the plain platform.
let heard = []
const listener = { id: 'first-contact-listener', says: 'Listens.', breaks: ['A-GEN-01'] }
listener.wire = {
  response(response, request) {
    heard.push({ request, response })
    return response
  },
}
allFaults.push(listener)

const base = []
for (const check of checks) {
  heard = []
  const { rulesRead, requests } = await trial(check, { faults: [listener.id] })
  base.push({ check, rulesRead, requests, heard })
}
base.sort((one, other) => one.requests - other.requests)

const sameBytes = (one, other) =>
  one === other ||
  (one.status === other.status &&
    one.target === other.target &&
    JSON.stringify(one.headers) === JSON.stringify(other.headers) &&
    one.body.equals(other.body))

function meets({ wire, ...deviation }, one) {
  const changes = ({ request, response }) =>
    (wire.request && !sameBytes(wire.request(request), request)) ||
    (wire.response && !sameBytes(wire.response(response, request), response))
  return replacedBy(deviation).some((name) => one.rulesRead.has(name)) || Boolean(wire && one.heard.some(changes))
}

/** The check, contract or monitor that tells a trial from one of the plain platform. */
function teller(check, { attempt }) {
  if (attempt.outcome.is === 'breach') return { by: check.id }
  for (const sight of attempt.sights)
    for (const { side, statement } of sight.findings) {
      const owner = derived.find((one) => one.by === sight.by && one.statements.includes(statement))
      if (side === 'server' && owner) return { by: owner.id, driver: check.id }
    }
  return undefined
}

for (const id of asked) {
  const deviation = known.get(id)
  const met = base.filter((one) => meets(deviation, one))
  const isFault = 'breaks' in deviation
  const said = []
  const stopped = []
  for (const { check } of met) {
    const done = await trial(check, isFault ? { faults: [id] } : { variants: [id] })
    const told = teller(check, done)
    if (told) said.push(told)
    else if (!['held', 'observed', 'not-applicable'].includes(done.attempt.outcome.is))
      stopped.push({ by: check.id, is: done.attempt.outcome.is, because: done.attempt.outcome.because })
    if (isFault && said.length > 0) break
  }
  const first = isFault
    ? said.length > 0
      ? 'told'
      : 'missed'
    : said.length + stopped.length > 0
      ? 'accused'
      : 'silent'
  console.log(JSON.stringify({ id, first, met: met.length, said, stopped: stopped.slice(0, 3) }))
}
