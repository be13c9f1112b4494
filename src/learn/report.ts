import type { Drift } from './drift.ts'
import type { Overlay } from './overlay.ts'
import { occurrencesInWords } from './places.ts'
import type { Undocumented } from './undocumented.ts'

/** What was learned, in plain lines: only what the documents do not show. */
export function learnedLines(overlay: Overlay, facts: readonly Undocumented[]): string {
  const { files } = overlay['x-observed']
  const entries = files.reduce((sum, file) => sum + file.entries, 0)
  const exchanges = files.reduce((sum, file) => sum + file.exchanges, 0)
  const head = `${plural(exchanges, 'exchange')} of ${plural(Object.keys(overlay['x-operations']).length, 'operation')} in ${plural(entries, 'entry', 'entries')} of ${plural(files.length, 'recording')}\n`
  if (facts.length === 0) return `${head}nothing that the documents do not show\n`
  return `${head}seen in traffic but not in the documents (observed, not normative):\n${[...grouped(facts)].map(([name, group]) => `  ${name}\n${group.map(line).join('')}`).join('')}`
}

function line({ kind, name, says, seen, of }: Undocumented): string {
  return `    ${kind} ${name}${says === '' ? '' : `  ${says}`}  ${occurrencesInWords(seen, of)}\n`
}

/** The drift in plain lines, and what could not be compared. */
export function driftLines(found: readonly Drift[], absent: readonly string[]): string {
  const lines = found.map(
    ({ kind, in: where, field, says, seen, before }) =>
      `${kind}  ${where}${field === undefined ? '' : `  ${field}`}  ${says}  (${before ? 'in the overlay ' : ''}${occurrencesInWords(seen)})\n`,
  )
  const note = absent.length > 0 ? `not in this traffic, so not compared: ${absent.join(', ')}\n` : ''
  return `${lines.join('')}${note}${found.length === 0 ? 'no drift\n' : `${plural(found.length, 'difference')} from the overlay\n`}`
}

const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

function grouped(facts: readonly Undocumented[]): Map<string, Undocumented[]> {
  const groups = new Map<string, Undocumented[]>()
  for (const fact of facts) {
    const group = groups.get(fact.in)
    if (group) group.push(fact)
    else groups.set(fact.in, [fact])
  }
  return groups
}
