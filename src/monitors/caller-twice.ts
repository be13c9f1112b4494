import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../exchange/json.ts'
import type { MakeMonitor, Scene } from './monitor.ts'
import { precedes, sameExchange, type Moment, type Observed } from './observed.ts'
import { parallelTokens } from './parallel.ts'
import { idKey } from './sighting.ts'

/** Others may have given up what was given longer ago than this, in milliseconds. */
const shortly = 10_000
const givenAtMost = 2000
/** Refusals of what was sent: of the token, of the address and of too many calls there are others. */
const refusals = new Set([400, 409, 422])

type Fields = Readonly<Record<string, unknown>>

/** A create that was told as done. */
interface Given {
  readonly moment: Moment
  readonly token: string
  readonly sent: Fields
}

/** What a create gives away, so that it can be given only once. */
interface Word {
  readonly key: string
  readonly statement: string
  readonly expected: string
  readonly actual: string
  /** Whether what the two creates sent is for two things, or two contents of one, and not one that was sent twice. */
  readonly isOther: (before: Fields) => boolean
  /** Also of calls that follow each other; else only of parts of one batch, which the caller had both before it. */
  readonly isOfCalls?: true
}

/**
 * Creates that give again what the same caller's create had just given, and that were refused: in one batch an id (A-DAT-12: it is no method for updating)
 * and the external id of a record (A-REC-07), in calls the e-mail of a user (B-SCM-04). Of records, a caller may try to create one and
 * update it where that is refused: single calls tell nothing.
 */
export const callerTwice: MakeMonitor = () => {
  const given = new Map<string, Given>()
  const parallel = parallelTokens()
  return {
    name: 'caller-twice',
    side: 'client',
    statements: ['A-DAT-12', 'A-REC-07', 'B-SCM-04'],
    see(scene) {
      const { observed, out } = scene
      const { moment, status, token = '' } = observed
      const isParallel = parallel.note(observed)
      giveUp(scene)
      const { words, sent } = createIn(scene)
      for (const { statement } of words) out.assert(statement)
      if (status >= 200 && status <= 299) {
        for (const { key } of words) given.set(key, { moment, token, sent })
        while (given.size > givenAtMost) given.delete(given.keys().next().value as string)
      }
      if (!refusals.has(status)) return
      for (const { key, statement, expected, actual, isOther, isOfCalls } of words) {
        const before = given.get(key)
        if (!before || !precedes(before.moment, moment) || !isOther(before.sent)) continue
        const isOne = sameExchange(before.moment.ref) === sameExchange(moment.ref)
        const isKnown = before.token === token && !isParallel && moment.sentAt - before.moment.answeredAt <= shortly
        if (!isOne && !(isOfCalls && isKnown)) continue
        out.find({
          statement,
          side: 'client',
          expected,
          actual: `${actual}, which was refused`,
          exchanges: [before.moment.ref, moment.ref],
        })
        return
      }
    },
  }

  /** What another call may have set free: whatever is written to the resource otherwise, unless it was refused. */
  function giveUp({ observed, write }: Scene): void {
    const { id, interface: of, method } = observed.reading.match.operation
    if (observed.status >= 400 && observed.status < 500) return
    const isFreeing = write && (write.kind === 'delete' || (write.kind !== 'create' && 'externalId' in write.sent))
    if (isFreeing) drop(`${observed.place} ${write.resource.toLowerCase()} `)
    // The User API and SCIM write the same users.
    const isOfUsers = of === 'user' || (of === 'scim' && !id.startsWith('scim/groups/'))
    if (isOfUsers && method !== 'GET' && !id.endsWith('/create')) drop(`${clusterOf(observed)} scim `)
  }

  function drop(prefix: string): void {
    for (const key of given.keys()) if (key.startsWith(prefix)) given.delete(key)
  }
}

const clusterOf = ({ place }: Observed): string => place.split(' ', 1)[0] ?? ''

const textIn = (fields: Fields, name: string): string | undefined => {
  const value = fields[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function createIn({ observed, write }: Scene): { readonly words: readonly Word[]; readonly sent: Fields } {
  const body = observed.reading.requestJson
  if (observed.reading.match.operation.id === 'scim/users/create' && isObject(body))
    return { words: emailsIn(body, observed), sent: body }
  if (write?.kind !== 'create' || write.forced || !observed.batch) return { words: [], sent: {} }
  const { sent, resource } = write
  const of = `${observed.place} ${resource.toLowerCase()}`
  const [id, externalId] = [textIn(sent, 'id'), textIn(sent, 'externalId')]
  const words: Word[] = []
  if (id !== undefined)
    words.push({
      key: `${of} id ${idKey(id)}`,
      statement: 'A-DAT-12',
      expected: 'a record that is there is changed by PUT or PATCH',
      actual: 'a POST of an id that an earlier part of the batch created, with other content',
      isOther: (before) => !isDeepStrictEqual({ ...before, id: '' }, { ...sent, id: '' }),
    })
  if (externalId !== undefined)
    words.push({
      key: `${of} externalId ${externalId}`,
      statement: 'A-REC-07',
      expected: `no two records of ${resource} get one external id`,
      actual: 'two creates of one batch with one external id',
      isOther: (before) => id === undefined || idKey(textIn(before, 'id') ?? '') !== idKey(id),
    })
  return { words, sent }
}

/** A user that is created again, with another name of the same login, may be the same: with another userName it is another. */
function emailsIn(sent: Fields, observed: Observed): Word[] {
  const emails = Array.isArray(sent['emails']) ? sent['emails'].filter(isObject) : []
  const userName = textIn(sent, 'userName')
  return emails.flatMap((email) => {
    const value = textIn(email, 'value')
    if (value === undefined) return []
    return {
      key: `${clusterOf(observed)} scim ${value}`,
      statement: 'B-SCM-04',
      expected: 'the e-mail of a new user is unique',
      actual: 'the e-mail of a user of another userName that was created just before',
      isOther: (before) => ![undefined, userName].includes(textIn(before, 'userName')) && userName !== undefined,
      isOfCalls: true,
    }
  })
}
