import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { ScimOperation } from '../rulebook/scim.ts'
import type { UserOperation } from '../rulebook/user.ts'
import { ScimRefused, type ScimCall } from '../scim/scim-call.ts'
import type { UserCall } from '../user/user-call.ts'

export type PeopleFields = Readonly<Record<string, unknown>>
type Asked = Pick<ScimCall, 'call'>
type Turn<Call> = (asked: Call, handle: (asked: Call) => PlatformResponse) => PlatformResponse

/** Carries out some operations of the SCIM API in another way. */
export const scimTurn = (
  id: string,
  breaks: Fault['breaks'],
  operations: readonly ScimOperation[],
  says: string,
  turn: Turn<ScimCall>,
): Fault => ({
  id,
  breaks,
  says,
  seam: {
    people: {
      scim: (asked, handle) => (operations.includes(asked.operation) ? turn(asked, handle) : handle(asked)),
    },
  },
})

/** Carries out some operations of the User API in another way. */
export const userTurn = (
  id: string,
  breaks: Fault['breaks'],
  operations: readonly UserOperation[],
  says: string,
  turn: Turn<UserCall>,
): Fault => ({
  id,
  breaks,
  says,
  seam: {
    people: {
      user: (asked, handle) => (operations.includes(asked.operation) ? turn(asked, handle) : handle(asked)),
    },
  },
})

/** What was sent, if it is a JSON object. */
export function sentWith({ call }: Asked): PeopleFields {
  try {
    const value: unknown = JSON.parse(call.request.body.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as PeopleFields) : {}
  } catch {
    return {}
  }
}

/** The call with another body. */
export const sending = <Call extends Asked>(asked: Call, body: unknown): Call => ({
  ...asked,
  call: { ...asked.call, request: { ...asked.call.request, body: Buffer.from(JSON.stringify(body)) } },
})

/** The call with another id in its path. */
export const naming = <Call extends Asked>(asked: Call, params: PeopleFields): Call => ({
  ...asked,
  call: { ...asked.call, params: { ...asked.call.params, ...(params as Record<string, string>) } },
})

/** The same answer with another JSON object in it; anything but a success stays as it is. */
export function telling(response: PlatformResponse, change: (value: PeopleFields) => unknown): PlatformResponse {
  if (response.status >= 300 || response.body.length === 0) return response
  const value = JSON.parse(response.body.toString('utf8')) as PeopleFields
  return { ...response, body: Buffer.from(JSON.stringify(change(value))) }
}

export const elementsIn = (value: unknown): readonly PeopleFields[] =>
  Array.isArray(value) ? (value as PeopleFields[]) : []

/** The list of a ListResponse with other resources. */
export const listing = (
  response: PlatformResponse,
  change: (all: readonly PeopleFields[]) => readonly PeopleFields[],
) =>
  telling(response, (list) => {
    const all = change(elementsIn(list['Resources']))
    return { ...list, Resources: all, totalResults: all.length, itemsPerPage: all.length }
  })

/** The page of users with other content. */
export const paging = (
  response: PlatformResponse,
  change: (content: readonly PeopleFields[]) => readonly PeopleFields[],
) => telling(response, (page) => ({ ...page, content: change(elementsIn(page['content'])) }))

export const refusing = (status: number): never => {
  throw new ScimRefused(status, undefined, 'refused')
}

/** A memory of a fault, one per platform. */
export const memoryOf = <State>(make: () => State) => {
  const of = perHouse(make)
  return ({ house }: Pick<ScimCall, 'house'>): State => of(house)
}
