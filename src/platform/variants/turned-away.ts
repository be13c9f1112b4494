import type { PlatformRequest, PlatformResponse, WireFilter } from '../http/message.ts'

/** Calls of some kind get this answer before anything is looked at. */
export const turningAway = (when: (request: PlatformRequest) => boolean, answer: PlatformResponse): WireFilter => ({
  request: (request) => (when(request) ? { ...request, target: '/nowhere' } : request),
  response: (response, request) => (when(request) ? answer : response),
})

/** Several filters as one. */
export const inTurn = (...filters: readonly WireFilter[]): WireFilter => ({
  request: (request) => filters.reduce((sent, { request: filter }) => filter?.(sent) ?? sent, request),
  response: (response, request, now) =>
    filters.reduce((told, { response: filter }) => filter?.(told, request, now) ?? told, response),
})

export const isFieldList = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The JSON object in a body; without members if there is none. */
export function objectSent({ body }: Pick<PlatformRequest, 'body'>): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return isFieldList(value) ? value : {}
  } catch {
    return {}
  }
}
