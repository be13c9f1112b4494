import { isObject } from '../exchange/json.ts'
import { resolved, type Json } from './references.ts'

/** A body that was on the wire: JSON as a value, a form as an object of its fields, anything else as text. */
interface ExampleBody {
  readonly type: string
  readonly value: unknown
}

/** An exchange of a recorded run, without secrets. */
export interface Example {
  readonly operation: string
  readonly status: number
  readonly parameters: Readonly<Record<string, unknown>>
  readonly request?: ExampleBody
  readonly response?: ExampleBody
}

const notShown = 'As the embedded platform answered; the documents do not show this body.'

/** Adds what occurred to an operation of the document; answers that are shared become its own. */
export function withExamples(
  operation: Json,
  examples: readonly Example[],
  components: Readonly<Record<string, Json>>,
): Json {
  const mine = examples.filter(({ operation: id }) => id === operation['x-operation'])
  const inlined = (value: unknown): Json => resolvedComponent(value, components)
  const taken = mine.filter(({ request, status }) => request && status < 300)
  const [sent = mine.find(({ request }) => request)] = taken
  const responses = { ...(operation['responses'] as Json) }
  for (const example of mine) {
    const { status, response } = example
    const key = [String(status), `${Math.floor(status / 100)}XX`, 'default'].find((one) => one in responses)
    if (key === undefined || !response) continue
    const found = inlined(responses[key])
    responses[key] = { ...found, content: contentWith(found['content'], response, `answered${status}`) }
  }
  const body = operation['requestBody'] === undefined ? undefined : inlined(operation['requestBody'])
  const requestBody = (taken.length > 0 ? taken : [sent])
    .flatMap((one) => one?.request ?? [])
    .reduce<Json | undefined>(bodyWith, body)
  return {
    ...operation,
    ...(operation['parameters'] === undefined
      ? {}
      : { parameters: (operation['parameters'] as unknown[]).map((one) => parameterWith(one, sent ?? mine[0])) }),
    ...(requestBody ? { requestBody } : {}),
    responses,
  }
}

const bodyWith = (body: Json | undefined, sent: ExampleBody): Json => ({
  ...(body ?? { description: 'As it was sent; the documents do not show this body.' }),
  content: contentWith(body?.['content'], sent, 'sent'),
})

/** Content with the example under its media type; where the documents show no content, it stands as what one platform answered. */
function contentWith(content: unknown, { type, value }: ExampleBody, name: string): Json {
  const all: Json = isObject(content) ? { ...content } : {}
  const key = type in all ? type : '*/*' in all ? '*/*' : undefined
  const media = (key === undefined ? {} : all[key]) as Json
  const examples = { ...(isObject(media['examples']) ? media['examples'] : {}) }
  const isShown = key !== undefined && media['schema'] !== undefined
  examples[name] = { ...(isShown || name === 'sent' ? {} : { summary: notShown }), value }
  all[key ?? type] = { ...media, examples }
  return all
}

const parameterWith = (parameter: unknown, example: Example | undefined): unknown =>
  isObject(parameter) && example && String(parameter['name']) in example.parameters
    ? { ...parameter, example: example.parameters[String(parameter['name'])] }
    : parameter

/** Shared parameters, each with a value that occurred. */
export const sharedWithExamples = (parameters: Json, examples: readonly Example[]): Json =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [
      name,
      parameterWith(
        parameter,
        examples.find(({ parameters: seen }) => isObject(parameter) && String(parameter['name']) in seen),
      ),
    ]),
  )

function resolvedComponent(value: unknown, components: Readonly<Record<string, Json>>): Json {
  return resolved(value, '', { '': { components } }).value
}
