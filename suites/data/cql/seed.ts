/** What the seeded records hold, by plan: partners, people and calls stand as positions in their lists. */
export interface SeedCall {
  readonly subject: string
  readonly remarks?: string
  readonly chargeableEfforts: boolean
  readonly chargeableMileages: boolean
  readonly startDateTime?: string
  readonly partner?: number
  readonly technicians?: readonly number[]
}

/** Two of one name in another letter case, and one that nobody refers to. */
export const partnerNames = ['Fieldproof North', 'fieldproof north', 'Fieldproof South'] as const
export const personNames = ['Ampere', 'Becquerel'] as const

const subjects = [
  'abc',
  'Abc',
  'ABC',
  'abc%',
  'abcX',
  'abc%d',
  'abcXd',
  'a.c',
  'axc',
  'xabc',
  'abcabc',
  'bc',
  'a+b',
  'a b',
  'a%2Bb',
  'null',
  'a AND b',
  'x) OR (y',
  '10',
  '9',
]
const remarks = ['first', undefined, 'First', 'a b', undefined, 'second', '%', 'last']
const starts = [
  '2031-03-01T10:00:00Z',
  '2031-03-01T10:00:01Z',
  undefined,
  '2031-03-01T23:59:59Z',
  '2031-03-02T00:00:00Z',
  '2030-12-31T23:59:59Z',
  '2031-10-05T08:00:00Z',
]
const technicians = [[0], [0, 1], [1], undefined, []]

const at = <T>(list: readonly T[], position: number): T => list[position % list.length] as T

/**
 * Twenty calls, so that one list without paging shows them all. Subjects come in pairs that differ in one dimension each (letter case, a percent
 * sign, an anchor, an encoding); the lengths of the other lists have no common divisor, so that their values meet in every combination.
 */
export const seedCalls: readonly SeedCall[] = subjects.map((subject, n) => ({
  subject,
  chargeableEfforts: n % 2 === 0,
  chargeableMileages: n % 3 === 0,
  ...defined({
    remarks: at(remarks, n),
    startDateTime: at(starts, n),
    partner: at([0, 1, undefined], n),
    technicians: at(technicians, n),
  }),
}))

type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> }

function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>
}
