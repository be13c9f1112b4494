import type { Fault } from '../deviation.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { dispatchRules } from '../rulebook/dispatch.ts'
import { answering, withStatus, type Seen } from './edits.ts'

const { crowd } = crowdRules
const { dispatch } = dispatchRules

interface Room {
  readonly name: 'crowd' | 'dispatch'
  readonly breaks: string
  readonly isGiven: typeof crowd.isGiven
}

const rooms: Readonly<Record<Room['name'], Room>> = {
  crowd: { name: 'crowd', breaks: 'B-CRW-26', isGiven: crowd.isGiven },
  dispatch: { name: 'dispatch', breaks: 'B-DSP-26', isGiven: dispatch.isGiven },
}

const without = ({ isGiven }: Room, operation: string, header: string): typeof crowd.isGiven => {
  const free: typeof crowd.isGiven = (name, value, asked) =>
    (asked === operation && name === header) || isGiven(name, value, asked)
  return free
}

/** One call is served without one header. */
const served = (room: Room, does: string, operation: string, header: string): Fault => ({
  id: `${room.name}-${does}-needs-no-${header.toLowerCase()}`,
  breaks: [room.breaks],
  says: `The call ${operation} is served without ${header}.`,
  rule: { [room.name]: { isGiven: without(room, operation, header) } },
})

/** One call without X-Client-Version is refused, and done. */
const yetDone = (room: Room, does: string, operation: string, isOne: (seen: Seen) => boolean): Fault => ({
  id: `${room.name}-${does}-without-version-yet-done`,
  breaks: [room.breaks],
  says: `The call ${operation} is refused without X-Client-Version, and done.`,
  rule: { [room.name]: { isGiven: without(room, operation, 'X-Client-Version') } },
  wire: answering(
    (seen, { status }) => isOne(seen) && status < 300 && !seen.header('X-Client-Version'),
    () => withStatus(400, { title: 'Bad Request', detail: 'the header X-Client-Version is required' }),
  ),
})

const byAction = (['confirm', 'notify', 'release', 'update'] as const).flatMap((action): readonly Fault[] => [
  ...['X-Account-ID', 'X-Company-Name', ...(action === 'update' ? [] : ['X-Client-ID'])].map((header) =>
    served(rooms.dispatch, action, `dispatch-${action}`, header),
  ),
  yetDone(rooms.dispatch, action, `dispatch-${action}`, ({ method, path }) =>
    action === 'update'
      ? method === 'PUT' && path.includes('/api/v1/assignment-details/')
      : path.endsWith(`/partner-dispatch/v1/${action}`),
  ),
])

const crowdCalls = [
  ['create', 'crowd-create', 'X-Account-ID', 'X-Company-Name'],
  ['address-create', 'crowd-address-create', 'X-Account-Name', 'X-Client-ID'],
  ['address-read', 'crowd-address-get', 'X-Account-ID', 'X-Company-Id'],
  ['address-batch', 'crowd-address-batch', 'X-Client-Version', 'X-Company-Id'],
  ['skill', 'crowd-skill-get', 'X-Client-ID', 'X-Company-Name'],
] as const

/** One call each that lacks a header is served, or refused and done. */
export const fieldHeaderFaults: readonly Fault[] = [
  ...byAction,
  served(rooms.dispatch, 'batch-accept', 'dispatch-batch-accept', 'X-Account-ID'),
  served(rooms.dispatch, 'accept', 'dispatch-accept', 'X-Account-Name'),
  served(rooms.dispatch, 'list', 'dispatch-list', 'X-Client-Version'),
  served(rooms.dispatch, 'reject', 'dispatch-reject', 'X-Company-ID'),
  ...crowdCalls.flatMap(([does, operation, ...lacking]) =>
    lacking.map((header) => served(rooms.crowd, does, operation, header)),
  ),
  yetDone(
    rooms.crowd,
    'create',
    'crowd-create',
    ({ method, path }) => method === 'POST' && path.endsWith('/crowd/v2/technicians'),
  ),
]
