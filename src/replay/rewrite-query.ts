import { isMoment, momentOf } from '../exchange/moment.ts'
import { changeIds } from './ids.ts'
import type { Mapping } from './mapping.ts'

/** Fields whose values the server's clock sets. */
export const serverTimes: readonly string[] = ['lastChanged', 'createDateTime']

/** A field and its operator, or its list, right before a value. */
const compared = /([A-Za-z_][\w.]*)\s*(!=|<>|<=|>=|=|<|>|\bin\s*\([^)]*)\s*$/i

/** A query of either language with recorded ids, names and times put to what they are now; all else as it stood. */
export function rewriteQuery(query: string, mapping: Mapping, recordedNow: number): string {
  return query.replace(/"[^"]*"|'[^']*'|(?<![\w.])\d{10,14}(?![\w.])/g, (token, at: number) => {
    const quote = /^["']/.test(token) ? (token[0] as string) : ''
    const inner = quote === '' ? token : token.slice(1, -1)
    const [, field = '', operator = ''] = compared.exec(query.slice(Math.max(0, at - 400), at)) ?? []
    const key = field.split('.').at(-1) ?? ''
    if (serverTimes.includes(key)) return `${quote}${rewriteTime(inner, operator, mapping, recordedNow)}${quote}`
    if (quote === '') return token
    return `${quote}${rewritePattern(inner, key, mapping)}${quote}`
  })
}

function rewritePattern(inner: string, key: string, mapping: Mapping): string {
  const isId = key !== 'externalId' && mapping.expected(inner) !== undefined
  const name = isId ? undefined : mapping.name(inner)
  if (name !== undefined) return name
  const prefix = /^([^%]+)%/.exec(inner)?.[1]
  // All our names begin with the same mark: a pattern for the beginning of several has to begin with it, too.
  if (prefix !== undefined && mapping.startsNames(prefix)) return `${mapping.mark}${inner}`
  return changeIds(inner, mapping.id)
}

/** A time as a number or as text: what the answers told, or else the same moment of the replay. Written as it was. */
export function rewriteTime(text: string, operator: string, mapping: Mapping, recordedNow: number): string {
  const told = [...mapping.times(text)].sort((a, b) => (a < b ? -1 : 1))
  // Records that shared a time may have parted: the bound stays outside or inside of all of them.
  if (told.length > 0) return String(operator === '>' || operator === '<=' ? told.at(-1) : told[0])
  const moment = /^\d{12,14}$/.test(text) ? Number(text) : isMoment(text) ? momentOf(text) : Number.NaN
  const now = Number.isNaN(moment) ? undefined : mapping.timeline.at(moment, recordedNow)
  if (now === undefined) return text
  if (/^\d+$/.test(text)) return String(now)
  const iso = new Date(now).toISOString()
  return text.includes('.') ? iso : iso.replace(/\.\d+/, '')
}
