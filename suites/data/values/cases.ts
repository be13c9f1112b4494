import { momentOf } from '../../../src/exchange/moment.ts'
import { plainId, sameId, type Context } from '../../../src/kit/index.ts'
import { sameName } from '../../../src/kit/names.ts'
import { Blocked } from '../../../src/target/blocked.ts'
import type { Need } from '../../../src/target/needs.ts'
import { madeOnce } from '../made-once.ts'
import { call, stored } from '../steps.ts'

/** A value of one kind that a caller sets, and one that a record held before it. */
export interface ValueCase {
  readonly name: string
  readonly kind: Kind
  readonly need?: Need
  /** The resource and the field that hold it. */
  place(context: Context): { readonly resource: string; readonly field: string }
  values(context: Context): Promise<{ readonly before: unknown; readonly after: unknown }>
}

export type Kind =
  'text' | 'date-time' | 'boolean' | 'integer' | 'decimal' | 'reference' | 'list' | 'inlined' | 'object-reference'

/** Fields that the documents' sample of a service call shows; others come from the target file. */
const sampleFields = { text: 'remarks', 'date-time': 'startDateTime', boolean: 'chargeableEfforts' } as const

/** Numbers that depend on the seed alone, so that nights try different values. */
function drawn({ seed }: Pick<Context, 'seed'>): (below: number) => number {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const ranges = {
  'not-ascii': [
    [0x100, 0x17f],
    [0x391, 0x3a1],
    [0x410, 0x44f],
    [0x4e00, 0x9fa5],
    [0x3041, 0x3093],
  ],
  astral: [
    [0x1f600, 0x1f64f],
    [0x1d400, 0x1d433],
    [0x20000, 0x2a6d6],
  ],
} as const

function written(context: Pick<Context, 'seed'>, range: keyof typeof ranges): string {
  const next = drawn(context)
  const letters = ranges[range].map(([first, last]) => String.fromCodePoint(first + next(last - first + 1)))
  return `a ${letters.join('')} z ${letters.join(' ')}`.normalize('NFC')
}

const two = (number: number): string => String(number).padStart(2, '0')

function moment(context: Pick<Context, 'seed'>, day?: string, milliseconds = ''): string {
  const next = drawn(context)
  const [year, date] = [2031 + next(5), `${two(1 + next(12))}-${two(1 + next(28))}`]
  return `${day ?? `${year}-${date}`}T${two(next(24))}:${two(next(60))}:${two(next(60))}${milliseconds}Z`
}

const plain = (
  name: string,
  kind: 'text' | 'date-time' | 'boolean',
  before: unknown,
  after: (context: Context) => unknown,
): ValueCase => ({
  name,
  kind,
  place: () => ({ resource: call, field: sampleFields[kind] }),
  values: async (context) => ({ before, after: after(context) }),
})

const early = '2031-03-01T10:00:00Z'

/** Three records of the resource that a reference leads to, and three of that of a list. */
const ends = {
  reference: madeOnce(async (context) => threeOf(context, context.target.fixtures.reference?.to)),
  listReference: madeOnce(async (context) => threeOf(context, context.target.fixtures.listReference?.to)),
  objectReference: madeOnce(async (context) => threeOf(context, pointedTo(context))),
}

/** A resource that an embedded object reference may point to, and that can be made. */
function pointedTo({ target }: Context): string {
  const types = Object.keys(target.fixtures.objectReference?.types ?? {})
  const to = types.find((resource) => resource in target.templates)
  if (to === undefined) throw new Blocked(`set a template of one of ${types.join(', ')} in the target file`)
  return to
}

async function threeOf(context: Context, resource: string | undefined): Promise<readonly [string, string, string]> {
  const one = async () => (await stored(context, {}, resource)).id
  return [await one(), await one(), await one()]
}

const fixed =
  (fixture: 'reference' | 'listReference' | 'inlined' | 'objectReference' | 'integerField' | 'decimalField') =>
  ({ target }: Context) => ({
    resource: target.fixtures[fixture]?.resource ?? '',
    field: target.fixtures[fixture]?.field ?? '',
  })

const number = (
  name: 'integer' | 'decimal' | 'integer-zero' | 'integer-beyond-32-bits',
  after: (context: Context) => number,
): ValueCase => {
  const kind = name === 'decimal' ? name : 'integer'
  return {
    name,
    kind,
    need: `${kind}-field`,
    place: fixed(`${kind}Field`),
    values: async (context) => ({ before: 3, after: after(context) }),
  }
}

const list = (
  name: string,
  of: (ids: readonly [string, string, string]) => { readonly before: unknown; readonly after: unknown },
): ValueCase => ({
  name,
  kind: 'list',
  need: 'list-reference',
  place: fixed('listReference'),
  values: async (context) => of(await ends.listReference(context)),
})

/** Every kind of value that the documents or the target file tell of, some in several sizes. */
export const valueCases: readonly ValueCase[] = [
  plain('text-not-ascii', 'text', 'before', (context) => written(context, 'not-ascii')),
  plain('text-astral', 'text', 'before', (context) => written(context, 'astral')),
  plain('text-marks', 'text', 'before', () => `"two" 'one' back\\slash \\n & {0} %41 \${x} a=b; #1`),
  plain('text-white-space', 'text', 'before', () => 'two  blanks, a\ttab and\na second line'),
  plain('text-long', 'text', 'before', () => 'A sentence of forty characters in length. '.repeat(48).trim()),
  plain('date-time', 'date-time', early, (context) => moment(context)),
  plain('date-time-year-end', 'date-time', early, (context) => moment(context, `${2030 + (context.seed % 7)}-12-31`)),
  plain('date-time-leap-day', 'date-time', early, (context) => moment(context, '2032-02-29')),
  plain('date-time-milliseconds', 'date-time', early, (context) =>
    moment(context, undefined, `.${two(1 + (context.seed % 98))}7`),
  ),
  plain('boolean-true', 'boolean', false, () => true),
  plain('boolean-false', 'boolean', true, () => false),
  number('integer', (context) => 300 + drawn(context)(1000)),
  number('integer-zero', () => 0),
  number('decimal', (context) => Number(`${16_777_217 + drawn(context)(1000)}.37`)),
  {
    name: 'reference',
    kind: 'reference',
    need: 'reference',
    place: fixed('reference'),
    async values(context) {
      const [before, after] = await ends.reference(context)
      return { before, after }
    },
  },
  list('list', ([a, b, c]) => ({ before: [a, b], after: [b, c] })),
  list('list-shortened', ([a, b]) => ({ before: [a, b], after: [b] })),
  list('list-emptied', ([a, b]) => ({ before: [a, b], after: [] })),
  {
    name: 'inlined',
    kind: 'inlined',
    need: 'inlined-object',
    place: fixed('inlined'),
    values: async ({ target }) => ({ before: undefined, after: target.fixtures.inlined?.whole }),
  },
  {
    name: 'object-reference',
    kind: 'object-reference',
    need: 'object-reference',
    place: fixed('objectReference'),
    async values(context) {
      const { id = '', type = '', types = {} } = context.target.fixtures.objectReference ?? {}
      const to = pointedTo(context)
      const [one, other] = await ends.objectReference(context)
      return { before: { [id]: one, [type]: types[to] }, after: { [id]: other, [type]: types[to] } }
    },
  },
  // More seconds than a signed number of 32 bits counts.
  plain('date-time-after-2038', 'date-time', early, () => '2045-02-03T08:00:00Z'),
  // Behind all others: which ways a standard run tries of a case follows from its place.
  plain('date-time-past', 'date-time', early, (context) => moment(context, '1961-05-05')),
  number('integer-beyond-32-bits', (context) => 2 ** 32 + 1 + drawn(context)(1000)),
]

export const caseNamed = (name: string): ValueCase => {
  const found = valueCases.find((one) => one.name === name)
  if (!found) throw new Error(`no case ${name}`)
  return found
}

const unset = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0)
/** One reference may be shown as a text (A-REC-11). */
const idsIn = (value: unknown): readonly string[] | undefined =>
  unset(value)
    ? undefined
    : [value]
        .flat()
        .map((one) => plainId(String(one)))
        .sort()

