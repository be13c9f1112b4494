import { isObject } from '../exchange/json.ts'
import { membersPatched, membersSent, oddMembers, type MembersDue } from './group-members.ts'
import {
  timeOfChange,
  compared,
  createdAt,
  dateOf,
  isAnew,
  isChanged,
  isOfWrite,
  isStillListed,
  tellsTime,
  type Written,
} from './listed-as-written.ts'
import type { MakeMonitor, Scene } from './monitor.ts'
import { isAboutNow, isCached, precedes, type Observed } from './observed.ts'
import { numberedAs, peopleIn, writtenKinds, type WrittenKind } from './written-kinds.ts'

/** Interfaces whose writes may change what another one shows. */
const together: Readonly<Record<string, string>> = {
  scim: 'people',
  user: 'people',
  crowd: 'crowd',
  service: 'records',
  data: 'records',
  batch: 'records',
  bulk: 'records',
}

/** Another client may change what was written: hardly between two calls that follow each other this closely, in milliseconds. */
const shortly = 10_000
const [keptAtMost, usersAtMost] = [500, 5000]

/** Two companies may hold technicians of one external id, as two accounts users of one id: where a call of SCIM names no account, its token does. */
const houseOf = (place: string, group: string): string => {
  const [, account = ''] = place.split(' ')
  return group.endsWith(' people') && account !== '' ? account : place
}

const hostOf = ({ place }: Observed): string => place.split(' ', 1)[0] ?? ''
const groupOf = (observed: Observed): string =>
  `${hostOf(observed)} ${together[observed.reading.match.operation.interface] ?? ''}`

/** Whether it may have written something. A deletion may be told with 400 (B-USR-40). */
const mayWrite = ({ reading, status }: Observed): boolean => {
  const { method } = reading.match.operation
  return method !== 'GET' && (status < 400 || status >= 500 || method === 'DELETE')
}

