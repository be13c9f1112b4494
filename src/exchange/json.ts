/** Whether a value is a JSON object: neither null nor an array. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const longNumbers = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g

/** Parses JSON with whole numbers of 16 digits or more as texts of their digits, which a number would round; undefined if it is not JSON. */
export function parseExactly(text: string): unknown {
  try {
    // Nearly all bodies have none, and to look for whole strings first costs as much as to parse them.
    if (!/\d{16}/.test(text)) return JSON.parse(text) as unknown
    return JSON.parse(text.replace(longNumbers, (found) => (found.startsWith('"') ? found : `"${found}"`)))
  } catch {
    return undefined
  }
}

/** Writes JSON with texts of 16 to 19 digits as numbers: what `parseExactly` made a text of. */
export const writtenExactly = (value: unknown): string =>
  JSON.stringify(value).replace(/"(?:[^"\\]|\\.)*"/g, (found) =>
    /^"-?[1-9]\d{15,18}"$/.test(found) ? found.slice(1, -1) : found,
  )
