import { isObject } from '../exchange/json.ts'
import { sameSpelled } from '../exchange/same-spelled.ts'
import { isPlaceholder } from '../redact/placeholder.ts'
import { endOf, isDisturbed, isPrivate, mayHaveDone } from './doubt.ts'
import type { KnownRecord } from './memory.ts'
import type { Monitor, Scene } from './monitor.ts'
import { isCached, precedes, type Moment } from './observed.ts'
import { idKey, isGuid, type Sighting } from './sighting.ts'

/** A record as one response showed it. */
interface Showing {
  readonly lastChanged: number
  readonly fields: Readonly<Record<string, unknown>>
  readonly moment: Moment
  /** The statement that a wrong showing of this kind breaks. */
  readonly statement: string
  readonly how: string
  /** The body of a create is not shown: it may hold less than the record (A-DAT-04). */
  readonly mayBePart: boolean
  /** A read by id, outside of a batch: what the others are held to. */
  readonly isReference: boolean
}

interface Shown {
  readonly place: string
  readonly resource: string
  readonly id: string
  readonly dtos: string
  readonly token: string
  readonly showings: Showing[]
  /** Fields that callers set. */
  readonly set: Set<string>
}

const [recordsAtMost, showingsAtMost] = [500, 12]

/**
 * One version of a record is the same wherever it is shown: in the answer to the write that made it, in a list, by external id, in a batch. Only of
 * records that this traffic made and alone has touched, only what callers set, and only where no write came between.
 */
export function sameVersion(): Monitor {
  const records = new Map<string, Shown>()
  return {
    name: 'same-version',
    side: 'server',
    statements: ['A-DAT-01', 'A-DAT-02', 'A-DAT-05', 'A-DAT-07', 'A-DAT-14', 'A-DAT-15', 'A-DAT-31', 'A-EXP-01'],
    see(scene) {
      const { observed, sightings, write, memory } = scene
      const { reading, place, batch, token } = observed
      if (isCached(observed) || (batch && (batch.kept !== 'yes' || batch.superseded))) return
      if (['fields', 'useExternalIds'].some((name) => reading.query(name) !== undefined)) return
      const dtos = reading.query('dtos') ?? ''
      if (reading.query('expand') !== undefined) return judgeExpanded(scene, dtos)
      for (const sighting of sightings) {
        const known = memory.get(place, sighting.resource, sighting.id)
        if (!known?.isMade && write?.kind !== 'create') continue
        // What another user, or another version of the DTO, is shown may differ.
        const key = `${place} ${sighting.resource} ${sighting.id} ${dtos} ${token ?? ''}`
        const shown = records.get(key) ?? {
          place,
          resource: sighting.resource,
          id: sighting.id,
          dtos,
          token: token ?? '',
          showings: [],
          set: new Set(['externalId', 'lastChangedBy']),
        }
        records.delete(key)
        records.set(key, shown)
        if (records.size > recordsAtMost) records.delete(records.keys().next().value as string)
        for (const name of Object.keys(write?.sent ?? {})) shown.set.add(name)
        for (const { write: past } of known?.writes ?? [])
          for (const name of Object.keys(past.sent)) shown.set.add(name)
        const showing = showingOf(sighting, scene)
        if (!showing) continue
        if (!write && known && isPrivate(known)) compare(showing, shown, known, scene, sighting.resource)
        shown.showings.push(showing)
        if (shown.showings.length > showingsAtMost) shown.showings.shift()
      }
    },
  }

  /** What is expanded is a record, too: where it stands and which of its fields is not shown, their values are (A-EXP-01). */
  function judgeExpanded(scene: Scene, dtos: string): void {
    const { observed, sightings, memory } = scene
    const pairs = dtos.split(';')
    for (const { fields } of sightings)
      for (const entity of expandedIn(fields))
        for (const shown of records.values()) {
          if (shown.id !== entity.id || shown.place !== observed.place || shown.token !== (observed.token ?? ''))
            continue
          const known = memory.get(observed.place, shown.resource, shown.id)
          if (!known || !isPrivate(known) || !pairs.includes(shown.dtos)) continue
          const { moment } = observed
          const showing = { ...entity, moment, statement: 'A-EXP-01', how: 'the expanded record', mayBePart: true }
          compare({ ...showing, isReference: false }, shown, known, scene, shown.resource)
        }
  }
}

/** Objects within a record that have an id and a lastChanged of their own. */
function expandedIn(value: unknown): ReadonlyArray<Pick<Showing, 'lastChanged' | 'fields'> & { readonly id: string }> {
  if (Array.isArray(value)) return value.flatMap((element) => expandedIn(element))
  if (!isObject(value)) return []
  return Object.values(value).flatMap((inner) => {
    if (!isObject(inner)) return Array.isArray(inner) ? inner.flatMap((element) => expandedIn([{ element }])) : []
    const { id, lastChanged } = inner
    return typeof id === 'string' && typeof lastChanged === 'number'
      ? [{ id: idKey(id), lastChanged, fields: inner }]
      : expandedIn(inner)
  })
}

