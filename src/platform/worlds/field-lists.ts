import { everyTechnician } from '../crowd/technicians.ts'
import { assignmentOf, plan, timeoutMs } from '../dispatch/assignments.ts'
import { askedOf, isWell, jsonIn, type Json } from '../faults/passing.ts'
import { elementsIn } from '../faults/people-kinds.ts'
import type { House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import type { Passage } from '../seams/passage.ts'
import { fieldRow } from '../variants/field-forms.ts'

const pagesAtMost = 1000

const page = (rows: readonly unknown[], at: number, size: number): Json => {
  const results = rows.slice(at * size, (at + 1) * size)
  const totalPages = Math.ceil(rows.length / size)
  return {
    first: at === 0,
    last: at + 1 >= totalPages,
    number: at,
    size,
    results,
    numberOfElements: results.length,
    totalElements: rows.length,
    totalPages,
  }
}

/** A whole number that was asked for; nothing else is one. */
const wholeIn = (query: URLSearchParams, name: string, otherwise: number): number =>
  /^\d+$/.test(query.get(name) ?? '') ? Number(query.get(name)) : otherwise

/** Every row of a list, read page by page, or the refusal. */
async function allRows(
  request: PlatformRequest,
  go: Passage,
  queryOf: (at: number) => string,
): Promise<Json[] | PlatformResponse> {
  const rows: Json[] = []
  for (let at = 0; at < pagesAtMost; at += 1) {
    const answer = await go({ ...request, target: `${askedOf(request).path}?${queryOf(at)}` })
    if (!isWell(answer)) return answer
    const body = jsonIn(answer) ?? {}
    rows.push(...elementsIn(body['results']))
    if (at + 1 >= Number(body['totalPages'])) break
  }
  return rows
}

/** Assignments by a list of statuses; who was notified and let the time pass is told as TIMEOUT. */
async function assignmentsBy(states: readonly string[], request: PlatformRequest, go: Passage, house: House) {
  const rows = await allRows(request, go, (at) => `page=${at}`)
  if (!Array.isArray(rows)) return rows
  const told = rows.map((row) => {
    const shown = fieldRow(row)
    const found = assignmentOf(house, String((row['activity'] as Json | undefined)?.['id']))
    const isLate = found?.status === 'NOTIFIED' && house.clock.now() - found.notifiedAt >= timeoutMs
    return isLate ? { ...shown, serviceAssignmentStatus: 'TIMEOUT' } : shown
  })
  const found = told.filter((row) => states.includes(String(row['serviceAssignmentStatus'])))
  return json(200, page(found, wholeIn(askedOf(request).query, 'page', 0), 20))
}

const filters = ['name', 'externalId', 'inactive'] as const

/** Technicians by a part of a name, by external id, and by whether they are inactive. */
async function techniciansBy(request: PlatformRequest, go: Passage, house: House): Promise<PlatformResponse> {
  const { query } = askedOf(request)
  const rows = await allRows(request, go, (at) => `Page=${at}&Size=1000`)
  if (!Array.isArray(rows)) return rows
  const known = new Map(everyTechnician(house).map(([, one]) => [one.externalId, one.fields]))
  const shown = rows.map((row): Json => {
    const { inactive = false, crowdType = 'PARTNER_TECHNICIAN' } = known.get(String(row['externalId'])) ?? {}
    return { ...row, inactive, crowdType }
  })
  const found = shown.filter((row) => {
    const name = `${String(row['firstName'])} ${String(row['lastName'])}`.toLowerCase()
    return (
      name.includes((query.get('name') ?? '').toLowerCase()) &&
      (query.get('externalId') ?? row['externalId']) === row['externalId'] &&
      (query.get('inactive') ?? String(row['inactive'])) === String(row['inactive'])
    )
  })
  return json(200, page(found, wholeIn(query, 'Page', 0), Math.max(1, wholeIn(query, 'Size', 20))))
}

/** Gives an accepted activity back, and plans another one in its place. */
async function handOver(request: PlatformRequest, go: Passage, house: House): Promise<PlatformResponse> {
  const released = await go({ ...request, target: request.target.replace('/handover', '/release') })
  const activityId = jsonIn(request)?.['activityId']
  const was = isWell(released) && typeof activityId === 'string' ? assignmentOf(house, activityId) : undefined
  if (!was) return released
  const { account, company, partner, plannedAs } = was
  return json(200, { newActivityId: plan(house, { account, company, partner, plannedAs }).activityId })
}

/** What only clients in the field ask for, of a call that is translated else; undefined for any other. */
export function fieldAnswer(
  request: PlatformRequest,
  go: Passage,
  house: House,
): Promise<PlatformResponse> | undefined {
  const { method, path, query } = askedOf(request)
  const states = query.get('serviceAssignmentState')
  if (method === 'GET' && path.endsWith('/assignment-details') && states !== null)
    return assignmentsBy(states.split(','), request, go, house)
  if (method === 'GET' && path.endsWith('/technicians') && filters.some((name) => query.has(name)))
    return techniciansBy(request, go, house)
  if (method === 'POST' && path.endsWith('/partner-dispatch/v1/handover')) return handOver(request, go, house)
  return undefined
}
