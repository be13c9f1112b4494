import { plainJson } from '../errors/visible.ts'
import { appendFileSync, closeSync, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { openPrivate } from '../errors/private-file.ts'
import { UserError } from '../errors/user-error.ts'
import { readUserFile, withFile } from '../errors/user-file.ts'
import { parseForeign } from '../exchange/bounds.ts'
import { headerOf, type WireResponse } from '../exchange/exchange.ts'
import { isLedgerLine } from './ledger-line.ts'
import type { Ownership } from './ownership.ts'
import { plainId } from '../exchange/plain-id.ts'
import { treeParts } from './tree-write.ts'
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
  /** Whose object it is, if not of the Data API. */
  readonly interface?: RoutedWrite['interface']
  /** Every request that could have made it was refused: it is there only on a target that stores what it refuses. */
  readonly refused?: true
  /** The run ended while the target had not yet answered: the object may still come. */
  readonly unanswered?: true
}

export interface Ledger {
  /** Written before the request is sent, so that a killed run leaves a note of the object. */
  intend(trace: string, write: RoutedWrite): void
  outcome(trace: string, write: RoutedWrite, response: WireResponse): void
  /** The run does not wait for the answer to this request any more. */
  unanswered(trace: string): void
  /** Notes an object that no request of the run made, but that it has to remove. */
  made(object: Unfinished): void
  /** Objects to remove, last created first. */
  unfinished(): readonly Unfinished[]
  /** Notes that all of them were looked after, and how many may be left. */
  settled(left: number): void
}

type Line =
  | { readonly intent: Unfinished & { readonly kind: RoutedWrite['kind'] } }
  | { readonly created: Unfinished }
  | { readonly gone: { readonly trace: string } }
  | { readonly refused: { readonly trace: string } }
  | { readonly unanswered: { readonly trace: string } }
  | { readonly settled: { readonly left: number } }

/** Objects created by a run; if a file is given, also on disk, line by line, before each request. */
export function createLedger(ownership: Ownership, file?: string): Ledger {
  const lines: Line[] = []
  if (file) {
    withFile('written', { file }, () => {
      mkdirSync(dirname(file), { recursive: true })
      closeSync(openPrivate(file))
    })
  }
  const note = (line: Line) => {
    lines.push(line)
    if (file) appendFileSync(file, `${plainJson(line)}\n`)
  }
  const treePart = ({ at, query }: RoutedWrite) => ({ at, query: place(query) })
  /** The service call, and every part that has a name of its own. */
  const intendTree = (trace: string, write: RoutedWrite) => {
    for (const [position, { resource, externalId }] of (write.parts ?? []).entries())
      if (position === 0 || externalId !== undefined)
        note({
          intent: {
            trace: position === 0 ? trace : `${trace}.${position}`,
            kind: write.kind,
            resource,
            ...treePart(write),
            ...(externalId === undefined ? {} : { externalId }),
          },
        })
  }
  /** Every part that the answer shows; one that shows its external id needs no second look by that. */
  const treeOutcome = (trace: string, write: RoutedWrite, { status, body }: WireResponse) => {
    const sent = (write.parts ?? []).map((part, position) => ({
      ...part,
      trace: position === 0 ? trace : `${trace}.${position}`,
    }))
    if (status >= 400 && status < 500) for (const part of sent) note({ refused: { trace: part.trace } })
    if (status < 200 || status > 299) return
    for (const { resource, id, externalId } of treeParts(body)) {
      if (id === undefined) continue
      ownership.own(id)
      const intent = sent.find(
        (part) => part.resource === resource && externalId !== undefined && part.externalId === externalId,
      )
      if (intent) note({ gone: { trace: intent.trace } })
      note({ created: { trace, resource, ...treePart(write), id } })
    }
  }
  return {
    intend(trace, write) {
      if (write.kind === 'password' || write.kind === 'action') return
      // A bulk delete may remove only some records: those it names stay open and are deleted again.
      if (write.bulk && write.kind === 'delete') return
      if (write.parts) return intendTree(trace, write)
      for (const { id, externalId } of write.bulk?.elements ?? [write]) {
        note({
          intent: {
            trace,
            kind: write.kind,
            resource: write.resource,
            at: write.at,
            query: place(write.query),
            ...(write.interface ? { interface: write.interface } : {}),
            ...(id ? { id } : {}),
            ...(externalId ? { externalId } : {}),
          },
        })
      }
    },
    outcome(trace, write, response) {
      if (write.kind === 'password' || write.kind === 'action' || write.bulk) return
      if (write.parts) return treeOutcome(trace, write, response)
      const done = response.status >= 200 && response.status < 300
      if (write.kind === 'delete') {
        if (done) note({ gone: { trace } })
        return
      }
      if (response.status >= 400 && response.status < 500) note({ refused: { trace } })
      const id = write.interface ? resultIn(response) : idIn(response)
      if (done && id && id !== write.id) {
        ownership.own(id)
        const owner = write.interface ? { interface: write.interface } : {}
        note({ created: { trace, resource: write.resource, at: write.at, query: place(write.query), ...owner, id } })
      }
    },
    unanswered: (trace) => note({ unanswered: { trace } }),
    made: (object) => note({ created: object }),
    unfinished: () => unfinished(lines),
    settled: (left) => note({ settled: { left } }),
  }
}

