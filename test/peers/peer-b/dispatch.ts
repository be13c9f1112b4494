import type { Answer, Call } from '../http.ts'
import { onlyMethods, Refusal } from '../http.ts'
import type { Row, Values } from '../peer/model.ts'
import type { Context, Place } from './context.ts'
import { forbidden, headerOf, invalid, isObject, jsonOf, missing, momentOf, textIn } from './context.ts'

const headers = ['X-Account-ID', 'X-Account-Name', 'X-Client-ID', 'X-Client-Version', 'X-Company-ID', 'X-Company-Name']
/** Choice: a partner has a quarter of an hour; after it neither accepting nor rejecting is allowed, and nothing else happens. */
const countdown = 15 * 60 * 1000
/** Choice: what is answered with 202 is done a moment later, or when the next command comes. */
const delay = 30
const perPage = 25

export function createDispatch(context: Context) {
  const { state, privileged, placed, holderOf, placeOf } = context
  let due: (() => void)[] = []
  const settle = (): void => {
    const now = due
    due = []
    for (const one of now) one()
  }
  const later = (work: () => void): void => {
    due.push(work)
    setTimeout(settle, delay).unref()
  }

  const activityOf = ({ records }: Place, id: unknown): Row => {
    const row = records.table('Activity').get(String(id))
    if (row === undefined) throw missing('activity')
    return row
  }
  const assignmentsOf = ({ records }: Place): Row[] => [...records.table('ServiceAssignment').values()]
  const statusOf = (row: Row) => row.values['partnerDispatchingStatus'] ?? null

  /** The assignment an activity is planned with. */
  function planned(place: Place, activityId: unknown): Row {
    const row = assignmentsOf(place).find(({ values }) => values['activity'] === activityId && values['partner'])
    if (row === undefined) throw missing('assignment')
    return row
  }

  /** Choice: a technician is a crowd technician by external id, or a person by id; anybody else is not found. */
  function technicianIn({ at, records }: Place, body: Values, name: string): string {
    const id = textIn(body, name)
    const known = state.technicians.some((one) => one.at === at && one.externalId === id)
    if (!known && !records.table('Person').has(id)) throw missing('technician')
    return id
  }

  const partnerOf = ({ holder }: Place): string => {
    const partner = holder.user?.manages
    if (partner === undefined) throw forbidden('Only for partner managers')
    return partner
  }
  const onlyOwner = ({ holder }: Place): void => {
    if (holder.user?.crowdOwner !== true) throw forbidden('Only for the crowd owner')
  }
  const told = (event: string, activityId: unknown): void => {
    state.events.push({ event, activityId: String(activityId), at: new Date().toISOString() })
  }

  /** Choice: an activity that is not in the state an action starts from is forbidden to it. */
  function inStatus(row: Row, wanted: string | null): Row {
    if (statusOf(row) !== wanted) throw forbidden(`The assignment is ${String(statusOf(row))}`)
    if (wanted === 'NOTIFIED' && (state.deadlines[row.id] ?? Infinity) < Date.now()) throw forbidden('Timed out')
    return row
  }

  /** Choice: an assignment of another partner is not found, as for the update. */
  function mine(place: Place, activityId: unknown): Row {
    const row = planned(place, activityId)
    if (row.values['partner'] !== partnerOf(place)) throw missing('assignment')
    return row
  }

  function set(place: Place, row: Row, values: Values): void {
    const now = place.records.table('ServiceAssignment').get(row.id)
    if (now !== undefined) place.records.write('ServiceAssignment', now, values)
  }
  function setActivity(place: Place, row: Row, values: Values): void {
    const now = place.records.table('Activity').get(String(row.values['activity']))
    if (now !== undefined) place.records.write('Activity', now, values)
  }

  function accept(place: Place, activityId: string, technician: string): void {
    const row = inStatus(mine(place, activityId), 'NOTIFIED')
    // Choice: accepting ends the plan that the activity itself shows; the assignment stays the partner's, for update and release.
    set(place, row, { partnerDispatchingStatus: 'ACCEPTED', technician })
    setActivity(place, row, { partner: undefined })
    told('assignment-accepted', activityId)
  }

  /** Choice: of the two statuses of success, confirm, reject and accept give 201 without a body, notify and release 202 with a receipt. */
  function command(place: Place, name: string, body: Values): Answer {
    if (name === 'confirm' || name === 'notify') onlyOwner(place)
    else partnerOf(place)
    const activityId = textIn(body, 'activityId')
    // Choice: the technician's field is spelled as the table of each call has it.
    const technician = ['confirm', 'reject', 'accept'].includes(name) ? technicianIn(place, body, 'technicianid') : ''
    activityOf(place, activityId)
    const receipt: Answer = { status: 202, json: { activityId, requested: name } }
    if (name === 'confirm') {
      const row = inStatus(planned(place, activityId), null)
      set(place, row, { partnerDispatchingStatus: 'CONFIRMED', technician })
      told('assignment-confirmed', activityId)
      return { status: 201 }
    }
    if (name === 'notify') {
      const row = inStatus(planned(place, activityId), 'CONFIRMED')
      later(() => {
        set(place, row, { partnerDispatchingStatus: 'NOTIFIED' })
        state.deadlines[row.id] = Date.now() + countdown
        told('partner-notified', activityId)
      })
      return receipt
    }
    if (name === 'accept') {
      accept(place, activityId, technician)
      return { status: 201 }
    }
    if (name === 'reject') {
      const row = inStatus(mine(place, activityId), 'NOTIFIED')
      set(place, row, { partnerDispatchingStatus: undefined, partner: undefined, technician: undefined })
      setActivity(place, row, { partner: undefined })
      told('assignment-rejected', activityId)
      return { status: 201 }
    }
    const row = inStatus(mine(place, activityId), 'ACCEPTED')
    later(() => {
      set(place, row, { state: 'RELEASED', released: true })
      setActivity(place, row, { status: 'OPEN', executionStage: 'EXECUTION', checkedout: false })
    })
    return receipt
  }

  function acceptBatch(place: Place, body: Values): Answer {
    partnerOf(place)
    const items = body['items']
    // Choice: none are as wrong as more than fifty.
    if (!Array.isArray(items) || items.length < 1 || items.length > 50) throw invalid('items')
    const results = items.map((item: unknown) => {
      const { activityId = null, technicianId = null } = isObject(item) ? item : {}
      const resource = { activityId, technicianId }
      try {
        if (!isObject(item)) throw invalid('item')
        const id = textIn(item, 'activityId')
        const technician = technicianIn(place, item, 'technicianId')
        activityOf(place, id)
        accept(place, id, technician)
        return { resource, status: 201 }
      } catch (refused) {
        if (!(refused instanceof Refusal)) throw refused
        const { error, error_description: detail } = refused.answer.json as Record<string, string>
        const { status } = refused.answer
        return { error: { detail, title: error, type: `urn:peer:dispatch:${error}` }, resource, status }
      }
    })
    // Choice: 201 without a body when all went well, 207 as soon as one did not, and even if none did.
    return results.every(({ status }) => status === 201)
      ? { status: 201 }
      : { status: 207, json: { hasErrors: true, results } }
  }

  const detail = (row: Row): Values => ({
    activityId: row.values['activity'],
    assignmentId: row.id,
    partnerDispatchingStatus: statusOf(row),
    technicianId: row.values['technician'] ?? null,
    responsible: row.values['responsible'] ?? null,
    startDateTime: row.values['startDateTime'] ?? null,
    endDateTime: row.values['endDateTime'] ?? null,
    state: row.values['state'] ?? null,
    released: row.values['released'] === true,
  })

  function list(call: Call, place: Place): Answer {
    const partner = partnerOf(place)
    // Choice: pages count from 1, up to a thousand, have 25 details, oldest first; without status both kinds are listed.
    const page = call.query.get('page') ?? '1'
    if (!/^\d{1,4}$/.test(page) || Number(page) < 1 || Number(page) > 1000) throw invalid('page')
    const status = call.query.get('partnerDispatchingStatus')
    if (status !== undefined && status !== 'NOTIFIED' && status !== 'ACCEPTED')
      throw invalid('partnerDispatchingStatus')
    const found = assignmentsOf(place).filter(
      (row) =>
        row.values['partner'] === partner &&
        (status === undefined ? ['NOTIFIED', 'ACCEPTED'].includes(String(statusOf(row))) : statusOf(row) === status),
    )
    const from = (Number(page) - 1) * perPage
    const shown = found.slice(from, from + perPage)
    // Choice: a page with nothing on it is not found.
    if (shown.length === 0) throw missing('assignment')
    return {
      status: 200,
      json: { assignmentDetails: shown.map(detail), page: Number(page), more: from + perPage < found.length },
    }
  }

  function update(place: Place, activityId: string, body: Values): Answer {
    const row = inStatus(mine(place, activityId), 'ACCEPTED')
    const responsible = technicianIn(place, body, 'responsible')
    const [start, end] = [momentOf(body['startDateTime']), momentOf(body['endDateTime'])]
    if (!(start < end)) throw invalid('startDateTime and endDateTime')
    const times = { startDateTime: new Date(start).toISOString(), endDateTime: new Date(end).toISOString() }
    // Choice: the first update of an assignment makes its details, 201; further ones change them, 200.
    const first = row.values['responsible'] === undefined
    set(place, row, { ...times, responsible })
    setActivity(place, row, times)
    const now = place.records.table('ServiceAssignment').get(row.id)
    return { status: first ? 201 : 200, json: detail(now ?? row) }
  }

  function answer(call: Call, path: readonly string[]): Answer {
    const at = path.join('/')
    const action = /^api\/partner-dispatch\/v1\/(confirm|notify|reject|accept|accept\/batch|release)$/.exec(at)?.[1]
    const details = path.length <= 4 && path.slice(0, 3).join('/') === 'api/v1/assignment-details'
    if (action === undefined && !details) throw missing('path')
    onlyMethods(call, action !== undefined ? 'POST' : path.length === 3 ? 'GET' : 'PUT')
    const place = placed(call, privileged(call, 'SUPERUSER'), headers)
    if (call.method === 'GET') return list(call, place)
    settle()
    if (action === undefined) return update(place, path[3] ?? '', jsonOf(call))
    return action === 'accept/batch' ? acceptBatch(place, jsonOf(call)) : command(place, action, jsonOf(call))
  }

  /**
   * Unofficial: POST /peer/plan {activityId, partner} plans an activity to a partner, for any token of the account;
   * GET /peer/events lists the business events. The company is that of the header X-Company-Name, else the first.
   */
  function unofficial(call: Call, path: readonly string[]): Answer {
    const holder = holderOf(call)
    if (path.join('/') === 'events') return { status: 200, json: state.events }
    if (path.join('/') !== 'plan') throw missing('path')
    onlyMethods(call, 'POST')
    const name = headerOf(call, 'x-company-name') || (call.query.get('company') ?? context.companiesOf(holder)[0]?.name)
    const place = placeOf(holder, holder.account, name ?? '')
    const body = jsonOf(call)
    const partner = textIn(body, 'partner')
    const { id } = activityOf(place, textIn(body, 'activityId'))
    settle()
    const old = assignmentsOf(place).find(({ values }) => values['activity'] === id)
    const fresh = { partnerDispatchingStatus: undefined, technician: undefined, state: undefined, released: undefined }
    const row = place.records.write('ServiceAssignment', old, { ...fresh, activity: id, partner })
    setActivity(place, row, { partner })
    return { status: 201, json: { assignmentId: row.id, activityId: id, partner } }
  }

  return { answer, unofficial }
}
