import { Blocked, check, must, Unexercised } from '../../../src/kit/index.ts'
import { succeeded } from '../steps.ts'
import { ask, mustAgree, mustHold } from './ask.ts'
import { tableOf, type Table } from './table.ts'
import { matches, valueOf } from './truth.ts'
import { cql } from './requirements.ts'

interface Cut {
  readonly value: number
  readonly before: number
  readonly after: number
  readonly left: boolean
  readonly right: boolean
}

const texts = ['subject', 'remarks'] as const

/** Values with a percent sign that records of the table show, with their field. */
const percented = ({ rows }: Table): ReadonlyArray<readonly [field: string, value: string]> =>
  texts.flatMap((field) =>
    rows
      .map((row) => valueOf(row, field))
      .filter((value): value is string => typeof value === 'string' && value.includes('%') && !/["\\]/.test(value))
      .map((value) => [field, value] as const),
  )

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

check.property(
  cql['query-literal-percent'],
  'law-literal-percent',
  {
    brokenBy: ['cql-like-escape-ignored', 'cql-ilike-escape-ignored'],
    runs: 8,
    effects: true,
  },
  (fc) =>
    fc.record<Cut>({ value: fc.nat(9), before: fc.nat(4), after: fc.nat(4), left: fc.boolean(), right: fc.boolean() }),
  async (context, { value, before, after, left, right }) => {
    const table = await tableOf(context)
    const known = percented(table)
    const [field, whole] = known[value % known.length] ?? []
    if (field === undefined || whole === undefined) throw new Blocked('no record of the table shows a percent sign')
    const at = whole.indexOf('%')
    const cut = whole.slice(Math.max(0, at - before), at + 1 + after)
    // A wildcard beside a literal percent sign could be read two ways.
    const [open, end] = [left && !cut.startsWith('%'), right && !cut.endsWith('%')]
    const written = (text: string) => `"${open ? '%' : ''}${text.replaceAll('%', '%%')}${end ? '%' : ''}"`
    const meant = (flags: string) =>
      matches(field, new RegExp(`^${open ? '.*' : ''}${literally(cut)}${end ? '.*' : ''}$`, flags))
    await mustHold(context, table, `${field} like ${written(cut)}`, meant('s'))
    await mustHold(context, table, `${field} ilike ${written(cut.toUpperCase())}`, meant('is'))
  },
)

/** What a doubled sign means outside of patterns is open (A-CQL-24): for in it is what it is for =. */
check(
  cql['query-in'],
  'of-doubled-percent-signs-as-by-equality',
  {
    brokenBy: ['cql-doubled-percent-one-sign-but-in-lists', 'cql-doubled-percent-one-sign-in-lists-alone'],
    effects: true,
  },
  async (context) => {
    const table = await tableOf(context)
    const written = ([field, value]: readonly [string, string]) => `${field} = "${value.replaceAll('%', '%%')}"`
    const among = (equality: string, before = '') => equality.replace(/= (.*)$/, `in (${before}$1)`)
    const taken: string[] = []
    for (const equality of new Set(percented(table).map(written))) {
      const { answer } = await ask(context, table, equality)
      if (!succeeded(answer)) must.refused4xx(answer)
      else {
        taken.push(equality)
        await mustAgree(context, table, equality, among(equality))
      }
    }
    const [last] = taken.slice(-1)
    if (last === undefined) throw new Unexercised('no equality with a doubled percent sign is answered')
    await mustAgree(context, table, `${last.replace(/".*$/, '"9"')} OR ${last}`, among(last, '"9", '))
  },
)
