// Takes the examples of `fieldproof openapi` from a run against the embedded platform: node scripts/record-examples.mjs
// Writes schemas/examples.json: of each operation and status one exchange that breaks nothing, without secrets. Needs a build, and one after it.
import { readFileSync, writeFileSync } from 'node:fs'
import { format } from 'prettier'
import { headerOf } from '../dist/src/exchange/exchange.js'
import { artefacts } from '../dist/src/contract/artefacts.js'
import { contractFacts, inspect, readingOf } from '../dist/src/contract/index.js'
import { loadCatalogue } from '../dist/src/judging/catalogue.js'
import { judgedLive } from '../dist/src/judging/judged.js'
import { makePlan } from '../dist/src/judging/plan.js'
import { attempt } from '../dist/src/runner/attempt.js'
import { startEmbedded } from '../dist/src/runner/embedded.js'
import { gate } from '../dist/src/runner/gate.js'
import { createSession } from '../dist/src/session/session.js'
import { parseTarget } from '../dist/src/target/load.js'

const atMost = 4000
/** What an example is rather not: longer than that, or in more than plain letters. */
const odd = 100_000
const file = new URL('../schemas/examples.json', import.meta.url)
const embedded = await startEmbedded()
const target = parseTarget(embedded.target, 'embedded')
const session = { ...createSession({ target, secrets: [], seed: 1, rerun: (id) => id }), isNews: () => true }
const facts = contractFacts(target)

/** By operation, status and encoding: the exchange that shows most. */
const best = new Map()
session.transport.onExchange((exchange) => {
  const { request, response } = exchange
  if (!response || request.method === 'HEAD') return
  const reading = readingOf(exchange, facts)
  const inspection = inspect(exchange, facts)
  if (!reading || inspection.findings.length > 0) return
  const texts = [request, response].map((one) => (isText(one) ? Buffer.from(one.body ?? []).toString('utf8') : ''))
  const size = texts.join('').length + request.url.length
  // A resolver of references would follow one in an example.
  if (texts.some((text) => text.includes('"$ref"'))) return
  const all = texts.join('') + decodeURIComponent(request.url)
  // Odd texts are what some checks are about; an example is plain, if there is one.
  if (size > 3 * atMost || !/^[\x20-\x7e\r\n\t\p{L}\p{P}\p{S}]*$/u.test(all)) return
  const oddity = size > atMost || !/^[\x20-\x7e\r\n\t]*$/.test(all) ? odd : 0
  if (!isWhole(request) || !isWhole(response)) return
  if (!isStated(reading.match.operation, response) || !isMeant(reading.match.operation, request)) return
  // JSON first: it is what the answer stands beside.
  const encoding = typeOf(request)
  const key = `${reading.match.operation.id} ${response.status} ${/json/.test(encoding) ? '' : encoding}`
  const keys = new Set(texts.join('').match(/"\w+":/g) ?? []).size * 100 + new URL(request.url).searchParams.size * 10
  // An answer often repeats what was sent: what shows both goes first.
  const sends = encoding !== '' && /^P/.test(request.method) ? 50 : 0
  const worth = keys + sends - size / 100 - oddity
  if (worth > (best.get(key)?.worth ?? -Infinity)) best.set(key, { worth, exchange, reading })
})

const typeOf = ({ headers, body }) =>
  body?.length > 0 ? (headerOf(headers, 'content-type') ?? '').split(';')[0].trim().toLowerCase() : ''

/** What is no text is no example of an answer, but its request is one. */
const isText = (message) => !/zip|pdf|octet/.test(typeOf(message))

/** A success, which a redirect is too; or a refusal of a status that the documents state, in the form that they state. */
function isStated({ responses }, { status, body }) {
  if (status < 400) return true
  const stated = responses.find((one) => one.status === String(status))
  const schema = stated?.media[0]?.schema
  return schema !== undefined && artefacts().validators[schema](JSON.parse(Buffer.from(body).toString('utf8')))
}

/** What was sent in JSON is in the form that the documents state, even where another was taken, too. */
const isMeant = ({ body: stated }, request) =>
  stated === undefined ||
  !/json/.test(typeOf(request)) ||
  artefacts().validators[stated.schema](JSON.parse(Buffer.from(request.body).toString('utf8')))

/** What says that it is JSON is. */
function isWhole({ headers, body }) {
  if (!/json/i.test(headerOf(headers, 'content-type') ?? '') || !body || body.length === 0) return true
  try {
    JSON.parse(Buffer.from(body).toString('utf8'))
    return true
  } catch {
    return false
  }
}

const plan = makePlan(await loadCatalogue(), judgedLive(), { heavy: false })
for (const check of plan.checks) if (!gate(check, target)) await attempt(check, session, facts)
await session.cleanUp()

const plain = (text) =>
  session.redactor
    .text(text)
    .replaceAll(embedded.origin, 'https://cluster.example.com')
    .replace(/127\.0\.0\.1(?::\d+)?/g, 'cluster.example.com')

function bodyOf(message) {
  const type = typeOf(message)
  if (type === '' || !isText(message)) return undefined
  const text = plain(session.redactor.body(Buffer.from(message.body).toString('utf8')))
  if (type.endsWith('json')) return { type, value: JSON.parse(text) }
  if (type === 'application/x-www-form-urlencoded')
    return { type, value: Object.fromEntries(new URLSearchParams(text)) }
  return { type, value: type === 'multipart/form-data' ? fieldsIn(text) : text }
}

/** The fields of a form-data body: that is how OpenAPI shows one. */
const fieldsIn = (text) =>
  Object.fromEntries(
    [...text.matchAll(/name="([^"]*)"[^]*?\r\n\r\n([^]*?)\r\n--/g)].map(([, name, value]) => [name, value]),
  )

function parametersOf({ match, requestHeader }, { request }) {
  const query = new URL(request.url).searchParams
  const secret = /authorization|token/i
  return Object.fromEntries(
    match.operation.parameters.flatMap(({ name, in: place, type }) => {
      const given =
        place === 'path'
          ? decodeURIComponent(match.path[name])
          : place === 'query'
            ? query.get(name)
            : requestHeader(name.toLowerCase())
      if (given === undefined || given === null || given === '' || secret.test(name)) return []
      const text = plain(given)
      const value = /^(?:integer|number)$/.test(type)
        ? Number(text)
        : type === 'boolean'
          ? text === 'true'
          : type === 'array'
            ? text.split(',')
            : text
      return [[name, value]]
    }),
  )
}

const shown = new Set()
const examples = [...best.entries()]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([, { exchange, reading }]) => {
    // Another encoding of the same has the same answer: it is shown once.
    const answered = `${reading.match.operation.id} ${exchange.response.status}`
    const isAgain = shown.has(answered)
    shown.add(answered)
    const [request, response] = [bodyOf(exchange.request), bodyOf(exchange.response)]
    return {
      operation: reading.match.operation.id,
      status: exchange.response.status,
      parameters: parametersOf(reading, exchange),
      ...(request ? { request } : {}),
      ...(response && !isAgain ? { response } : {}),
    }
  })
await session.close()
await embedded.close()
writeFileSync(file, await format(JSON.stringify(examples), { parser: 'json', printWidth: 120 }))
console.log(
  `${examples.length} examples of ${new Set(examples.map(({ operation }) => operation)).size} operations, ${readFileSync(file).length} bytes`,
)
process.exit()
