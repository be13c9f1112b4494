import { isObject } from '../exchange/json.ts'
import { activitiesMeant, dispatchActionOf } from './dispatch-call.ts'
import type { Out } from './finding.ts'
import type { MakeMonitor } from './monitor.ts'
import { precedes, type Moment, type Observed } from './observed.ts'

/** Others may have moved an activity that was read longer ago than this, in milliseconds. */
const lately = 5 * 60_000
const activitiesAtMost = 500

/** The statement of each action whose technician or state is judged; of the others only what they leave. */
const actions: Readonly<Record<string, string>> = {
  'dispatch/update': 'B-DSP-04',
  'dispatch/confirm': 'B-DSP-06',
  'dispatch/reject': 'B-DSP-08',
  'dispatch/accept': 'B-DSP-09',
  'dispatch/accept-batch': 'B-DSP-11',
}

interface Life {
  /** The last that was seen of it: in the list of those notified, notified by this client itself, or rejected by this traffic. */
  readonly seen: { readonly is: 'notified' | 'rejected'; readonly moment: Moment; readonly client?: string }
  /** An update that was refused since. */
  refused?: Moment
}

/**
 * What callers of partner dispatching did against what they had been told: an update of what they know not to be accepted (B-DSP-04), and the
 * technician spelt as another call has it where that was refused.
 */
export const callerDispatch: MakeMonitor = () => {
  const lives = new Map<string, Life>()
  return {
    name: 'caller-dispatch',
    side: 'client',
    statements: Object.values(actions),
    see({ observed, out }) {
      const { reading, moment, status } = observed
      const { id } = reading.match.operation
      if (reading.match.operation.interface !== 'dispatch') return
      const statement = actions[id]
      if (statement !== undefined) judgeSpelling(statement, observed, out)
      const place = observed.place.split(' ', 1)[0] ?? ''
      if (id === 'dispatch/list') {
        if (status === 200 && reading.query('partnerDispatchingStatus') === 'NOTIFIED')
          for (const activity of idsIn(reading.text)) note(`${place} ${activity}`, { seen: { is: 'notified', moment } })
        return
      }
      const action = dispatchActionOf[id]
      for (const named of action === undefined ? [] : activitiesMeant(action, observed)) {
        const activity = named.toLowerCase()
        const key = `${place} ${activity}`
        const life = lives.get(key)
        if (id === 'dispatch/update') {
          if (life) judgeUpdate(life, observed, out)
          continue
        }
        // That it is accepted now proves that it was notified until then.
        if (id === 'dispatch/accept' && status === 201 && life?.seen.is === 'notified' && life.refused)
          tell(out, life, life.refused, 'of one that is NOTIFIED, and was accepted only later')
        if (life?.seen.is === 'rejected' && isRefused(activity, observed)) continue
        lives.delete(key)
        // The crowd owner's calls tell the partner's only where one client makes both.
        const client = clientOf(observed)
        if (id === 'dispatch/notify' && status === 201 && client !== undefined)
          note(key, { seen: { is: 'notified', moment, client } })
        if (id === 'dispatch/reject' && status === 201) note(key, { seen: { is: 'rejected', moment } })
      }
    },
  }

  function note(key: string, life: Life): void {
    lives.delete(key)
    lives.set(key, life)
    if (lives.size > activitiesAtMost) lives.delete(lives.keys().next().value as string)
  }

  function judgeUpdate(life: Life, observed: Observed, out: Out): void {
    const { seen } = life
    const { moment, status } = observed
    if (seen.client !== undefined && seen.client !== clientOf(observed)) return
    if (!precedes(seen.moment, moment) || moment.sentAt - seen.moment.answeredAt > lately) return
    out.assert('B-DSP-04')
    if (status !== 400 && status !== 404 && status !== 409 && status !== 422) return
    if (seen.is === 'rejected') tell(out, life, moment, 'of one that this caller rejected')
    else life.refused ??= moment
  }
}

const clientOf = ({ reading }: Observed): string | undefined => reading.requestHeader('x-client-id')

function tell(out: Out, { seen }: Life, update: Moment, actual: string): void {
  out.find({
    statement: 'B-DSP-04',
    side: 'client',
    expected: 'an update of an activity that is ACCEPTED',
    actual: `${actual}, which was refused`,
    exchanges: [seen.moment.ref, update.ref],
  })
}

/** The spelling of the other call is as good where it is read (B-DSP-22): not where it was refused as malformed. */
function judgeSpelling(statement: string, { reading, status, moment }: Observed, out: Out): void {
  const body = reading.requestJson
  if (status !== 400 || !isObject(body)) return
  const isBatch = statement === 'B-DSP-11'
  const [due, sent] = isBatch ? ['technicianId', 'technicianid'] : ['technicianid', 'technicianId']
  const items = isBatch && Array.isArray(body['items']) ? body['items'].filter(isObject) : isBatch ? [] : [body]
  if (statement === 'B-DSP-04') return
  if (items.some((item) => sent in item && !(due in item)))
    out.find({
      statement,
      side: 'client',
      expected: `the technician is sent as ${due}`,
      actual: `${sent}, which was refused`,
      exchanges: [moment.ref],
    })
}

/** Whether a trigger was refused for an activity, alone or as an item. */
function isRefused(activity: string, { reading, status }: Observed): boolean {
  if (status !== 207) return status >= 400 && status < 500
  const results = isObject(reading.json) ? reading.json['results'] : undefined
  return (Array.isArray(results) ? results : []).some(
    (result) =>
      isObject(result) &&
      isObject(result['resource']) &&
      String(result['resource']['activityId']).toLowerCase() === activity &&
      Number(result['status']) >= 400,
  )
}

/** The body of the list is not shown: activities stand in it by their ids, whatever the form. */
const idsIn = (text: string): string[] =>
  (text.length > 1_000_000 ? '' : text)
    .match(/\b[\da-f]{32}\b|\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi)
    ?.map((id) => id.toLowerCase()) ?? []
