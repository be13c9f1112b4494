import { operationName, type Json } from './references.ts'

/** What an answer leads to: an operation, and where its parameters are found. */
export interface Link {
  readonly from: string
  readonly to: string
  readonly says: string
  /** Parameters of `to`, as OpenAPI's runtime expressions. */
  readonly parameters: Readonly<Record<string, string>>
}

/** Adds the links of an operation to its success. */
export function withLinks(operation: Json, links: readonly Link[]): Json {
  const mine = links.filter(({ from }) => from === operation['x-operation'])
  if (mine.length === 0) return operation
  const responses = operation['responses'] as Record<string, Json>
  const success = Object.keys(responses).find((status) => status.startsWith('2')) ?? 'default'
  const found = mine.map(({ to, says, parameters }) => [
    operationName(to),
    { operationId: operationName(to), description: says, parameters },
  ])
  return {
    ...operation,
    responses: { ...responses, [success]: { ...responses[success], links: Object.fromEntries(found) } },
  }
}
