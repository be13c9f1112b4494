import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { contractFacts } from '../../src/contract/index.ts'
import { exchangesIn } from '../../src/learn/exchanges-in.ts'
import { learnExchange } from '../../src/learn/learn-exchange.ts'
import { newLearned, type Learned } from '../../src/learn/learned.ts'
import { annotations, overlayOf, type Overlay } from '../../src/learn/overlay.ts'
import { basePaths } from '../../src/target/base-paths.ts'

export const facts = contractFacts({ addresses: { auth: '', directory: '' }, basePaths, dtos: {} }, 'both')

export const address = 'https://cluster.example/api/data/v4'

export const entry = (method: string, url: string, status: number, body: unknown, sent?: unknown): unknown => ({
  request: {
    method,
    url,
    headers: [],
    ...(sent === undefined ? {} : { postData: { mimeType: 'application/json', text: JSON.stringify(sent) } }),
  },
  response: {
    status,
    headers: [],
    content: { mimeType: 'application/json', text: typeof body === 'string' ? body : JSON.stringify(body) },
  },
})

/** A page of ServiceCall records, version 27. */
export const page = (records: readonly unknown[], query = ''): unknown =>
  entry('GET', `${address}/ServiceCall?dtos=ServiceCall.27${query}`, 200, {
    data: records.map((serviceCall) => ({ serviceCall })),
  })

export function learnedFrom(entries: readonly unknown[], name = 'traffic.har', onto: Learned = newLearned()): Learned {
  const source = { name, entries: 0, exchanges: 0 }
  onto.files.push(source)
  for (const value of entries) {
    source.entries += 1
    for (const exchange of exchangesIn(value, `${name}:${source.entries}`, facts))
      if (learnExchange(onto, exchange, facts)) source.exchanges += 1
  }
  return onto
}

export const overlayFrom = (entries: readonly unknown[], minCount = 5): Overlay =>
  overlayOf(learnedFrom(entries), minCount)

/** Validity by a schema of the overlay, as any user of JSON Schema would ask for it: strict, but for what Ajv calls unions. */
export function validatorOf(overlay: Overlay, name = 'ServiceCall.27'): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false })
  ;(addFormats as unknown as (to: Ajv2020) => void)(ajv)
  ajv.addVocabulary([...annotations])
  ajv.addSchema(overlay)
  return ajv.compile({ $ref: `${overlay.$id}#/$defs/${name}` })
}
