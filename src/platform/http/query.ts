/** Query or form parameters, decoded. Names keep their letter case; repeats keep their order. */
export interface Query {
  /** First value of the parameter. */
  get(name: string): string | undefined
  all(name: string): readonly string[]
  has(name: string): boolean
}

export class MalformedEncoding extends Error {
  override readonly name = 'MalformedEncoding'
}

/** Decodes one name or value; throws URIError if the percent-encoding is broken. */
export type Decode = (raw: string) => string

export function parseQuery(raw: string, decode: Decode): Query {
  const values = new Map<string, string[]>()
  for (const pair of raw === '' ? [] : raw.split('&')) {
    const [name, value] = splitOnce(pair)
    try {
      const key = decode(name)
      values.set(key, [...(values.get(key) ?? []), decode(value)])
    } catch {
      throw new MalformedEncoding(`broken percent-encoding in ${JSON.stringify(pair)}`)
    }
  }
  return {
    get: (name) => values.get(name)?.[0],
    all: (name) => values.get(name) ?? [],
    has: (name) => values.has(name),
  }
}

function splitOnce(pair: string): [string, string] {
  const at = pair.indexOf('=')
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
}
