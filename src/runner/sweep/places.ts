import type { ContractFacts } from '../../contract/index.ts'
import { isObject } from '../../exchange/json.ts'
import type { PlatformRequest, PlatformResponse } from '../../platform/http/message.ts'
import { collapsed, jsonPlaces } from './json-places.ts'
import { decoded, formOf, headerNamed, jsonOfMessage, queryOf } from './message.ts'
import type { Edge } from './mutant.ts'
import { batchOperation, operationOf, partMark } from './operation-of.ts'
import type { BodyForm } from './operators/whole.ts'
import { eachPart, requestOfPart, responseOfPart } from './parts.ts'
import { traitsOf, writtenTraits } from './traits.ts'

/** What one check sent and received: `operation|place|trait`, and for each operation which parameters came together. */
export interface Seen {
  readonly places: readonly string[]
  /** `operation|name,name,...` of the written places of one request. */
  readonly together: readonly string[]
  /** Names of fields that requests wrote or asked for. */
  readonly fields: readonly string[]
}

/** Operations whose bodies are records of the Data API; the fields of a tree are no places of those. */
const ofRecords = /^(?:part )?(?:data|query|batch)\//

/** Headers that say something about the message or its sender; all others belong to the connection. */
const headersLookedAt = /^(?:authorization|accept|content-type|x-client-id|x-client-version|x-request-id)$/
const headersShown = /^(?:content-type|content-disposition|content-encoding|location|www-authenticate)$/

/** An edge that changes nothing and remembers which places there are. */
export function watching(facts: ContractFacts): { readonly edge: Edge; seen(): Seen } {
  const places = new Set<string>()
  const together = new Set<string>()
  const fields = new Set<string>(['id', 'lastChanged', 'lastChangedBy', 'externalId'])
  const add = (operation: string, place: string, traits: readonly string[]) => {
    for (const trait of traits) places.add(`${operation}|${place}|${trait}`)
  }
  const asked = (operation: string, request: PlatformRequest, path: Readonly<Record<string, string>>) => {
    const written = writtenIn(request, path)
    for (const [place, value] of written) add(operation, place, writtenTraits(value))
    together.add(
      `${operation}|${written
        .map(([place]) => place)
        .sort()
        .join(',')}`,
    )
    for (const [name, raw] of queryOf(request.target)) {
      if (!/^(?:fields|orderBy|query|expand)$/.test(name)) continue
      for (const [word] of (decoded(raw) ?? '').replace(/"[^"]*"/g, '').matchAll(/[A-Za-z_]\w*/g)) fields.add(word)
    }
    const json = jsonOfMessage(request)
    if (json === undefined) return
    for (const { path: at, value } of jsonPlaces(json)) {
      add(operation, `request body ${at}`, traitsOf(value))
      const name = /^\w+/.exec(at)?.[0]
      if (name && ofRecords.test(operation)) fields.add(name)
    }
  }
  const answered = (operation: string, response: PlatformResponse) => {
    const form = formOfBody(response)
    const status = kindOf(response)
    add(operation, `response ${status} whole`, [`form-${form}`])
    for (const [name] of response.headers)
      if (headersShown.test(name.toLowerCase()))
        add(operation, `response ${status} header ${name.toLowerCase()}`, ['shown'])
    const json = form === 'json' ? jsonOfMessage(response) : undefined
    if (json !== undefined)
      for (const { path, value } of jsonPlaces(json)) add(operation, `response ${status} body ${path}`, traitsOf(value))
  }
  return {
    seen: () => ({ places: [...places], together: [...together], fields: [...fields] }),
    async edge(request, behind) {
      const found = operationOf(request, facts)
      const response = await behind.forward(request)
      if (!found) return response
      asked(found.operation, request, found.path)
      answered(found.operation, response)
      if (found.operation === batchOperation) {
        const inner: Array<string | undefined> = []
        eachPart(request, (part, position) => {
          const of = requestOfPart(part, request.origin)
          const part_ = of && operationOf(of, facts)
          if (of && part_) asked((inner[position] = `${partMark}${part_.operation}`), of, part_.path)
          return part
        })
        eachPart(response, (part, position) => {
          if (inner[position]) answered(inner[position], responseOfPart(part))
          return part
        })
      }
      return response
    },
  }
}

/** The other way to say the same: what is absent in one form may have been sent in the other (A-AUT-03, 04, 08, 09). */
export const otherForms: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['header authorization', 'query access_token'],
    ['header x-client-id', 'query clientId'],
    ['header x-client-version', 'query clientVersion'],
    ['header x-request-id', 'query requestId'],
  ].flatMap(([one, other]) => [
    [`request ${one}`, `request ${other}`],
    [`request ${other}`, `request ${one}`],
  ]),
)

/** Everything of a request that is written as text, with its place. */
export function writtenIn(
  request: PlatformRequest,
  path: Readonly<Record<string, string>>,
): Array<readonly [place: string, value: string]> {
  return [
    ...Object.entries(path).map(([name, raw]) => [`request path ${name}`, decoded(raw) ?? raw] as const),
    ...queryOf(request.target).map(
      ([name, raw]) => [`request query ${decoded(name) ?? name}`, decoded(raw) ?? raw] as const,
    ),
    ...request.headers
      .filter(([name]) => headersLookedAt.test(name.toLowerCase()))
      .map(([name, value]) => [`request header ${name.toLowerCase()}`, value] as const),
    ...formOf(request).map(([name, raw]) => [`request form ${name}`, decoded(raw) ?? raw] as const),
  ]
}

/** Status, and of an error also its structure: one status may carry several (OAuth, Data API), each with its own rules. */
export function kindOf(response: PlatformResponse): string {
  if (response.status < 400) return String(response.status)
  const json = jsonOfMessage(response)
  if (!isObject(json)) return String(response.status)
  return `${response.status}${'error_description' in json ? '-oauth' : 'message' in json ? '-data' : ''}`
}

function formOfBody(response: PlatformResponse): BodyForm {
  if (response.body.length === 0) return 'none'
  const type = headerNamed(response.headers, 'content-type') ?? ''
  if (/json/i.test(type)) return 'json'
  if (/multipart/i.test(type)) return 'multipart'
  return /text/i.test(type) ? 'text' : 'binary'
}

/** The places of one check with the fields that are places of their own. */
export const withFields = (places: readonly string[], fields: readonly string[]): string[] => [
  ...new Set(
    places.map((key) => {
      const [operation = '', place = '', trait = ''] = key.split('|')
      const body = /^(response \S+ body )(.*)$/s.exec(place)
      return body ? `${operation}|${body[1]}${collapsed(body[2] as string, fields)}|${trait}` : key
    }),
  ),
]
