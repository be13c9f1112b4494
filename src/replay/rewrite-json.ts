import { parseForeign } from '../exchange/bounds.ts'
import { changeIds, isId } from './ids.ts'
import type { Mapping } from './mapping.ts'
import { rewriteQuery, serverTimes } from './rewrite-query.ts'

/** A shorter name may be any other word; where it is called an external id, it is one. */
const surelyName = 3

/** Texts that a client sends back as the server told them, together with the whole record. */
const serverChosen = new Set([...serverTimes, 'lastChangedBy', 'createPerson'])
const toldTo = (key: string, value: string, mapping: Mapping, about: string | undefined) =>
  mapping.told(about, key, value) ?? mapping.times(value)[0]

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|(?<![\w.+-])\d{10,14}(?![\w.])/g

/**
 * A body in JSON, or in something like it, with recorded ids, names and lock times put to what they are now: token by token, so that all
 * else stays as the client wrote it, down to its errors.
 */
export function rewriteJson(text: string, mapping: Mapping, about: string | undefined, recordedNow: number): string {
  const owners = ownersOfLocks(text)
  let locks = 0
  let key = ''
  return text.replace(token, (all, string: string | undefined, colon: string | undefined) => {
    if (colon !== undefined) {
      key = plain(string ?? '')
      return all
    }
    if (string === undefined) {
      if (key !== 'lastChanged') return all
      return String(lockTime(Number(all), mapping, owners?.[locks++] ?? about) ?? all)
    }
    const value = plain(string)
    const changed =
      key === 'query'
        ? rewriteQuery(value, mapping, recordedNow)
        : serverChosen.has(key)
          ? String(toldTo(key, value, mapping, about) ?? value)
          : rewriteValue(key, value, mapping)
    return changed === value ? all : JSON.stringify(changed)
  })
}

/** Where a value is both an id and an external id, its place decides which is meant. */
export function rewriteValue(key: string, value: string, mapping: Mapping): string {
  const isName =
    key === 'externalId' ||
    (key !== 'id' && value.length >= surelyName && !(isId(value) && mapping.expected(value) !== undefined))
  return (isName ? mapping.name(value) : undefined) ?? changeIds(value, mapping.id)
}

/** What a lastChanged that a client sends with a write is now. */
export function lockTime(recorded: number, mapping: Mapping, about: string | undefined): string | number | undefined {
  return mapping.told(about, 'lastChanged', recorded) ?? mapping.times(recorded)[0]
}

/** The record of each number under lastChanged, in the order of the text; undefined where the text cannot be trusted to tell. */
function ownersOfLocks(text: string): ReadonlyArray<string | undefined> | undefined {
  let parsed: unknown
  try {
    parsed = parseForeign(text)
  } catch {
    return undefined
  }
  const owners: Array<string | undefined> = []
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { id } = value as { id?: unknown }
    for (const [key, held] of Object.entries(value)) {
      if (key === 'lastChanged' && typeof held === 'number' && /^\d{10,14}$/.test(String(held)))
        owners.push(typeof id === 'string' ? id : undefined)
      walk(held)
    }
  }
  walk(parsed)
  return owners
}

function plain(string: string): string {
  try {
    return JSON.parse(string) as string
  } catch {
    return string.slice(1, -1)
  }
}
