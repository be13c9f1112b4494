import type { MakeMonitor, Scene } from './monitor.ts'
import { precedes, type Moment } from './observed.ts'
import { parallelTokens } from './parallel.ts'
import type { RecordWrite } from './write.ts'

const [undoneAtMost, madeAtMost] = [500, 2000]
/** Others may have made anew what was deleted longer ago than this, in milliseconds. */
const lately = 5 * 60_000
/** Refusals of what was sent: of the token, of the lock and of too many calls there are others. */
const isOfContent = (status: number): boolean => status === 400 || status === 404 || status === 422

/** Fields of the documented sample that are references for certain. */
const references = new Set([
  'businessPartner',
  'contact',
  'createPerson',
  'equipments',
  'leader',
  'responsibles',
  'technicians',
])

/** What no record requires. */
const own = new Set(['id', 'externalId', 'lastChanged'])

interface Undone {
  readonly moment: Moment
  readonly fields: readonly string[]
  /** Why it is not there. */
  readonly because: string
  /** The caller that deleted it. */
  readonly token?: string
}

interface Made {
  readonly fields: readonly string[]
  /** Its id and, by another sign, its external id. */
  readonly keys: readonly string[]
}

/**
 * What callers write, where the server refused it: a part of a record that a failed batch was to make or that they deleted (A-DAT-08), a lastChanged that is no number
 * (A-REC-03), an object in place of a reference (A-REC-11).
 */
export const callerRecord: MakeMonitor = () => {
  /** Records that a transaction was to make and did not, by place, resource and id. */
  const undone = new Map<string, Undone>()
  /** Records that this traffic made, by the same keys. */
  const made = new Map<string, Made>()
  const parallel = parallelTokens()
  return {
    name: 'caller-record',
    side: 'client',
    statements: ['A-DAT-08', 'A-REC-03', 'A-REC-11'],
    see(scene) {
      const { observed, sightings, write, written } = scene
      const { place, status, moment, token } = observed
      const isParallel = parallel.note(observed)
      const keyOf = (id: string): string => `${place} ${write?.resource ?? ''} ${id}`
      const key =
        write?.id !== undefined
          ? keyOf(write.id)
          : write?.externalId !== undefined
            ? keyOf(`externalId ${write.externalId}`)
            : undefined
      if (write && isOfContent(status)) {
        judgeLock(write, scene)
        judgeReferences(write, scene)
        const gone = key === undefined ? undefined : undone.get(key)
        const isKnown = gone?.token === undefined || (gone.token === token && !isParallel)
        if (isKnown && write.kind === 'patch') judgePart(write, gone, scene)
      }
      for (const { resource, id } of write ? [] : sightings) undone.delete(`${place} ${resource} ${id}`)
      if (!write || key === undefined) return
      if (write.kind === 'create' && write.outcome === 'undone')
        note([key], { moment, fields: fieldsOf(write), because: 'whose batch was rolled back' })
      else if (write.outcome !== 'refused') undone.delete(key)
      if (write.kind === 'create' && write.outcome === 'done') {
        const { externalId } = write.sent
        const keys = [key, ...(typeof externalId === 'string' ? [keyOf(`externalId ${externalId}`)] : [])]
        for (const one of keys) {
          undone.delete(one)
          made.set(one, { fields: fieldsOf(write), keys })
        }
        while (made.size > madeAtMost) made.delete(made.keys().next().value as string)
      }
      const mine = made.get(written?.id === undefined ? key : keyOf(written.id))
      if (write.kind === 'delete' && write.outcome === 'done' && mine && token !== undefined)
        note(mine.keys, { moment, fields: mine.fields, because: 'that it had deleted', token })
    },
  }

  function note(keys: readonly string[], gone: Undone): void {
    for (const key of keys) undone.set(key, gone)
    while (undone.size > undoneAtMost) undone.delete(undone.keys().next().value as string)
  }
}

const fieldsOf = ({ sent }: RecordWrite): string[] => Object.keys(sent).filter((name) => !own.has(name))

/** What a batch that failed was to make is not there, nor what was deleted: a PATCH of it creates, and carries what is required. */
function judgePart(write: RecordWrite, made: Undone | undefined, { observed: { moment }, out }: Scene): void {
  if (!made || !precedes(made.moment, moment)) return
  if (made.token !== undefined && moment.sentAt - made.moment.answeredAt > lately) return
  out.assert('A-DAT-08')
  // Which are required is not shown: none of those that the batch sent is too few.
  if (made.fields.length > 0 && made.fields.every((field) => !(field in write.sent)))
    out.find({
      statement: 'A-DAT-08',
      side: 'client',
      expected: 'a PATCH of a record that is not there carries all required fields',
      actual: `one without ${made.fields.slice(0, 5).join(', ')} of a record ${made.because}`,
      exchanges: [made.moment.ref, moment.ref],
    })
}

function judgeLock({ kind, sent }: RecordWrite, { observed: { moment }, out }: Scene): void {
  const lock = sent['lastChanged']
  if (kind === 'delete' || lock === undefined || lock === null) return
  out.assert('A-REC-03')
  // A number in quotes may be read as one.
  if (typeof lock === 'number' || (typeof lock === 'string' && /^\d+$/.test(lock))) return
  out.find({
    statement: 'A-REC-03',
    side: 'client',
    expected: 'lastChanged is sent as a number',
    actual: typeof lock === 'string' ? JSON.stringify(lock.slice(0, 60)) : `a value of type ${typeof lock}`,
    exchanges: [moment.ref],
  })
}

/** In which form a reference by external id stands in a body is not shown (A-DAT-35): one by something else is none. */
function judgeReferences({ kind, sent }: RecordWrite, { observed: { moment }, out }: Scene): void {
  if (kind === 'delete') return
  for (const [field, value] of Object.entries(sent)) {
    if (!references.has(field)) continue
    out.assert('A-REC-11')
    const objects = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'object' && one !== null)
    const odd = objects.find((one) => !Object.keys(one as object).some((name) => /id$/i.test(name)))
    if (odd === undefined) continue
    out.find({
      statement: 'A-REC-11',
      side: 'client',
      expected: `${field} refers by an id or an external id`,
      actual: `an object with ${
        Object.keys(odd as object)
          .slice(0, 5)
          .join(', ') || 'nothing'
      }`,
      exchanges: [moment.ref],
    })
  }
}
