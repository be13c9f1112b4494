import { createAnchors, lowBytes, type Anchors, type Match } from './anchors.ts'
import { longestPlaceholder, placeholderPattern } from './placeholder.ts'
import { spellings } from './spellings.ts'
import { unescaped } from './unescaped.ts'

export interface Known {
  /** Notes a value with all its spellings; one that is told again counts as new. */
  add(secret: string, kept?: 'for good'): void
  /** The text with what stands in place of each secret in it. */
  replace(text: string, placeholder: (secret: string) => string): string
  /** The text without the beginning of a secret at its end. */
  withoutHalf(text: string, placeholder: (secret: string) => string): string
  /** How many values had to be forgotten, the longest unused first, because there were too many. */
  forgotten(): number
}

/** Shorter values would blot out half a report; a credential of this length is none. */
const shortest = 4
/** Longer ones are hidden by their names alone. */
const longest = 64 * 1024
/** The last so many characters of a spelling are looked for: the more, the faster, so long ones are kept apart. */
const widths = [16, 8, shortest]
/** So many characters of a secret that is cut off tell more than they may. */
const telling = 6
/** Characters of all values together: what bounds the memory, however long tokens are. */
const charactersAtMost = 4 * 1024 * 1024

/** The values known to be secret, found in a text in one pass however many they are. */
export function createKnown(atMost: number): Known {
  const forGood = new Set<string>()
  // In the order of their last use.
  const values = new Set<string>()
  const recent = new Map<string, readonly string[]>()
  const spelled = (secret: string): readonly string[] => {
    let all = recent.get(secret)
    if (!all) {
      if (recent.size === 16) recent.clear()
      recent.set(secret, (all = spellings(secret).filter(({ length }) => length >= shortest)))
    }
    return all
  }
  const kinds = widths.map((width) => ({ width, anchors: createAnchors(width, spelled) }))
  const anchorsOf = (text: string): Anchors =>
    (kinds.find(({ width }) => text.length >= width) as (typeof kinds)[number]).anchors
  const anchor = (secret: string): void =>
    spelled(secret).forEach((text, nth) => anchorsOf(text).add(text, secret, nth))
  let characters = 0
  let forgotten = 0
  let forgottenSince = 0

  // A tenth at once; all anchors are made anew only when as many were forgotten as there are.
  function forget(): void {
    for (const secret of values) {
      if (values.size <= atMost * 0.9 && characters <= charactersAtMost * 0.9) break
      if (forGood.has(secret)) continue
      values.delete(secret)
      characters -= secret.length
      forgotten += 1
      forgottenSince += 1
      for (const text of spelled(secret)) anchorsOf(text).remove(text, secret)
    }
    if (forgottenSince < values.size) return
    forgottenSince = 0
    for (const { anchors } of kinds) anchors.clear()
    values.forEach(anchor)
  }

  function matches(text: string): Match[] {
    const found: Match[] = []
    const bytes = lowBytes(text)
    for (const { anchors } of kinds) anchors.find(text, bytes, found)
    return found
  }

  return {
    add(secret, kept) {
      if (secret.length < shortest || secret.length > longest) return
      if (kept) forGood.add(secret)
      if (values.delete(secret)) {
        values.add(secret)
        return
      }
      values.add(secret)
      characters += secret.length
      anchor(secret)
      if (values.size > atMost || characters > charactersAtMost) forget()
    },
    replace(text, placeholder) {
      if (values.size === 0) return text
      const found = matches(text)
      const plain = unescaped(text)
      if (plain)
        for (const { start, end, secret } of matches(plain.text)) found.push({ ...plain.place(start, end), secret })
      return found.length === 0 ? text : replaced(text, found, placeholder)
    },
    withoutHalf(text, placeholder) {
      let [from, whose] = [text.length, '']
      for (const secret of values) {
        for (const one of spelled(secret)) {
          const at = text.lastIndexOf(one.slice(0, telling))
          if (at >= Math.max(0, text.length - one.length) && at < from && one.startsWith(text.slice(at)))
            [from, whose] = [at, secret]
        }
      }
      return whose === '' ? text : text.slice(0, from) + placeholder(whose)
    },
    forgotten: () => forgotten,
  }
}

/** What overlaps goes as one, under the name of the longest. */
function replaced(text: string, found: Match[], placeholder: (secret: string) => string): string {
  found.sort((a, b) => a.start - b.start || b.end - a.end)
  let out = ''
  let done = 0
  for (let at = 0; at < found.length;) {
    let widest = found[at] as Match
    const { start } = widest
    let { end } = widest
    for (at += 1; at < found.length && (found[at] as Match).start < end; at += 1) {
      const next = found[at] as Match
      end = Math.max(end, next.end)
      if (next.end - next.start > widest.end - widest.start) widest = next
    }
    if (isInPlaceholder(text, start, end)) continue
    out += text.slice(done, start) + placeholder(widest.secret)
    done = end
  }
  return out + text.slice(done)
}

/** A value such as `redacted` must not eat what was put in place of another. */
function isInPlaceholder(text: string, start: number, end: number): boolean {
  const from = Math.max(0, start - longestPlaceholder)
  const around = text.slice(from, end + longestPlaceholder)
  if (!around.includes('redacted')) return false
  for (const { index, 0: found } of around.matchAll(anyPlaceholder))
    if (from + index <= start && end <= from + index + found.length) return true
  return false
}

const anyPlaceholder = new RegExp(placeholderPattern, 'g')
