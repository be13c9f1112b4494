import { authenticate, isRefusal } from '../caller.ts'
import type { House } from '../house.ts'
import { textAnswer, empty } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { Call } from '../interface.ts'
import { peopleFor } from '../people/reach.ts'
import type { People } from '../people/store.ts'
import type { ScimOperation } from '../rulebook/scim.ts'
import type { Account } from '../world/types.ts'

/** A call of the SCIM API after its token, privileges and media type were looked at. */
export interface ScimCall {
  readonly call: Call
  readonly house: House
  readonly operation: ScimOperation
  readonly account: Account
  readonly people: People
  /** Address of the interface, as the caller wrote it. */
  readonly base: string
}

/** A refusal, thrown out of a write before anything is stored. */
export class ScimRefused extends Error {
  override readonly name = 'ScimRefused'
  constructor(
    readonly status: number,
    readonly scimType: string | undefined,
    detail: string,
  ) {
    super(detail)
  }
}

export function answered(
  { house }: Pick<ScimCall, 'house'>,
  status: number,
  body: unknown,
  headers: PlatformResponse['headers'] = [],
): PlatformResponse {
  return status === 204
    ? empty(204, headers)
    : textAnswer(status, house.rules.scim.mediaType(), JSON.stringify(body), headers)
}

/** Opens a call, handles it, and turns a refusal into its answer. */
export const handling =
  (operation: ScimOperation, handle: (asked: ScimCall) => PlatformResponse) =>
  (call: Call, house: House): PlatformResponse => {
    const { scim, privilege } = house.rules
    const refused = (status: number, scimType: string | undefined, detail: string) =>
      answered({ house }, status, scim.error(status, scimType, detail))
    if (!scim.serves(operation)) return refused(404, undefined, 'there is nothing at this path')
    const caller = authenticate(call, house, { room: 'scim', company: false })
    if (isRefusal(caller)) return caller
    const isAboutSelf = caller.user !== undefined && caller.user.id === call.params['userId']
    if (!privilege.serves('scim', caller.user?.privileges ?? [], caller.login, operation, isAboutSelf))
      return refused(privilege.status('scim'), undefined, 'ADMINISTRATOR or SUPERUSER privileges are needed')
    if (call.request.body.length > 0 && !scim.takesType(call.header('Content-Type')))
      return refused(415, undefined, 'the body must be application/scim+json')
    const { target, origin } = call.request
    const base = `${origin}${target.slice(0, target.search(/\/(?:Users|Groups)\b/))}`
    try {
      return house.seams.people.scim(
        {
          call,
          house,
          operation,
          account: caller.account,
          people: peopleFor(house, caller.account, call.operation),
          base,
        },
        handle,
      )
    } catch (error) {
      if (error instanceof ScimRefused) return refused(error.status, error.scimType, error.message)
      throw error
    }
  }

export type ScimBody = Readonly<Record<string, unknown>>

export const isScimObject = (value: unknown): value is ScimBody =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The body with its attributes under the names that the RFC spells: they are matched in any letter case (RFC 7643, 2.1). */
export function bodyOf({ call }: ScimCall, names: readonly string[]): ScimBody {
  let value: unknown
  try {
    value = JSON.parse(call.request.body.toString('utf8'))
  } catch {
    throw new ScimRefused(400, 'invalidSyntax', 'the body is not JSON')
  }
  if (!isScimObject(value)) throw new ScimRefused(400, 'invalidSyntax', 'the body is no JSON object')
  return spelled(value, names)
}

export const spelled = (value: ScimBody, names: readonly string[]): ScimBody =>
  Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      names.find((name) => name.toLowerCase() === key.toLowerCase()) ?? key,
      inner,
    ]),
  )

export function demandSchema(sent: ScimBody, urn: string, { house, operation }: ScimCall): void {
  const schemas = sent['schemas']
  const names =
    Array.isArray(schemas) && schemas.some((one) => typeof one === 'string' && one.toLowerCase() === urn.toLowerCase())
  if (!names && house.rules.scim.requires('schemas', operation))
    throw new ScimRefused(400, 'invalidValue', `schemas must name ${urn}`)
}

/** The id in a path; undefined if it is none. */
export const idIn = (raw: string | undefined): number | undefined =>
  raw !== undefined && /^\d{1,15}$/.test(raw) ? Number(raw) : undefined

/** One page of a list (RFC 7644, 3.4.2.4). */
export function listed({ call, house }: ScimCall, resources: readonly unknown[]): PlatformResponse {
  const { scim } = house.rules
  const number = (name: string, otherwise: number) => {
    const text = call.query.get(name) ?? ''
    return /^-?\d{1,9}$/.test(text) ? Number(text) : otherwise
  }
  const start = Math.max(1, number('startIndex', 1))
  const most = scim.pageSize()
  const count = Math.min(most, Math.max(0, number('count', most)))
  const shown = resources.slice(start - 1, start - 1 + count)
  return answered({ house }, 200, scim.list(shown, resources.length, start))
}
