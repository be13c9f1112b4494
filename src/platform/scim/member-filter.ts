/** A member as a filter sees it: its sub-attributes under names in lower case. */
type MemberFacts = Readonly<Record<string, unknown>>
type Test = (facts: MemberFacts) => boolean

/** Groups within groups of a filter, at most. */
const deepest = 20

/** What the filter of a path says of a member (RFC 7644, 3.4.2.2 and 3.5.2); undefined if it is none. */
export function memberFilter(text: string): Test | undefined {
  const words = wordsIn(text)
  if (!words) return undefined
  const reading = { words, at: 0, depth: 0 }
  const test = anyOf(reading)
  return reading.at === words.length ? test : undefined
}

interface Reading {
  readonly words: readonly string[]
  at: number
  depth: number
}

const wordsIn = (text: string): string[] | undefined => {
  const words: string[] = []
  const next = /\s*("(?:[^"\\]|\\.)*"|[()]|[^\s()"]+)/y
  const end = text.trimEnd().length
  let at = 0
  while (at < end) {
    next.lastIndex = at
    const [whole = '', word] = next.exec(text) ?? []
    if (word === undefined) return undefined
    words.push(word)
    at += whole.length
  }
  return words
}

const isNext = ({ words, at }: Reading, word: string): boolean => words[at]?.toLowerCase() === word

/** One rule, or several with a word between them: `and` binds more than `or`. */
const joinedBy =
  (word: string, rule: (reading: Reading) => Test | undefined, all: boolean) =>
  (reading: Reading): Test | undefined => {
    const tests = [rule(reading)]
    while (isNext(reading, word)) {
      reading.at += 1
      tests.push(rule(reading))
    }
    const sound = tests.filter((test) => test !== undefined)
    if (sound.length < tests.length) return undefined
    return (facts) => (all ? sound.every((test) => test(facts)) : sound.some((test) => test(facts)))
  }

const allOf = joinedBy('and', single, true)
const anyOf = joinedBy('or', allOf, false)

function single(reading: Reading): Test | undefined {
  const isNegated = isNext(reading, 'not')
  if (isNegated) reading.at += 1
  if (!isNext(reading, '(')) return isNegated ? undefined : comparison(reading)
  if (reading.depth === deepest) return undefined
  reading.at += 1
  reading.depth += 1
  const inner = anyOf(reading)
  reading.depth -= 1
  if (!inner || !isNext(reading, ')')) return undefined
  reading.at += 1
  return isNegated ? (facts) => !inner(facts) : inner
}

const known = ['value', 'display', '$ref', 'type']

function comparison(reading: Reading): Test | undefined {
  const [name = '', operator = '', operand] = reading.words.slice(reading.at, reading.at + 3)
  const attribute = name.toLowerCase()
  if (!known.includes(attribute)) return undefined
  const said = ({ [attribute]: value }: MemberFacts): string | undefined => (value == null ? undefined : textOf(value))
  if (operator.toLowerCase() === 'pr') {
    reading.at += 2
    return (facts) => said(facts) !== undefined
  }
  const compare = comparisons[operator.toLowerCase()]
  const sought = operand === undefined ? undefined : literal(operand)
  if (!compare || sought === undefined) return undefined
  reading.at += 3
  return (facts) => compare(said(facts), sought.text)
}

/** The ids of members are texts to one and numbers to another; letter case tells nothing apart (RFC 7643, 8.7.1). */
const textOf = (value: unknown): string => String(value).toLowerCase()

const comparisons: Readonly<Record<string, (value: string | undefined, sought: string | undefined) => boolean>> = {
  eq: (value, sought) => value === sought,
  ne: (value, sought) => value !== sought,
  co: (value = '', sought = '') => value.includes(sought),
  sw: (value = '', sought = '') => value.startsWith(sought),
  ew: (value = '', sought = '') => value.endsWith(sought),
  gt: (value, sought) => order(value, sought) > 0,
  ge: (value, sought) => order(value, sought) >= 0,
  lt: (value, sought) => order(value, sought) < 0,
  le: (value, sought) => order(value, sought) <= 0,
}

const order = (value: string | undefined, sought: string | undefined): number => {
  if (value === undefined || sought === undefined) return Number.NaN
  return value < sought ? -1 : value > sought ? 1 : 0
}

/** A JSON literal: a text, a number, true, false or null; undefined if it is none. */
function literal(word: string): { readonly text: string | undefined } | undefined {
  try {
    const value: unknown = JSON.parse(word)
    return { text: value === null ? undefined : textOf(value) }
  } catch {
    return undefined
  }
}
