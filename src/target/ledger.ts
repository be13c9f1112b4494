import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { withFile } from '../errors/user-file.ts'
import { headerOf, type WireResponse } from '../exchange/exchange.ts'
import type { Ownership } from './ownership.ts'
import { plainId } from '../exchange/plain-id.ts'
import type { RoutedWrite } from './write-route.ts'

/** An object that this run may have created and may not have removed; without id and external id, its name is unknown. */
export interface Unfinished {
  readonly trace: string
  readonly resource: string
  readonly at: string
  readonly query: Readonly<Record<string, string>>
  readonly id?: string
  readonly externalId?: string
}

export interface Ledger {
  /** Written before the request is sent, so that a killed run leaves a note of the object. */
  intend(trace: string, write: RoutedWrite): void
  outcome(trace: string, write: RoutedWrite, response: WireResponse): void
  /** Objects to remove, last created first. */
  unfinished(): readonly Unfinished[]
}

type Line =
  | { readonly intent: Unfinished & { readonly kind: RoutedWrite['kind'] } }
  | { readonly created: Unfinished }
  | { readonly gone: { readonly trace: string } }
  | { readonly refused: { readonly trace: string } }

/** Objects created by a run; if a file is given, also on disk, line by line, before each request. */
export function createLedger(ownership: Ownership, file?: string): Ledger {
  const lines: Line[] = []
  if (file) {
    withFile('written', { file }, () => {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, '')
    })
  }
  const note = (line: Line) => {
    lines.push(line)
    if (file) appendFileSync(file, `${JSON.stringify(line)}\n`)
  }
  return {
    intend(trace, write) {
      if (write.kind === 'password') return
      // A bulk delete may remove only some records: those it names stay open and are deleted again.
      if (write.bulk && write.kind === 'delete') return
      for (const { id, externalId } of write.bulk?.elements ?? [write]) {
        note({
          intent: {
            trace,
            kind: write.kind,
            resource: write.resource,
            at: write.at,
            query: place(write.query),
            ...(id ? { id } : {}),
            ...(externalId ? { externalId } : {}),
          },
        })
      }
    },
    outcome(trace, write, response) {
      if (write.kind === 'password' || write.bulk) return
      const done = response.status >= 200 && response.status < 300
      if (write.kind === 'delete') {
        if (done) note({ gone: { trace } })
        return
      }
      if (!done && write.kind === 'create') note({ refused: { trace } })
      const id = idIn(response)
      if (done && id && id !== write.id) {
        ownership.own(id)
        note({ created: { trace, resource: write.resource, at: write.at, query: place(write.query), id } })
      }
    },
    unfinished: () => unfinished(lines),
  }
}

/** Reads the ledger of another run; an incomplete last line, left by a killed run, is ignored. */
export function readLedger(file: string): readonly Unfinished[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text): Line[] => {
      try {
        return [JSON.parse(text) as Line]
      } catch {
        return []
      }
    })
  return unfinished(lines)
}

const place = (query: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter(([name]) => ['account', 'company', 'user', 'dtos'].includes(name)))

function unfinished(lines: readonly Line[]): Unfinished[] {
  const open = new Map<string, Unfinished>()
  const intents = new Map<string, Unfinished & { readonly kind: RoutedWrite['kind'] }>()
  const nameOf = ({ resource, trace, id, externalId }: Unfinished) =>
    `${resource}/${id ? plainId(id) : externalId ? `externalId/${externalId}` : `by/${trace}`}`
  for (const line of lines) {
    if ('intent' in line) {
      intents.set(line.intent.trace, line.intent)
      if (line.intent.kind !== 'delete') open.set(nameOf(line.intent), line.intent)
    } else if ('created' in line) {
      open.delete(`${line.created.resource}/by/${line.created.trace}`)
      open.set(nameOf(line.created), line.created)
    } else {
      const intent = intents.get('gone' in line ? line.gone.trace : line.refused.trace)
      // A refused create may have stored something anyway: that is one of the faults under test. Only a delete closes an
      // entry, except for a refused create without ids: there is nothing to look for.
      if (intent?.kind === 'delete' || (intent && !intent.id && !intent.externalId)) open.delete(nameOf(intent))
    }
  }
  return [...open.values()].reverse()
}

/** The id of a created record: from the response body, or from the end of Location (the documents do not show the body of a create). */
function idIn({ body, headers }: WireResponse): string | undefined {
  try {
    const { data } = JSON.parse(Buffer.from(body).toString('utf8')) as {
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
