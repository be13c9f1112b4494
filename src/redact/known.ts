import { createAnchors, lowBytes, type Anchors, type SecretMatch } from './anchors.ts'
import { longestPlaceholder, placeholderPattern } from './placeholder.ts'
import { spellings } from './spellings.ts'
import { unescaped } from './unescaped.ts'

export interface KnownSecrets {
  /** Adds a value with all its spellings; one added again counts as recently used. */
  add(secret: string, kept?: 'for good'): void
  /** Replaces each secret in a text by its placeholder. */
  replace(text: string, placeholder: (secret: string) => string): string
  /** Replaces the beginning of a secret at the end of a text, too. */
  withoutHalf(text: string, placeholder: (secret: string) => string): string
  /** How many values were dropped, least recently used first, because there were too many. */
  forgotten(): number
}

/** Shorter values would redact half a report, and no real credential is that short. */
const shortest = 4
/** Longer ones are redacted by name only. */
const longest = 64 * 1024
/** Spellings are searched for by this many of their last characters. More is faster, so long ones are kept apart. */
const widths = [16, 8, shortest]
/** A truncated secret gives too much away from this many characters on. */
const telling = 6
/** Characters of all values together: bounds the memory, however long tokens are. */
const charactersAtMost = 4 * 1024 * 1024

/** The known secrets, found in a text in one pass, however many there are. */
export function createKnown(atMost: number): KnownSecrets {
  const forGood = new Set<string>()
  // Least recently used first.
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
  /** Which secrets have a spelling that begins so: at the end of a text their beginnings are searched for, too. */
  let beginnings = new Map<string, Set<string>>()
  let longestSpelling = 0
  const anchor = (secret: string): void =>
    spelled(secret).forEach((text, nth) => {
      anchorsOf(text).add(text, secret, nth)
      longestSpelling = Math.max(longestSpelling, text.length)
      const begun = text.slice(0, telling)
      const same = beginnings.get(begun)
      if (same) same.add(secret)
      else beginnings.set(begun, new Set([secret]))
    })
  const unanchor = (secret: string): void => {
    for (const text of spelled(secret)) {
      anchorsOf(text).remove(text, secret)
      beginnings.get(text.slice(0, telling))?.delete(secret)
    }
  }
  let characters = 0
  let forgotten = 0
  let forgottenSince = 0

  // A tenth at a time; the anchors are rebuilt only once as many values were dropped as remain.
  function forget(): void {
    for (const secret of values) {
      if (values.size <= atMost * 0.9 && characters <= charactersAtMost * 0.9) break
      if (forGood.has(secret)) continue
      values.delete(secret)
      characters -= secret.length
      forgotten += 1
      forgottenSince += 1
      unanchor(secret)
    }
    if (forgottenSince < values.size) return
    forgottenSince = 0
    for (const { anchors } of kinds) anchors.clear()
    beginnings = new Map()
    values.forEach(anchor)
  }

  function matches(text: string): SecretMatch[] {
    const found: SecretMatch[] = []
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
      const first = Math.max(0, text.length - longestSpelling)
      for (let at = first; at <= text.length - telling; at += 1) {
        const rest = text.length - at
        for (const secret of beginnings.get(text.slice(at, at + telling)) ?? []) {
          const isBegun = spelled(secret).some((one) => one.length >= rest && one.startsWith(text.slice(at)))
          if (isBegun) return text.slice(0, at) + placeholder(secret)
        }
      }
      return text
    },
    forgotten: () => forgotten,
  }
}

/** Overlapping matches are replaced as one, by the placeholder of the longest. */
function replaced(text: string, found: SecretMatch[], placeholder: (secret: string) => string): string {
  found.sort((a, b) => a.start - b.start || b.end - a.end)
  let out = ''
  let done = 0
  for (let at = 0; at < found.length;) {
    let widest = found[at] as SecretMatch
    const { start } = widest
    let { end } = widest
    for (at += 1; at < found.length && (found[at] as SecretMatch).start < end; at += 1) {
      const next = found[at] as SecretMatch
      end = Math.max(end, next.end)
      if (next.end - next.start > widest.end - widest.start) widest = next
    }
    if (isInPlaceholder(text, start, end)) continue
    out += text.slice(done, start) + placeholder(widest.secret)
    done = end
  }
  return out + text.slice(done)
}

/** A secret such as `redacted` must not damage the placeholders of others. */
function isInPlaceholder(text: string, start: number, end: number): boolean {
  const from = Math.max(0, start - longestPlaceholder)
  const around = text.slice(from, end + longestPlaceholder)
  if (!around.includes('redacted')) return false
  for (const { index, 0: found } of around.matchAll(anyPlaceholder))
    if (from + index <= start && end <= from + index + found.length) return true
  return false
}

const anyPlaceholder = new RegExp(placeholderPattern, 'g')
