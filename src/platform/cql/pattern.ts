export interface PatternReading {
  readonly left: boolean
  readonly right: boolean
  /** `%%` means one percent sign. */
  readonly escape: boolean
  readonly wildcard: string
  /** `_` matches one character. */
  readonly underscore: boolean
  readonly anyCase: boolean
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The last one: a search tries each record with the same. */
let latest: { readonly pattern: string; readonly way: string; readonly made: RegExp } | undefined

/** A pattern as a regular expression over the whole value. */
export function patternOf(pattern: string, reading: PatternReading): RegExp {
  const { left, right, escape, wildcard, underscore, anyCase } = reading
  const way = `${left} ${right} ${escape} ${underscore} ${anyCase} ${wildcard}`
  if (latest?.pattern !== pattern || latest.way !== way) latest = { pattern, way, made: made(pattern, reading) }
  return latest.made
}

function made(pattern: string, { left, right, escape, wildcard, underscore, anyCase }: PatternReading): RegExp {
  const tokens = pattern.match(escape ? /%%|%|_|[^%_]+/gs : /%|_|[^%_]+/gs) ?? []
  const pieces = ['']
  for (const token of tokens) {
    if (token === '%') pieces.push('')
    else
      pieces.push(`${pieces.pop() ?? ''}${token === '%%' ? '%' : token === '_' && underscore ? '.' : literal(token)}`)
  }
  const flags = anyCase ? 'is' : 's'
  if (pieces.length < 3 || !/^\.[*+]$/.test(wildcard))
    return new RegExp(`${left ? '^' : ''}${pieces.join(wildcard)}${right ? '$' : ''}`, flags)
  // Of several wildcards each but the last may stop at the first place that fits, and need not be tried again: without this, some of them and
  // a text of sixty letters take minutes. A lookahead keeps what it found, which a group would give back.
  const [first = '', ...rest] = left ? pieces : ['', ...pieces]
  const end = right ? rest.pop() : undefined
  const lazily = (piece: string, at: number) => `(?=(${!left && at === 0 ? '.*' : wildcard}?${piece}))\\${at + 1}`
  return new RegExp(`^${first}${rest.map(lazily).join('')}${end === undefined ? '' : `${wildcard}${end}$`}`, flags)
}

export const strictPattern: PatternReading = {
  left: true,
  right: true,
  escape: true,
  wildcard: '.*',
  underscore: false,
  anyCase: false,
}
