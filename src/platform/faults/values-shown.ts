import type { Fault } from '../deviation.ts'
import type { Showing, ValueKind } from '../rulebook/values.ts'
import { fits, latin, shifted, turned } from './value-turns.ts'

/** A value of one kind is shown as another one, in some places. */
const shown = (
  id: string,
  says: string,
  breaks: Fault['breaks'],
  kind: ValueKind,
  as: (value: never) => unknown,
  at: Partial<Showing>,
): Fault => ({
  id: `value-${id}`,
  breaks,
  says,
  rule: {
    values: {
      shown: (value, showing) => (showing.kind === kind && fits<Showing>(showing, at) ? as(value as never) : value),
    },
  },
})

/** Faults of one place in which values are shown. */
export const shownValueFaults: readonly Fault[] = [
  ...(['external-id', 'search', 'expanded', 'row'] as const).flatMap((place): Fault[] => {
    const words = {
      'external-id': ['read by external id', 'A-DAT-14'],
      search: ['found by a query', 'A-DAT-02'],
      expanded: ['expanded', 'A-EXP-01'],
      row: ['in rows of the Query API', 'A-QRY-02'],
    } as const
    const [where, statement] = words[place]
    const at =
      place === 'external-id'
        ? 'by-external-id'
        : place === 'row'
          ? 'in-rows'
          : place === 'search'
            ? 'in-lists'
            : 'expanded'
    return [
      shown(`text-latin-1-${at}`, `Texts are ${where} in Latin-1.`, [statement], 'text', latin, { place }),
      shown(`date-time-shifted-${at}`, `Date-times are ${where} an hour late.`, [statement], 'dateTime', shifted(1), {
        place,
      }),
      shown(`boolean-turned-${at}`, `Booleans are ${where} turned round.`, [statement], 'boolean', turned, { place }),
      ...(place === 'expanded' || place === 'row'
        ? []
        : [
            shown(`number-whole-${at}`, `Numbers are ${where} without decimals.`, [statement], 'number', Math.trunc, {
              place,
            }),
          ]),
      shown(`reference-hidden-${at}`, `References are ${where} as null.`, [statement], 'reference', () => null, {
        place,
      }),
      shown(
        `list-shortened-${at}`,
        `Lists of references are ${where} without their last element.`,
        [statement],
        'references',
        (ids: string[]) => ids.slice(0, -1),
        { place },
      ),
      shown(`inlined-hidden-${at}`, `Inlined objects are ${where} as null.`, [statement], 'inlined', () => null, {
        place,
      }),
    ]
  }),
  ...(['text', 'dateTime', 'boolean', 'number', 'reference', 'references', 'inlined'] as const).map((kind): Fault =>
    shown(
      `${{ text: 'text', dateTime: 'date-time', boolean: 'boolean', number: 'number', reference: 'reference', references: 'list', inlined: 'inlined' }[kind]}-wrong-in-batch-reads`,
      `A GET in a batch shows values of the kind ${kind} wrongly.`,
      ['A-BAT-05'],
      kind,
      (value: unknown) =>
        typeof value === 'boolean'
          ? !value
          : typeof value === 'number'
            ? Math.trunc(value)
            : kind === 'text'
              ? latin(value as string)
              : kind === 'dateTime'
                ? shifted(1)(value as string)
                : kind === 'references'
                  ? (value as unknown[]).slice(0, -1)
                  : null,
      { inBatch: true, place: 'id' },
    ),
  ),
  shown(
    'date-time-shifted-in-answers',
    'The answers to PUT and PATCH show date-times an hour late.',
    ['A-DAT-05', 'A-DAT-07', 'A-DAT-15'],
    'dateTime',
    shifted(1),
    { place: 'written' },
  ),
  shown(
    'boolean-turned-in-answers',
    'The answers to writes show booleans turned round.',
    ['A-DAT-05', 'A-DAT-07', 'A-DAT-15'],
    'boolean',
    turned,
    { place: 'written' },
  ),
  shown(
    'text-upper-case-expanded',
    'Texts are expanded in upper case.',
    ['A-EXP-01'],
    'text',
    (text: string) => text.toUpperCase(),
    { place: 'expanded' },
  ),
]
