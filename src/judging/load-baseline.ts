import { LineCounter, parseDocument, isMap, isSeq } from 'yaml'
import type { BaselineEntry } from '../verdict/baseline.ts'
import { didYouMean } from '../errors/nearest.ts'
import { UserError } from '../errors/user-error.ts'
import { readUserFile } from '../errors/user-file.ts'

const keys = ['check', 'finding', 'reason', 'owner', 'expires'] as const

/** Reads the user's baseline: a YAML list of complete entries. */
export function loadBaseline(file: string): BaselineEntry[] {
  const text = readUserFile(file, '--baseline takes a YAML list of known findings')
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const refuse = (offset: number, what: string, todo?: string): never => {
    const { line, col: column } = lines.linePos(offset)
    throw new UserError(what, { file, line, column, todo })
  }
  const first = document.errors[0]
  if (first) refuse(first.pos[0], `this is not YAML: ${first.message}`)
  if (document.contents === null) return []
  if (!isSeq(document.contents)) return refuse(0, 'a baseline is a list of entries')
  return document.contents.items.map((item) => {
    if (!isMap(item)) return refuse(0, 'each entry is a mapping with check, finding, reason, owner and expires')
    const offset = item.range?.[0] ?? 0
    const entry = item.toJSON() as Record<string, unknown>
    for (const key of keys)
      if (typeof entry[key] !== 'string' || entry[key] === '')
        refuse(offset, `an entry needs the key ${key}, a non-empty string`)
    for (const key of Object.keys(entry))
      if (!(keys as readonly string[]).includes(key))
        refuse(offset, `unknown key ${key}`, didYouMean(key, keys) ?? `the keys are ${keys.join(', ')}`)
    if (!/^\d{4}-\d{2}-\d{2}$/.test(entry['expires'] as string))
      refuse(offset, 'expires must be a date', 'write it as YYYY-MM-DD')
    return entry as unknown as BaselineEntry
  })
}
