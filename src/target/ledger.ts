import { plainJson } from '../errors/visible.ts'
import { appendFileSync, closeSync, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { openPrivate } from '../errors/private-file.ts'
import { UserError } from '../errors/user-error.ts'
import { readUserFile, withFile } from '../errors/user-file.ts'
import { parseForeign } from '../exchange/bounds.ts'
import type { WireResponse } from '../exchange/exchange.ts'
import { idOfMade, isTakenAsOwn } from './made-record.ts'
import { isLedgerLine } from './ledger-line.ts'
import { passwordsIn, unfinished, type LedgerLine } from './ledger-lines.ts'
import type { Elsewhere } from './elsewhere.ts'
import type { Ownership } from './ownership.ts'
import type { Sealer } from './sealed.ts'
import { usersMadeIn } from './made-users.ts'
import { createdId, isPeople, personKey } from './people-writes.ts'
import { isAllRefused, treeParts, type TreePart } from './tree-write.ts'
import { resultIn } from './result-in.ts'
import type { RoutedWrite } from './write-route.ts'

/** An object that this run may have created and may not have removed; without id and external id, its name is unknown. */
export interface Unfinished {
  readonly trace: string
  readonly resource: string
  readonly at: string
  readonly query: Readonly<Record<string, string>>
  readonly id?: string
  readonly externalId?: string
  /** First and last name of a technician, as far as they bear the tag of the run: it may be found by them where no answer told its id. */
  readonly called?: readonly string[]
  /** A part of a service call tree: what else came with it may be found by it. */
  readonly ofTree?: true
  /** Whose object it is, if not of the Data API. */
  readonly interface?: RoutedWrite['interface']
  /** The identity that removes it, if not the one that removes the objects of its interface. */
  readonly as?: Elsewhere
  /** Every request that could have made it was refused: it is there only on a target that stores what it refuses. */
  readonly refused?: true
  /** The run ended while the target had not yet answered: the object may still come. */
  readonly unanswered?: true
}

/** A new password that was asked for; `changed` as its answer told, undefined without an answer. */
export interface TriedPassword {
  readonly trace: string
  readonly password: string
  readonly changed?: boolean
}

export interface Ledger {
  /** Written before the request is sent, so that a killed run leaves a note of the object. */
  intend(trace: string, write: RoutedWrite): void
  outcome(trace: string, write: RoutedWrite, response: WireResponse): void
  /** The run does not wait for the answer to this request any more. */
  unanswered(trace: string): void
  /** The request was never sent: the budget was spent, or the run at its end. */
  unsent(trace: string, write: RoutedWrite): void
  /** Notes an object that no request of the run made, but that it has to remove. */
  made(object: Unfinished): void
  /** Objects to remove, last created first. */
  unfinished(): readonly Unfinished[]
  /** Users among them that these namespaces made, as far as an answer told their ids. */
  usersMadeIn(tags: readonly string[]): readonly Unfinished[]
  /** In the order of the requests. */
  passwords(): readonly TriedPassword[]
  /** Notes that all of them were looked after, and how many may be left. */
  settled(left: number): void
}

/** Objects created by a run; if a file is given, also on disk, line by line, before each request, its passwords sealed. */
export function createLedger(ownership: Ownership, file?: string, seal?: Sealer['seal']): Ledger {
  const lines: LedgerLine[] = []
  if (file) {
    withFile('written', { file }, () => {
      mkdirSync(dirname(file), { recursive: true })
      closeSync(openPrivate(file))
    })
  }
  /** What belongs together is written at once: a run may be killed between any two writes. */
  const note = (...of: readonly LedgerLine[]) => {
    lines.push(...of)
    // Without a seal for it a password has no place on disk.
    const kept = of.filter((line) => seal || !('password' in line))
    if (!file || kept.length === 0) return
    const written = kept.map((line) =>
      'password' in line ? { password: { ...line.password, password: seal?.(line.password.password) } } : line,
    )
    appendFileSync(file, written.map((line) => `${plainJson(line)}\n`).join(''))
  }
  const treePart = ({ at, query, as }: Omit<RoutedWrite, 'kind'>) => ({ at, query: place(query), ...(as && { as }) })
  /** Each service call, and every part that has a name of its own. */
  const intendTree = (trace: string, { parts = [], kind, ...write }: RoutedWrite) => {
    for (const [position, { resource, id, externalId }] of parts.entries()) {
      const isCall = resource === 'ServiceCall'
      if (position > 0 && externalId === undefined && !(isCall && id && kind === 'update')) continue
      const known = { ...(isCall && kind === 'update' ? { id } : {}), externalId }
      const tree = isCall ? { ofTree: true as const } : {}
      const name = position === 0 ? trace : `${trace}.${position}`
      note({ intent: { trace: name, kind, resource, ...treePart(write), ...known, ...tree } })
    }
  }
  /** Every part that the answer shows; one that shows its external id needs no second look by that. */
  const treeOutcome = (trace: string, write: RoutedWrite, { status, body }: WireResponse) => {
    const sent = (write.parts ?? []).map((part, position) => ({
      ...part,
      trace: position === 0 ? trace : `${trace}.${position}`,
    }))
    if ((status >= 400 && status < 500) || isAllRefused(body))
      note(...sent.map((part) => ({ refused: { trace: part.trace } })))
    if (status < 200 || status > 299) return
    const shown = treeParts(body).flatMap(({ resource, id, externalId }): readonly LedgerLine[] => {
      if (id === undefined) return []
      ownership.own(id)
      const named = (part: TreePart) => part.resource === resource && part.externalId === externalId
      const intent = externalId === undefined ? undefined : sent.find(named)
      const created = { created: { trace, resource, ...treePart(write), id } }
      return intent ? [{ gone: { trace: intent.trace } }, created] : [created]
    })
    note(...shown)
  }
  return {
    intend(trace, write) {
      if (write.kind === 'password') {
        for (const password of write.passwords ?? []) note({ password: { trace, password } })
        return
      }
      if (write.kind === 'action') return
      // A bulk delete may remove only some records: those it names stay open and are deleted again.
      if (write.bulk && write.kind === 'delete') return
      if (write.parts) return intendTree(trace, write)
      const called = write.called?.filter((text) => text.includes(ownership.runTag)) ?? []
      for (const { id, externalId } of write.bulk?.elements ?? [write]) {
        note({
          intent: {
            trace,
            kind: write.kind,
            resource: write.resource,
            at: write.at,
            query: place(write.query),
            ...ownerOf(write),
            ...(id ? { id } : {}),
            ...(externalId ? { externalId } : {}),
            ...(called.length > 0 ? { called } : {}),
          },
        })
      }
    },
    outcome(trace, write, response) {
      if (write.parts) return treeOutcome(trace, write, response)
      const done = response.status >= 200 && response.status < 300
      if (write.kind === 'password') {
        if (write.passwords?.length) note({ answered: { trace, changed: done } })
        return
      }
      if (write.bulk || write.kind === 'action') return
      if (write.kind === 'delete') {
        // A user that is deleted from one company may be in others.
        if (done && !(isPeople(write.resource) && write.query['company'])) note({ gone: { trace } })
        return
      }
      if (response.status >= 400 && response.status < 500) note({ refused: { trace } })
      const isPerson = isPeople(write.resource)
      const made = isPerson ? (write.kind === 'create' ? createdId(response) : undefined) : undefined
      const id = isPerson ? made : write.interface ? resultIn(response) : idOfMade(response)
      const key = isPerson ? personKey(write.resource, id ?? '') : (id ?? '')
      if (done && id && id !== write.id && isTakenAsOwn(key, response, ownership)) {
        const { resource, at, query } = write
        note({ created: { trace, resource, at, query: place(query), ...ownerOf(write), id } })
      }
    },
    unanswered: (trace) => note({ unanswered: { trace } }),
    unsent(trace, write) {
      if (write.kind === 'password') return note({ answered: { trace, changed: false } })
      note({ unsent: { trace } })
      for (const position of write.parts?.keys() ?? [])
        if (position > 0) note({ unsent: { trace: `${trace}.${position}` } })
    },
    made: (object) => note({ created: object }),
    unfinished: () => unfinished(lines),
    usersMadeIn: (tags) => usersMadeIn(lines, tags),
    passwords: () => passwordsIn(lines),
    settled: (left) => note({ settled: { left } }),
  }
}

/** What another run may have left, by its ledger; an incomplete last line, left by a killed run, is ignored. */
export const readLedger = (file: string): readonly Unfinished[] => unfinished(linesOf(file))

/** The passwords that the run of this ledger asked for; undefined for one that was sealed with another target file. */
export const readPasswords = (
  file: string,
  open: Sealer['open'],
): ReadonlyArray<Omit<TriedPassword, 'password'> & { readonly password: string | undefined }> =>
  passwordsIn(linesOf(file)).map((one) => ({ ...one, password: open(one.password) }))

/** Adds a password, sealed, to the ledger of another run. */
export const notePassword = (file: string, password: TriedPassword): void =>
  appendFileSync(file, `\n${JSON.stringify({ password } satisfies LedgerLine)}\n`)

/** Notes in the ledger of another run that what it lists was looked after. */
export const settleLedger = (file: string, left: number): void =>
  appendFileSync(file, `\n${JSON.stringify({ settled: { left } } satisfies LedgerLine)}\n`)

/**
 * What the ledger in this file lists that nobody has looked after; nothing if there is no such file. `left`: how much of it the clean-up of
 * that run could not remove, where it came to its end.
 */
export function openIn(file: string): {
  readonly objects: readonly Unfinished[]
  readonly passwords: number
  readonly left?: number
} {
  const lines = existsSync(file) ? linesOf(file) : []
  const last = lines.at(-1)
  const left = last && 'settled' in last ? last.settled.left : undefined
  if (left === 0) return { objects: [], passwords: 0, left }
  const open = { objects: unfinished(lines), passwords: passwordsIn(lines).length }
  return left === undefined ? open : { ...open, left }
}

export function isOpen(file: string): boolean {
  const { objects, passwords } = openIn(file)
  return objects.length + passwords > 0
}

function linesOf(file: string): LedgerLine[] {
  const texts = readUserFile(file, notALedger).split('\n')
  const last = texts.findLastIndex((text) => text !== '')
  return texts.flatMap((text, position): LedgerLine[] => {
    if (text === '') return []
    let line: unknown
    try {
      line = parseForeign(text)
    } catch {
      // Cut short by the end of a killed run, after which only a clean-up adds a line.
      if (text.startsWith('{') && (position === last || /^\{"(?:settled|password)"/.test(texts[position + 1] ?? '')))
        return []
    }
    if (isLedgerLine(line)) return [line as LedgerLine]
    throw new UserError('this is not a line of a ledger', { file, line: position + 1, todo: notALedger })
  })
}

const notALedger = '--ledger takes the ledger.jsonl of a run, as the run wrote it'

const ownerOf = ({ interface: of, as }: RoutedWrite) => ({ ...(of ? { interface: of } : {}), ...(as ? { as } : {}) })

const place = (query: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter(([name]) => ['account', 'company', 'user', 'dtos'].includes(name)))
