import { readFileSync } from 'node:fs'
import { LineCounter, parseDocument, isMap, isSeq } from 'yaml'
import type { BaselineEntry } from '../verdict/baseline.ts'
import { UsageError } from '../errors/usage-error.ts'

const keys = ['check', 'finding', 'reason', 'owner', 'expires'] as const

/** Reads the user's baseline: a YAML list of entries, each whole. */
export function loadBaseline(file: string): BaselineEntry[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new UsageError(`${file}: cannot be read; --baseline takes a YAML list of known findings`)
  }
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const refuse = (offset: number, why: string): never => {
    const { line, col } = lines.linePos(offset)
    throw new UsageError(`${file}:${line}:${col}: ${why}`)
  }
  const first = document.errors[0]
  if (first) refuse(first.pos[0], first.message)
  if (document.contents === null) return []
  if (!isSeq(document.contents)) return refuse(0, 'a baseline is a list of entries')
  return document.contents.items.map((item) => {
    if (!isMap(item)) return refuse(0, 'each entry is a map of check, finding, reason, owner and expires')
    const offset = item.range?.[0] ?? 0
    const entry = item.toJSON() as Record<string, unknown>
    for (const key of keys)
      if (typeof entry[key] !== 'string' || entry[key] === '') refuse(offset, `an entry needs ${key}, a text`)
    for (const key of Object.keys(entry))
      if (!(keys as readonly string[]).includes(key))
        refuse(offset, `an entry has no ${key}; it has ${keys.join(', ')}`)
    if (!/^\d{4}-\d{2}-\d{2}$/.test(entry['expires'] as string)) refuse(offset, 'expires is a day, written YYYY-MM-DD')
    return entry as unknown as BaselineEntry
  })
}
