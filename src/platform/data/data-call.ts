import { authenticate, isRefusal, supposed, type Caller } from '../caller.ts'
import type { House } from '../house.ts'
import type { Call } from '../interface.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { WayIn } from '../rulebook/people.ts'
import { within, type Store } from '../store/store.ts'
import type { Action } from '../world/types.ts'
import { answerOf } from './answer-of.ts'
import { dtoAskedFor, type Dto } from './dto.ts'
import { refusal } from './refusal.ts'
import type { Resource } from './resource.ts'
import type { Reply } from './step.ts'
import { storeOf } from './stores.ts'

/** A request to the Data API: the parts that every operation needs. */
export interface DataCall {
  readonly call: Call
  readonly house: House
  readonly caller: Caller
  readonly resource: Resource
  readonly dto: Dto
  readonly store: Store
  /** The record is an element of a list in the body. */
  readonly inBulk?: true
}

/** Whether a call is a part of a batch, or stands alone. */
export const wayOf = ({ journal }: Call): WayIn => (journal ? 'batch' : 'data')

const isReply = (value: object): value is Reply => 'status' in value

export interface Asks {
  readonly action: Action
  /** The resource, if the path does not name it. */
  readonly resource?: string
  /** Whether dtos names a version of the resource; otherwise the newest one is used. */
  readonly ofDto?: boolean
}

/** Validates token, context, resource, dtos and permission, then runs the operation. */
export async function dataCall(
  call: Call,
  house: House,
  asks: Asks,
  operation: (data: DataCall) => Reply | Promise<Reply> | PlatformResponse,
): Promise<PlatformResponse> {
  const caller = authenticate(call, house, { room: 'data', company: true })
  if (isRefusal(caller)) {
    const other = house.rules.bearer.actsAnyway(call.operation) ? supposed(call, house, true) : caller
    if (!isRefusal(other)) await operationReply(call, house, other, asks, operation)
    return caller
  }
  const reply = await operationReply(call, house, caller, asks, operation)
  return isResponse(reply) ? reply : answerOf(reply)
}

const lists = ({ request, params }: Call): boolean =>
  request.method === 'GET' && Object.keys(params).length === 1 && !/\/deleted(\?|$)/.test(request.target)

const denied = (status: number, action: Action, name: string): Reply =>
  status < 300 ? { status, body: { data: [] } } : refusal(status, 'CA-403', `no permission to ${action} ${name}`)

const isResponse = (reply: Reply | PlatformResponse): reply is PlatformResponse => Buffer.isBuffer(reply.body)

function operationReply(
  call: Call,
  house: House,
  caller: Caller,
  { action, resource: fixed, ofDto = true }: Asks,
  operation: (data: DataCall) => Reply | Promise<Reply> | PlatformResponse,
): Reply | Promise<Reply> | PlatformResponse {
  const { rules } = house
  if (!rules.data.acceptsClientIdentifier(call.query.get('clientIdentifier'), call.operation))
    return refusal(400, 'CA-400', 'clientIdentifier is missing or not accepted')
  const name = fixed ?? call.params['resource'] ?? ''
  const resource = house.world.resources.get(name)
  if (!resource) {
    const status = rules.data.unknownResource()
    return status < 300 ? { status, body: { data: [] } } : refusal(status, 'CA-404', `there is no resource ${name}`)
  }
  const dto = ofDto
    ? dtoAskedFor(resource, call.query.get('dtos'), { isRead: action === 'read', operation: call.operation }, house)
    : dtoAskedFor(resource, `${resource.name}.${resource.newest}`, { isRead: true, operation: call.operation }, house)
  if (isReply(dto)) return dto
  if (caller.user && caller.user.permissions(resource.name, action, wayOf(call), call.operation) === 'NONE')
    return denied(rules.data.forbidden(lists(call)), action, resource.name)
  const store = storeOf(caller, house, call.operation)
  return operation({ call, house, caller, resource, dto, store: call.journal ? within(call.journal, store) : store })
}
