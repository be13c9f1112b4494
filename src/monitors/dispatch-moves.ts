import { effects, ownerOf, statusIn, type Action, type State } from '../dispatch/machine.ts'
import { isObject } from '../exchange/json.ts'
import { activitiesMeant, cellOf, dispatchActionOf, hasFailed, itemsOf, outcomeFor } from './dispatch-call.ts'
import type { Out } from './finding.ts'
import type { MakeMonitor } from './monitor.ts'
import { isCached, precedes, type Moment, type Observed } from './observed.ts'

/** What the traffic showed of one activity. */
interface Life {
  /** Where an answer left it, and the call that did; none where the traffic does not tell. */
  known?: { readonly state: State; readonly by: Moment }
  /** When the last call about it was over. */
  until: number
  /** The crowd owner's calls are in this traffic: else it may have been confirmed and notified anew, unseen. */
  ownerSeen: boolean
  /** Something was taken that may take effect at any later time (B-DSP-23). */
  pending: boolean
}

/** Planning is in no document: what others do with an activity unseen takes some time, in milliseconds. */
const shortly = 10_000
const livesAtMost = 300

/** Actions from states that they do not start from, and lists that show another state than the one just told (B-DSP-14, 21, 24, 25). */
export const dispatchMoves: MakeMonitor = () => {
  const lives = new Map<string, Life>()
  /** Places where somebody notifies by hand: elsewhere an automation of the crowd owner may notify what is confirmed, unseen. */
  const byHand = new Set<string>()
  const lifeOf = (key: string): Life => {
    const life = lives.get(key) ?? { until: 0, ownerSeen: false, pending: false }
    lives.delete(key)
    lives.set(key, life)
    if (lives.size > livesAtMost) lives.delete(lives.keys().next().value as string)
    return life
  }
  /** What is known of an activity when a call about it begins, as long as nothing else can have changed it. */
  const knownAt = ({ known, until, ownerSeen, pending }: Life, moment: Moment): Life['known'] =>
    known &&
    ownerSeen &&
    !pending &&
    until < moment.sentAt &&
    precedes(known.by, moment) &&
    moment.sentAt - known.by.answeredAt <= shortly
      ? known
      : undefined
  return {
    name: 'dispatch-moves',
    side: 'server',
    statements: ['B-DSP-14', 'B-DSP-21', 'B-DSP-24', 'B-DSP-25'],
    see({ observed, out }) {
      const { reading, moment } = observed
      const place = observed.place.split(' ', 1)[0] ?? ''
      if (reading.match.operation.id === 'dispatch/list') {
        for (const [key, life] of lives) {
          const known = key.startsWith(`${place} `) ? knownAt(life, moment) : undefined
          if (known) judgeList(key.slice(place.length + 1), known, observed, out)
        }
        return
      }
      const action = dispatchActionOf[reading.match.operation.id]
      if (action === undefined) return
      if (action === 'batch-accept') judgeFlag(observed, out)
      const subjects = activitiesMeant(action, observed)
      for (const id of new Set(subjects)) {
        const life = lifeOf(`${place} ${id}`)
        const known = knownAt(life, moment)
        const isWaiting =
          known?.state === 'confirmed' && action !== 'notify' && action !== 'update' && action !== 'release'
        if (known && (!isWaiting || byHand.has(place))) judgeMove(action, known, observed, out)
        const isFree = life.until < moment.sentAt
        const isOnce = subjects.filter((other) => other === id).length === 1
        const came = isFree && isOnce ? outcomeFor(id, action, observed) : 'unknown'
        if (action === 'notify' && (came === 'done' || came === 'later')) byHand.add(place)
        if (came === 'later') life.pending = true
        if (came === 'later' || came === 'unknown' || (came === 'refused' && !isFree)) delete life.known
        // Refused where it was due: another client, whose calls are not in this traffic, may have come first.
        if (came === 'refused' && known && cellOf(known.state, action)?.is === 'moves') {
          delete life.known
          life.ownerSeen = false
        }
        if (came === 'done') life.known = { state: effects[action].to, by: moment }
        if (came === 'done' && ownerOf(action) === 'owner') life.ownerSeen = true
        life.until = Math.max(life.until, moment.answeredAt)
      }
    },
  }
}

/** Told as done in a state that it does not start from. */
function judgeMove(
  action: Action,
  { state, by }: NonNullable<Life['known']>,
  { moment, status }: Observed,
  out: Out,
): void {
  // Whether it was planned anew in between, no traffic shows.
  if (action === 'confirm') return
  const cell = cellOf(state, action)
  if (!cell || cell.is !== 'idle') return
  out.assert(cell.statement)
  const claims = cell.statement === 'B-DSP-21' ? status === 200 || status === 201 : status === 201
  if (claims)
    out.find({
      statement: cell.statement,
      side: 'server',
      expected: `${action} of an activity that is ${state} is not told as done`,
      actual: `status ${status}`,
      exchanges: [by.ref, moment.ref],
    })
}

/** A 207 whose items tell of a failure says so in hasErrors (B-DSP-24). */
function judgeFlag({ reading, moment, status }: Observed, out: Out): void {
  if (status !== 207 || !isObject(reading.json)) return
  const failed = itemsOf(reading.json, 'results').filter(hasFailed).length
  if (failed === 0) return
  out.assert('B-DSP-24')
  if (reading.json['hasErrors'] === false)
    out.find({
      statement: 'B-DSP-24',
      side: 'server',
      expected: 'hasErrors true where an item failed',
      actual: 'hasErrors false, and an item with an error status',
      exchanges: [moment.ref],
    })
}

/**
 * A list by status holds no activity that was just told to be in another one. What a row shows of a released one is not judged: the body of the list
 * is not shown (B-DSP-17), so that `released` in it need not be the one that a release sets.
 */
function judgeList(id: string, { state, by }: NonNullable<Life['known']>, observed: Observed, out: Out): void {
  const { reading, moment, status } = observed
  const asked = reading.query('partnerDispatchingStatus')
  if (status !== 200 || isCached(observed) || (asked !== 'NOTIFIED' && asked !== 'ACCEPTED')) return
  if (!reading.text.includes(id)) return
  const row = rowsIn(reading.json).find((one) => JSON.stringify(one).includes(`"${id}"`))
  // Another crowd owner, or an automation of his, may have notified it meanwhile.
  if (state === 'confirmed' && asked === 'NOTIFIED' && valueUnder(row, 'partnerdispatchingstatus') !== 'CONFIRMED')
    return
  out.assert('B-DSP-25')
  if (statusIn[state] !== asked)
    out.find({
      statement: 'B-DSP-25',
      side: 'server',
      expected: `a list of ${asked} without the activity that is ${state}`,
      actual: 'it is in the list',
      exchanges: [by.ref, moment.ref],
    })
}

/** Elements of the first array in an answer: the form of the list is not shown. */
function rowsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[]
  return isObject(value) ? ((Object.values(value).find((one) => Array.isArray(one)) as readonly unknown[]) ?? []) : []
}

/** The first value under a key, at any depth. */
function valueUnder(value: unknown, key: string): unknown {
  if (!isObject(value)) return undefined
  for (const [name, inner] of Object.entries(value)) {
    if (name.toLowerCase() === key) return inner
    const found = valueUnder(inner, key)
    if (found !== undefined) return found
  }
  return undefined
}
