export interface SecretMatch {
  readonly start: number
  readonly end: number
  readonly secret: string
}

/** The nth spelling of a secret. Its text is computed again when needed, since keeping all of them would fill the memory. */
interface Spelling {
  readonly secret: string
  readonly nth: number
  readonly length: number
}

export interface Anchors {
  add(text: string, secret: string, nth: number): void
  remove(text: string, secret: string): void
  /** Finds them in a text, given together with its low bytes. */
  find(text: string, bytes: Uint8Array, found: SecretMatch[]): void
  clear(): void
}

const gram = 4
const slots = 1 << 20

/**
 * Finds any of very many strings in one pass over a text. Each is anchored by its last characters, since tokens often begin alike. All
 * runs of four characters of an anchor are indexed, so only every nth position of the text has to be looked up.
 */
export function createAnchors(width: number, spelled: (secret: string) => readonly string[]): Anchors {
  const stride = width - gram + 1
  /** By the hash of four characters: their offsets in an anchor. */
  let noted: Uint16Array | undefined
  let byAnchor = new Map<number, Spelling[]>()

  const slot = (bytes: Uint8Array, at: number): number =>
    Math.imul(
      (bytes[at] as number) |
        ((bytes[at + 1] as number) << 8) |
        ((bytes[at + 2] as number) << 16) |
        ((bytes[at + 3] as number) << 24),
      0x9e3779b1,
    ) >>> 12
  const anchor = (bytes: Uint8Array, at: number): number => {
    let hash = 0
    for (let end = at + width; at < end; at += 1) hash = (Math.imul(hash, 0x01000193) ^ (bytes[at] as number)) | 0
    return hash
  }

  return {
    add(text, secret, nth) {
      const bytes = lowBytes(text.slice(-width))
      const hash = anchor(bytes, 0)
      const one = { secret, nth, length: text.length }
      const same = byAnchor.get(hash)
      if (same) same.push(one)
      else byAnchor.set(hash, [one])
      noted ??= new Uint16Array(slots)
      for (let offset = 0; offset < stride; offset += 1) {
        const here = slot(bytes, offset)
        noted[here] = (noted[here] as number) | (1 << offset)
      }
    },
    // Index entries stay: they only cost a lookup.
    remove(text, secret) {
      const hash = anchor(lowBytes(text.slice(-width)), 0)
      const rest = byAnchor.get(hash)?.filter((one) => one.secret !== secret) ?? []
      if (rest.length > 0) byAnchor.set(hash, rest)
      else byAnchor.delete(hash)
    },
    find(text, bytes, found) {
      if (!noted) return
      const places = noted
      for (let here = 0, last = bytes.length - gram; here <= last; here += stride) {
        const offsets = places[slot(bytes, here)] as number
        if (offsets === 0) continue
        for (let offset = 0; offset < stride; offset += 1) {
          const from = here - offset
          if ((offsets & (1 << offset)) === 0 || from < 0 || from + width > bytes.length) continue
          for (const { secret, nth, length } of byAnchor.get(anchor(bytes, from)) ?? []) {
            const start = from + width - length
            if (start >= 0 && text.startsWith(spelled(secret)[nth] as string, start))
              found.push({ start, end: from + width, secret })
          }
        }
      }
    },
    clear() {
      noted = undefined
      byAnchor = new Map()
    },
  }
}

const scratch = Buffer.allocUnsafeSlow(64 * 1024)

/** One byte per character for fast lookups; hits are compared as text afterwards. Valid until the next call: allocating one per text would fragment the memory. */
export const lowBytes = (text: string): Uint8Array =>
  text.length > scratch.length ? Buffer.from(text, 'latin1') : scratch.subarray(0, scratch.write(text, 'latin1'))