function showingOf({ lastChanged, fields }: Sighting, { observed, write }: Scene): Showing | undefined {
  const { reading, moment, batch } = observed
  if (lastChanged === undefined) return undefined
  const { method } = reading.exchange.request
  const byExternalId = reading.path('externalId') !== undefined
  const [statement, how] = write
    ? [
        write.kind === 'create'
          ? 'A-DAT-31'
          : byExternalId
            ? 'A-DAT-15'
            : write.kind === 'put'
              ? 'A-DAT-05'
              : 'A-DAT-07',
        `the answer to the ${method}`,
      ]
    : byExternalId
      ? ['A-DAT-14', 'the record read by external id']
      : reading.path('resourceId') !== undefined
        ? ['A-DAT-01', batch ? 'the record read in a batch' : 'the record read by id']
        : ['A-DAT-02', 'the record in a list']
  return {
    lastChanged,
    fields,
    moment,
    statement,
    how,
    mayBePart: write?.kind === 'create',
    isReference: statement === 'A-DAT-01' && !batch,
  }
}

function compare(
  now: Showing,
  { showings, set }: Shown,
  known: KnownRecord,
  { observed, memory, out }: Scene,
  resource: string,
): void {
  const { place, moment } = observed
  for (const before of showings) {
    if (before.lastChanged !== now.lastChanged || !(before.isReference || now.isReference)) continue
    if (!precedes(before.moment, moment) || isDisturbed(known, observed, resource, memory)) continue
    if (writtenBetween(known, before.moment) || memory.strayUntil(place, resource) >= before.moment.sentAt) continue
    const [judged, reference] = now.isReference ? [before, now] : [now, before]
    out.assert(judged.statement)
    const wrong = [...set].find((name) => differs(name, resource, judged, reference))
    if (wrong !== undefined)
      out.suspect(known.key, moment.answeredAt, {
        statement: judged.statement,
        side: 'server',
        expected: `${judged.how} shows ${wrong} as a read by id does: ${JSON.stringify(reference.fields[wrong])}`,
        actual: wrong in judged.fields ? JSON.stringify(judged.fields[wrong]) : 'it is missing',
        exchanges: [before.moment.ref, moment.ref],
      })
  }
}

/** Whether a write that is not over before, or not the one that this answers, may have come after. */
const writtenBetween = (known: KnownRecord, since: Moment): boolean =>
  (known.pastUntil ?? 0) >= since.sentAt ||
  known.writes.some(
    (past) =>
      mayHaveDone(past.write) &&
      past.moment.ref !== since.ref &&
      !(past.write.outcome === 'done' && precedes(past.moment, since)) &&
      !(endOf(past) < since.sentAt),
  )

/** What is written and never shown (A-ATT-02), and what names the version itself. */
const apart = new Set(['fileContent', 'lastChanged', 'id'])
/** What the service makes of the archive of a template (B-RPT-07). */
const generated = new Set(['languages', 'paramatersSchema', 'types'])

function differs(name: string, resource: string, judged: Showing, reference: Showing): boolean {
  if (apart.has(name) || (resource === 'ReportTemplate' && generated.has(name))) return false
  const there = judged.fields[name] ?? null
  const here = reference.fields[name] ?? null
  if (!(name in judged.fields) && judged.mayBePart) return false
  return !means(there, here)
}

/** Whether two values mean the same: layouts of ids and moments are not stated. */
function means(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  // The deletion of a record may unset references to it, and need not count as a write of theirs (A-DAT-25).
  if (isReference(one) && other === null) return true
  if (isReference(other) && one === null) return true
  if (isShortened(one, other) || isShortened(other, one)) return true
  if (typeof one === 'string' && typeof other === 'string')
    return isPlaceholder(one) || isPlaceholder(other) || sameSpelled(one, other)
  // Texts of many kilobytes, and lists of inlined objects, are left to the checks that wrote them.
  if (Array.isArray(one) && Array.isArray(other))
    return (
      one.some(isObject) ||
      other.some(isObject) ||
      (one.length === other.length && holdsAll(one, other) && holdsAll(other, one))
    )
  return isObject(one) && isObject(other)
}

const holdsAll = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.every((each) => other.some((its) => means(each, its)))

/** A list of references that lacks some of another one: what they referred to may have been deleted. */
const isShortened = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) &&
  Array.isArray(other) &&
  isReference(one) &&
  isReference(other) &&
  one.length < other.length &&
  holdsAll(one, other)

const isReference = (value: unknown): boolean =>
  typeof value === 'string' ? isGuid(value) : Array.isArray(value) && value.every(isReference)
