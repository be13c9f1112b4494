/** A set of small numbers, a bit for each: what two of them share is counted 32 at a time. */
export type Bits = Uint32Array

export const wordsFor = (size: number): number => Math.ceil(size / 32)

export function bitsOf(numbers: Iterable<number>, size: number): Bits {
  const bits = new Uint32Array(wordsFor(size))
  for (const one of numbers) add(bits, one)
  return bits
}

export const add = (bits: Bits, one: number): void => {
  bits[one >> 5] = (bits[one >> 5] as number) | (1 << (one & 31))
}

export const has = (bits: Bits, one: number): boolean => (((bits[one >> 5] as number) >>> (one & 31)) & 1) === 1

/** How many two sets share; the first is read from a place on in a longer array. */
export function shared(bits: Bits, other: Bits, from = 0): number {
  let count = 0
  for (let word = 0; word < other.length; word++) count += ones((bits[from + word] as number) & (other[word] as number))
  return count
}

export function take(bits: Bits, other: Bits, from = 0): void {
  for (let word = 0; word < other.length; word++)
    bits[from + word] = (bits[from + word] as number) & ~(other[word] as number)
}

/** Bits that are set in a word: in pairs, in fours, then all four bytes summed in the highest one. */
function ones(word: number): number {
  const pairs = (word - ((word >>> 1) & 0x55555555)) | 0
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