/** What another run may have left, by its ledger; an incomplete last line, left by a killed run, is ignored. */
export const readLedger = (file: string): readonly Unfinished[] => unfinished(linesOf(file))

/** Notes in the ledger of another run that what it lists was looked after. */
export const settleLedger = (file: string, left: number): void =>
  appendFileSync(file, `\n${JSON.stringify({ settled: { left } } satisfies Line)}\n`)

/** What the ledger in this file lists that nobody has looked after; nothing if there is no such file. */
export function openIn(file: string): readonly Unfinished[] {
  if (!existsSync(file)) return []
  const lines = linesOf(file)
  const last = lines.at(-1)
  return last && 'settled' in last && last.settled.left === 0 ? [] : unfinished(lines)
}

/** The lines of a ledger; throws for what is none, so that nobody takes another file for a run that left nothing. */
function linesOf(file: string): Line[] {
  const texts = readUserFile(file, notALedger).split('\n')
  const last = texts.findLastIndex((text) => text !== '')
  return texts.flatMap((text, position): Line[] => {
    if (text === '') return []
    let line: unknown
    try {
      line = parseForeign(text)
    } catch {
      // Cut short by the end of a killed run, after which only a clean-up adds a line.
      if (text.startsWith('{"') && (position === last || texts[position + 1]?.startsWith('{"settled"'))) return []
    }
    if (isLedgerLine(line)) return [line as Line]
    throw new UserError('this is not a line of a ledger', { file, line: position + 1, todo: notALedger })
  })
}

const notALedger = '--ledger takes the ledger.jsonl of a run, as the run wrote it'

const place = (query: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter(([name]) => ['account', 'company', 'user', 'dtos'].includes(name)))

function unfinished(lines: readonly Line[]): Unfinished[] {
  const open = new Map<string, Unfinished>()
  const intents = new Map<string, Unfinished & { readonly kind: RoutedWrite['kind'] }>()
  /** Requests that may have made an object, by its name: those that were refused are taken out. */
  const makers = new Map<string, Set<string>>()
  const nameOf = ({ resource, trace, id, externalId }: Unfinished) =>
    `${resource}/${id ? plainId(id) : externalId ? `externalId/${externalId}` : `by/${trace}`}`
  for (const line of lines) {
    if ('intent' in line) {
      intents.set(line.intent.trace, line.intent)
      const name = nameOf(line.intent)
      const known = open.get(name)
      // A later request may lack what the first had, such as dtos, without which a read or a deletion is refused.
      const query = { ...line.intent.query, ...known?.query }
      if (line.intent.kind === 'delete') continue
      open.set(name, { ...line.intent, at: known?.at ?? line.intent.at, query })
      makers.set(name, (makers.get(name) ?? new Set()).add(line.intent.trace))
    } else if ('settled' in line) {
      continue
    } else if ('created' in line) {
      open.delete(`${line.created.resource}/by/${line.created.trace}`)
      open.set(nameOf(line.created), line.created)
    } else {
      const { trace } = 'gone' in line ? line.gone : 'refused' in line ? line.refused : line.unanswered
      const intent = intents.get(trace)
      if (!intent) continue
      const name = nameOf(intent)
      if ('unanswered' in line) {
        const object = open.get(name)
        if (object) open.set(name, { ...object, unanswered: true })
        continue
      }
      if ('refused' in line) makers.get(name)?.delete(intent.trace)
      // A refused create may have stored something anyway: that is one of the faults under test. Only a delete that was done closes an entry,
      // except for a refused create without ids: there is nothing to look for.
      if ('gone' in line || (!intent.id && !intent.externalId)) {
        open.delete(name)
        makers.delete(name)
      }
    }
  }
  return [...open]
    .map(([name, object]) => (makers.get(name)?.size === 0 ? { ...object, refused: true as const } : object))
    .reverse()
}

/** The id of a created record: from the response body, or from the end of Location (the documents do not show the body of a create). */
function idIn({ body, headers }: WireResponse): string | undefined {
  try {
    const { data } = parseForeign(Buffer.from(body).toString('utf8')) as {
      data?: Array<Record<string, { id?: unknown }>>
    }
    const id = Object.values(data?.[0] ?? {})[0]?.id
    if (typeof id === 'string') return id
  } catch {
    /* No record in the body: use Location. */
  }
  return /\/([0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12})\/?(?:[?#].*)?$/i.exec(
    headerOf(headers, 'Location') ?? '',
  )?.[1]
}
