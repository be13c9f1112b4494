export interface Match { readonly start: number; readonly end: number; readonly secret: string }

interface Spelling { readonly text: string; readonly secret: string }

export interface Anchors {
  add(text: string, secret: string): void
  find(text: string, found: Match[]): void
  clear(): void
}

const gram = 4
const slots = 1 << 20

/**
 * Finds any of very many strings in one pass over a text, whatever their number. Each is anchored by its last characters, since tokens
 * often begin alike; of an anchor every four characters in a row are noted, so that it is enough to look at the text at every nth place.
 */
export function createAnchors(width: number): Anchors {
  const stride = width - gram + 1
  let noted: Uint8Array | undefined
  let byAnchor = new Map<number, Spelling[]>()

  const slot = (text: string, at: number): number =>
    Math.imul(text.charCodeAt(at) | (text.charCodeAt(at + 1) << 8) | (text.charCodeAt(at + 2) << 16) | (text.charCodeAt(at + 3) << 24), 0x9e3779b1) >>> 12
  const anchor = (text: string, at: number): number => {
    let hash = 0
    for (let end = at + width; at < end; at += 1) hash = (Math.imul(hash, 0x01000193) ^ text.charCodeAt(at)) | 0
    return hash
  }

  function at(text: string, from: number, found: Match[]): void {
    for (const { text: spelling, secret } of byAnchor.get(anchor(text, from)) ?? []) {
      const start = from + width - spelling.length
      if (start >= 0 && text.startsWith(spelling, start)) found.push({ start, end: from + width, secret })
    }
  }

  return {
    add(text, secret) {
      const from = text.length - width
      const hash = anchor(text, from)
      const same = byAnchor.get(hash)
      if (same?.some((known) => known.text === text)) return
      if (same) same.push({ text, secret })
      else byAnchor.set(hash, [{ text, secret }])
      noted ??= new Uint8Array(slots)
      for (let offset = 0; offset < stride; offset += 1) noted[slot(text, from + offset)] = 1
    },
    find(text, found) {
      if (!noted) return
      const bits = noted
      for (let here = 0, last = text.length - gram; here <= last; here += stride) {
        if (bits[slot(text, here)] === 0) continue
        for (let from = Math.max(0, here - stride + 1); from <= here && from + width <= text.length; from += 1) at(text, from, found)
      }
    },
    clear() {
      noted?.fill(0)
      byAnchor = new Map()
    },
  }
}
