import { plainId } from '../exchange/plain-id.ts'
import type { TriedPassword, Unfinished } from './ledger.ts'
import { isPeople } from './people-writes.ts'
import type { RoutedWrite } from './write-route.ts'

/** What a run notes, one line each: before a request what it may make, after it what became of that. */
export type LedgerLine =
  | { readonly intent: Unfinished & { readonly kind: RoutedWrite['kind'] } }
  | { readonly created: Unfinished }
  | { readonly gone: { readonly trace: string } }
  | { readonly refused: { readonly trace: string } }
  | { readonly unanswered: { readonly trace: string } }
  | { readonly unsent: { readonly trace: string } }
  | { readonly password: TriedPassword }
  | { readonly answered: { readonly trace: string; readonly changed: boolean } }
  | { readonly settled: { readonly left: number } }

/** In the order of the requests, with what their answers told. */
export function passwordsIn(lines: readonly LedgerLine[]): TriedPassword[] {
  const answers = new Map(lines.flatMap((line) => ('answered' in line ? [[line.answered.trace, line.answered]] : [])))
  return lines.flatMap((line) =>
    'password' in line ? [{ ...line.password, ...answers.get(line.password.trace) }] : [],
  )
}

/** The lines of a ledger; throws for what is none, so that nobody takes another file for a run that left nothing. */
/** What the lines leave open, last created first. */
export function unfinished(lines: readonly LedgerLine[]): Unfinished[] {
  const open = new Map<string, Unfinished>()
  const intents = new Map<string, Unfinished & { readonly kind: RoutedWrite['kind'] }>()
  /** Requests that may have made an object, by its name: those that were refused are taken out. */
  const makers = new Map<string, Set<string>>()
  // One id may be that of two records, in two accounts or companies; and whether two spellings are one id is not stated, so each is looked after.
  const nameOf = ({ resource, trace, id, externalId, as }: Unfinished) =>
    `${as ? `${as}: ` : ''}${resource}/${id || (externalId ? `externalId/${externalId}` : `by/${trace}`)}`
  /** Where what has this id, in any spelling, was first written. */
  const places = new Map<string, Pick<Unfinished, 'at' | 'query'>>()
  const inAnySpelling = (object: Unfinished) => nameOf(object.id ? { ...object, id: plainId(object.id) } : object)
  const unsent = new Set(lines.flatMap((line) => ('unsent' in line ? [line.unsent.trace] : [])))
  for (const line of lines) {
    if ('unsent' in line || ('intent' in line && unsent.has(line.intent.trace))) continue
    if ('intent' in line) {
      intents.set(line.intent.trace, line.intent)
      const name = nameOf(line.intent)
      const known = open.get(name) ?? places.get(inAnySpelling(line.intent))
      // A later request may lack what the first had, such as dtos, without which a read or a deletion is refused.
      const query = { ...line.intent.query, ...known?.query }
      if (line.intent.kind === 'delete') continue
      // One of another account that the run did not make is there nobody's to remove.
      if (line.intent.kind === 'update' && line.intent.as && !known && isPeople(line.intent.resource)) continue
      const place = { at: known?.at ?? line.intent.at, query }
      open.set(name, { ...line.intent, ...place })
      places.set(inAnySpelling(line.intent), place)
      makers.set(name, (makers.get(name) ?? new Set()).add(line.intent.trace))
    } else if ('settled' in line || 'password' in line || 'answered' in line) {
      continue
    } else if ('created' in line) {
      const { id: _id, externalId: _externalId, ...unnamed } = line.created
      open.delete(nameOf(unnamed))
      const name = nameOf(line.created)
      const sent = intents.get(line.created.trace)
      // What is sent in one spelling and shown in another by the answer to that is one record.
      if (sent?.id && sent.id !== line.created.id && inAnySpelling(sent) === inAnySpelling(line.created))
        open.delete(nameOf(sent))
      const known =
        makers.get(name)?.size === 0 ? undefined : (open.get(name) ?? places.get(inAnySpelling(line.created)))
      // An update that names another place, and is answered as if it were done there, moves nothing.
      open.set(name, known ? { ...line.created, at: known.at, query: known.query } : line.created)
      // It is there, whatever else of it is refused later.
      makers.set(name, (makers.get(name) ?? new Set()).add(line.created.trace))
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
        places.delete(inAnySpelling(intent))
        makers.delete(name)
      }
    }
  }
  return [...open]
    .map(([name, object]) => (makers.get(name)?.size === 0 ? { ...object, refused: true as const } : object))
    .reverse()
}
