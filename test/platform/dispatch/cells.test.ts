import { describe, expect, test } from 'vitest'
import { cells, effects, ownerOf, statusIn, type Action, type Cell, type Role } from '../../../src/dispatch/machine.ts'
import { createPlatform, type Platform } from '../../../src/platform/platform.ts'
import { send } from '../access/wire.ts'
import { fieldOf, type Ask } from './wire.ts'

const at = '/cloud-partner-dispatch-service/api/partner-dispatch/v1'
const details = { startDateTime: '2026-12-01T08:00:00Z', endDateTime: '2026-12-01T09:00:00Z', responsible: 'somebody' }
const technicianid = 'TECH'

const act = (ask: Ask, action: Action, activityId: string) =>
  action === 'update'
    ? ask('PUT', `/cloud-partner-dispatch-service/api/v1/assignment-details/${activityId}`, details)
    : action === 'batch-accept'
      ? ask('POST', `${at}/accept/batch`, { items: [{ activityId, technicianId: technicianid }] })
      : ask('POST', `${at}/${action}`, { activityId, technicianid })

interface Desk {
  readonly platform: Platform
  readonly asks: Readonly<Record<Role, Ask>>
}

async function desk(): Promise<Desk> {
  const platform = createPlatform({ now: Date.UTC(2026, 10, 21, 9) })
  const [owner, partner, other] = [
    await fieldOf(platform, 'crowd-owner'),
    await fieldOf(platform, 'partner'),
    await fieldOf(platform, 'partner-2'),
  ]
  return { platform, asks: { owner, partner, other } }
}

/** A new activity, led to a state by calls of the documents alone. */
async function led({ platform, asks }: Desk, { state }: Cell): Promise<string> {
  const plannedTo = state === 'unplanned' ? null : 'acme/partner'
  const body = JSON.stringify({ plannedTo })
  const { json } = await send(platform, '/fieldproof/activities', { method: 'POST', body })
  const activityId = String(json['activityId'])
  const way: Readonly<Record<Cell['state'], readonly Action[]>> = {
    planned: [],
    unplanned: [],
    confirmed: ['confirm'],
    notified: ['confirm', 'notify'],
    late: ['confirm', 'notify'],
    accepted: ['confirm', 'notify', 'accept'],
    rejected: ['confirm', 'notify', 'reject'],
    released: ['confirm', 'notify', 'accept', 'release'],
  }
  for (const action of way[state]) expect((await act(asks[ownerOf(action)], action, activityId)).status).toBe(201)
  if (state === 'late') platform.clock.advance(31 * 60_000)
  return activityId
}

const shown = async ({ platform }: Desk, activityId: string) =>
  (await send(platform, `/fieldproof/activities/${activityId}`)).json as {
    assignment: Record<string, unknown>
    activity: Record<string, unknown>
  }

const named = ({ state, action, role }: Cell): string => `${state} x ${action} x ${role}`

describe.each(['moves', 'refused', 'idle'] as const)('cells of the machine that are %s', (is) => {
  const all = cells.filter((cell) => cell.is === is).map((cell) => [named(cell), cell] as const)

  test.each(all)('%s', async (_name, cell) => {
    const room = await desk()
    const activityId = await led(room, cell)
    const before = await shown(room, activityId)
    expect(before.assignment['partnerDispatchingStatus']).toBe(statusIn[cell.state])
    const answer = await act(room.asks[cell.role], cell.action, activityId)
    const after = await shown(room, activityId)
    if (is !== 'moves') {
      expect(after).toEqual(before)
      if (cell.action === 'batch-accept' && answer.status === 207) expect(answer.json['hasErrors']).toBe(true)
      else expect([400, 403, 404, 409]).toContain(answer.status)
      if (is === 'refused' && cell.statement === 'B-DSP-13') expect(answer.status).toBe(403)
      return
    }
    const { status, assignment = {}, activity = {} } = effects[cell.action]
    expect(answer.status).toBe(cell.action === 'update' ? 200 : 201)
    expect(after.assignment).toMatchObject({ partnerDispatchingStatus: status, ...assignment })
    expect(after.activity).toMatchObject(activity)
    if (cell.action === 'update') expect(after.assignment).toMatchObject(details)
  })
})

test('every cell is decided, or left open by a sentence', () => {
  expect(cells.filter(({ is }) => is === 'open')).toHaveLength(25)
  expect(cells.filter(({ is }) => is === 'moves')).toHaveLength(7)
  expect(cells).toHaveLength(8 * 7 * 3)
})
