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

/** A pattern as a regular expression over the whole value. */
export function patternOf(
  pattern: string,
  { left, right, escape, wildcard, underscore, anyCase }: PatternReading,
): RegExp {
  const tokens = pattern.match(escape ? /%%|%|_|[^%_]+/gs : /%|_|[^%_]+/gs) ?? []
  const body = tokens
    .map((token) =>
      token === '%%' ? '%' : token === '%' ? wildcard : token === '_' && underscore ? '.' : literal(token),
    )
    .join('')
  return new RegExp(`${left ? '^' : ''}${body}${right ? '$' : ''}`, anyCase ? 'is' : 's')
}

export const strictPattern: PatternReading = {
  left: true,
  right: true,
  escape: true,
  wildcard: '.*',
  underscore: false,
  anyCase: false,
}
