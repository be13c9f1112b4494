import { readFileSync, statSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { isMap, LineCounter, parseDocument, type Document } from 'yaml'
import type { PlaceOf } from '../../reports/place.ts'
import type { StreamRecord } from '../verdict/stream.ts'

/** Larger is no target file, but a recording. In bytes. */
const targetAtMost = 1_000_000

/** Where a target file says how an interface is reached: its path, else the addresses, else the top. Of a recording it is the top. */
export function sourcePlaces(records: readonly StreamRecord[], folder = process.cwd()): PlaceOf {
  const file = records.flatMap((record) => ('plan' in record ? [record.plan.file] : []))[0]
  if (file === undefined) return () => undefined
  const path = relative(folder, resolve(folder, file))
  const isOutside = path.startsWith(`..${sep}`) || isAbsolute(path)
  const shown = (isOutside ? resolve(folder, file) : path).split(sep).join('/')
  const lineOf = lines(resolve(folder, file))
  return (name) => ({ file: shown, line: lineOf(name) })
}

function lines(file: string): (name: string) => number {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found?.isFile() || found.size > targetAtMost) return () => 1
  const counter = new LineCounter()
  const parsed = parseDocument(readFileSync(file, 'utf8'), { lineCounter: counter })
  const startOf = (path: readonly string[]) => keyAt(parsed, path)
  return (name) => {
    const at = startOf(['basePaths', name]) ?? startOf(['addresses']) ?? 0
    return Math.max(1, counter.linePos(at).line)
  }
}

function keyAt(parsed: Document, path: readonly string[]): number | undefined {
  const last = path.at(-1)
  const home = path.length === 1 ? parsed.contents : parsed.getIn(path.slice(0, -1), true)
  if (!isMap(home)) return undefined
  const pair = home.items.find(({ key }) => String(key) === last)
  return (pair?.key as { range?: readonly number[] } | undefined)?.range?.[0]
}