/** Every field of what was sent stands in what is shown, which may have more. */
function covers(shown: unknown, sent: unknown): boolean {
  if (Array.isArray(sent)) return Array.isArray(shown) && sent.every((one) => shown.some((other) => covers(other, one)))
  if (typeof sent === 'object' && sent !== null)
    return (
      typeof shown === 'object' &&
      shown !== null &&
      Object.entries(sent).every(([name, inner]) => covers((shown as Record<string, unknown>)[name], inner))
    )
  // How a type is spelled in a reference is the target's.
  return shown === sent || sameId(shown, sent) || sameName(shown, sent)
}

/** Line ends and the composition of letters are layout. */
const plainText = (text: unknown): string => String(text).normalize('NFC').replaceAll('\r\n', '\n')

const minuteMs = 60_000
/** Whether it is the moment that was sent, or its minute, if a whole second was sent: how exact a date-time is, is not stated. */
const isMoment = (is: number, due: number): boolean =>
  is === due || (due % 1000 === 0 && is % minuteMs === 0 && due > is && due - is < minuteMs)

/** Whether a value means what was sent: its layout is the target's. */
export function means(kind: Kind, shown: unknown, sent: unknown): boolean {
  switch (kind) {
    case 'text':
      return typeof shown === 'string' && plainText(shown) === plainText(sent)
    case 'date-time':
      // Without a zone it would be another moment in each place.
      if (typeof shown === 'string' && !/(?:Z|[+-]\d\d(?::?\d\d)?)$/i.test(shown)) return false
      return isMoment(typeof shown === 'number' ? shown : momentOf(shown), momentOf(sent))
    case 'boolean':
      // Whether a flag that is not set is shown as false is open.
      return shown === sent || (sent === false && unset(shown))
    case 'integer':
    case 'decimal':
      return !unset(shown) && Math.abs(Number(shown) - Number(sent)) < 1e-6
    case 'reference':
      return sameId(shown, sent)
    case 'list':
      return unset(sent) ? unset(shown) : idsIn(shown)?.join() === idsIn(sent)?.join()
    default:
      return covers(shown, sent)
  }
}