/** What was written is what is read, by its address and in lists, and what was deleted is gone (B-SCM-18, 19, B-USR-37, B-CRW-28, B-SVC-31). */
export const writtenIsRead: MakeMonitor = () => {
  const written = new Map<string, Written>()
  const busyUntil = new Map<string, number>()
  const users = new Set<string>()
  return {
    name: 'written-is-read',
    side: 'server',
    statements: ['B-SCM-18', 'B-SCM-19', 'B-USR-37', 'B-CRW-28', 'B-SVC-31'],
    see(scene) {
      const { observed } = scene
      const { method } = observed.reading.match.operation
      const group = groupOf(observed)
      if (group.endsWith(' ')) return
      if (method === 'GET') judgeRead(scene, group)
      else if (mayWrite(observed)) note(observed, group)
      noteUsers(observed, group)
    },
  }

  function judgeRead(scene: Scene, group: string): void {
    const { observed } = scene
    const { reading, moment, status } = observed
    const { id: operation } = reading.match.operation
    const kind = writtenKinds.find(({ read, list }) => read === operation || list === operation)
    if (!kind || status < 200 || status > 299 || isCached(observed)) return
    if ((busyUntil.get(group) ?? 0) >= moment.sentAt) return
    const excuses = (later: Observed): boolean => groupOf(later) === group && mayWrite(later)
    const known = (id: string | undefined): Written | undefined => {
      const before = id === undefined || kind.isPartial?.(observed) ? undefined : written.get(keyOf(kind, id, observed))
      const isOurs = before && houseOf(before.place, group) === houseOf(observed.place, group)
      return isOurs && precedes(before.by, moment) ? before : undefined
    }
    if (kind.list === operation) {
      for (const row of peopleIn(reading.json)) {
        const before = known(kind.madeAs(row, observed))
        if (before) judgeRow(before, row, scene, excuses)
      }
      return
    }
    const [before, record] = [known(kind.pathOf(observed)), kind.recordIn(reading.json)]
    if (!before || !isObject(record) || moment.sentAt - before.by.answeredAt > shortly) return
    if (!before.gone) return judgeValues(before, record, scene, excuses)
    if (isAnew(before, record)) return
    scene.out.assert(kind.statement)
    if (Object.values(kind.values(record)).some((value) => value !== undefined))
      suspect(before, scene, excuses, `the ${kind.what} that was deleted is gone`, `status ${status}, with its fields`)
  }

  function judgeRow(before: Written, row: Fields, scene: Scene, excuses: Excuses): void {
    const { kind, members, by } = before
    const { observed, out } = scene
    if (before.gone) {
      out.assert(kind.statement)
      if (isStillListed(before, row, observed))
        suspect(before, scene, excuses, `the ${kind.what} that was deleted is gone`, 'a list that shows it')
      return
    }
    if (observed.moment.sentAt - by.answeredAt > shortly || !isOfWrite(before, row)) return
    judgeValues(before, row, scene, excuses)
    if (!members || isChanged(before, row)) return
    out.assert(members.statement)
    const house = `${hostOf(observed)} ${houseOf(observed.place, before.group)}`
    const odd = oddMembers(members, row['members'], (id) => users.has(`${house} ${id}`))
    if (odd !== undefined)
      suspect(before, scene, excuses, 'the members of the group that its write left', odd, members.statement)
  }

  function note(observed: Observed, group: string): void {
    const { reading, moment, status } = observed
    const { id: operation } = reading.match.operation
    // A write beside another one, or one that is not answered as done, leaves open what is there then.
    const isAlone = (busyUntil.get(group) ?? 0) < moment.sentAt
    busyUntil.set(group, Math.max(busyUntil.get(group) ?? 0, moment.answeredAt))
    const kind = writtenKinds.find(({ create, replace, update, remove }) =>
      [create, replace, update, remove].includes(operation),
    )
    const record = kind?.recordIn(reading.json)
    const isCreate = kind?.create === operation
    const id = !isCreate ? kind?.pathOf(observed) : isObject(record) ? kind.madeAs(record, observed) : undefined
    const isDone = isAlone && status >= 200 && status < 300 && status !== 202
    const key = kind && id !== undefined ? keyOf(kind, id, observed) : undefined
    for (const [other, one] of written)
      // Whoever is written by another interface, or by an id that is not told, may be any of them.
      if (one.group === group && (!isDone || key === undefined || one.kind !== kind)) written.delete(other)
      // A member that joins a group may leave another one.
      else if (one.members && one.kind === kind && other !== key) written.set(other, { ...one, members: undefined })
    if (!kind || key === undefined || !isDone) return
    const last = written.get(key)
    const before = last && houseOf(last.place, group) === houseOf(observed.place, group) ? last : undefined
    written.delete(key)
    const isPart = kind.isPartial?.(observed) === true
    const gone = kind.remove === operation && !isPart
    const { requestJson: sent } = reading
    if (!gone && !isPart && !isObject(sent)) return
    const [now, made] = [timeOfChange(record), createdAt(record)]
    const isMade = isCreate && (!before || before.gone) && (made === undefined || isAboutNow(made, observed))
    // Whom a POST takes into more companies, or gives a former id to, may be as before (B-USR-31), and was created at first.
    const isOpen = isPart || (isCreate && !isMade) || kind.update === operation
    const isNew = isMade && !before && !isPart && made !== undefined && made === now
    written.set(key, {
      kind,
      group,
      values: gone ? (before?.values ?? {}) : isObject(sent) && !isOpen ? kind.values(sent) : {},
      members: isObject(sent) && kind.update !== undefined ? membersDue(sent, observed, kind, before) : undefined,
      gone,
      changedAt: gone ? before?.changedAt : now,
      createdAt: made ?? before?.createdAt,
      isNew,
      tellsTime: isNew || (!isPart && tellsTime(now, before, observed)),
      date: dateOf(observed),
      place: observed.place,
      by: moment,
    })
    if (written.size > keptAtMost) written.delete(written.keys().next().value as string)
  }

  /** Who is known as a user of SCIM, by any answer. */
  function noteUsers(observed: Observed, group: string): void {
    const { reading, status } = observed
    const { id: operation, method } = reading.match.operation
    if (!group.endsWith(' people') || operation.startsWith('scim/groups/')) return
    if (method === 'DELETE' || (operation.startsWith('user/') && method !== 'GET')) return users.clear()
    if (!operation.startsWith('scim/users/') || status < 200 || status > 299 || status === 202) return
    const house = `${hostOf(observed)} ${houseOf(observed.place, group)}`
    const rows = operation === 'scim/users/list' ? peopleIn(reading.json) : [reading.json]
    for (const row of rows) {
      const id = isObject(row) ? numberedAs(row['id']) : undefined
      if (id !== undefined && users.size < usersAtMost) users.add(`${house} ${id}`)
    }
  }
}

type Fields = Readonly<Record<string, unknown>>
type Excuses = (observed: Observed) => boolean

const keyOf = ({ create }: WrittenKind, id: string, observed: Observed): string => `${hostOf(observed)} ${create} ${id}`

function membersDue(
  sent: Fields,
  { reading, moment }: Observed,
  kind: WrittenKind,
  before: Written | undefined,
): MembersDue | undefined {
  const { id: operation } = reading.match.operation
  if (operation !== kind.update) return membersSent(sent['members'], operation === kind.replace)
  // Others may have changed the members since an earlier write.
  const isNear = before && !before.gone && moment.sentAt - before.by.answeredAt <= shortly
  return membersPatched(isNear ? before.members : undefined, sent['Operations'])
}

function judgeValues(before: Written, record: Fields, scene: Scene, excuses: Excuses): void {
  const { what, statement } = before.kind
  if (isChanged(before, record)) return
  for (const { name, holds } of compared(before, record)) {
    scene.out.assert(statement)
    if (!holds)
      suspect(before, scene, excuses, `the ${name} of the ${what} that was written`, `another ${name} than was sent`)
  }
}

/** What was recorded after it, but began before it ended, may have written: that excuses. */
const suspect = (
  { kind, by }: Written,
  { observed: { moment }, out }: Scene,
  excuses: Excuses,
  expected: string,
  actual: string,
  statement = kind.statement,
): void =>
  out.suspectUnless(excuses, moment.answeredAt, {
    statement,
    side: 'server',
    expected,
    actual,
    exchanges: [by.ref, moment.ref],
  })
