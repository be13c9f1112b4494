import { readFileSync } from 'node:fs'
import type { StreamRecord } from '../src/verdict/stream.ts'

type Kind = StreamRecord extends infer R ? (R extends StreamRecord ? keyof R : never) : never
const kinds: Readonly<Record<Kind, true>> = {
  plan: true,
  verdict: true,
  elsewhere: true,
  unused: true,
  drift: true,
  exchange: true,
  observation: true,
  notice: true,
  cause: true,
  known: true,
  requests: true,
  traffic: true,
  matrix: true,
  again: true,
  end: true,
}

const isKnown = (value: unknown): value is StreamRecord =>
  typeof value === 'object' && value !== null && Object.keys(value).some((key) => Object.hasOwn(kinds, key))

/** Records of a report.jsonl. Skips kinds of later versions, and a last line cut short by a dying process. */
export function readStream(text: string): StreamRecord[] {
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return []
    try {
      const value: unknown = JSON.parse(line)
      return isKnown(value) ? [value] : []
    } catch {
      if (index === lines.length - 1) return []
      throw new Error(`line ${index + 1} of the report stream is not JSON`)
    }
  })
}

export const readStreamFile = (file: string): StreamRecord[] => readStream(readFileSync(file, 'utf8'))
