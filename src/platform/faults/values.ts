import type { Fault } from '../deviation.ts'
import type { Taking, ValueKind } from '../rulebook/values.ts'
import { fits, valueKinds, latin, shifted, turned } from './value-turns.ts'
import { shownValueFaults } from './values-shown.ts'
import { unsentFaults } from './values-unsent.ts'

type Write = Partial<Pick<Taking, 'operation' | 'by' | 'inBatch' | 'creates'>>

/** A value of one kind is stored as another one, on some writes. */
const taken = (
  id: string,
  says: string,
  breaks: Fault['breaks'],
  kind: ValueKind,
  as: (value: never) => unknown,
  on: Write = {},
): Fault => ({
  id: `value-${id}`,
  breaks,
  says,
  rule: {
    values: {
      taken: (value, taking) => (taking.kind === kind && fits<Taking>(taking, on) ? as(value as never) : value),
    },
  },
})

const stored = ['A-DAT-03', 'A-DAT-05', 'A-DAT-07'] as const

/** Without the value of the last field of each object. */
function lastLost(held: unknown): unknown {
  if (Array.isArray(held)) return held.map(lastLost)
  const names = Object.keys(held as object)
  return { ...(held as object), [names.at(-1) ?? '']: null }
}

/** Faults of the values of fields: what is sent is not what is read (A-DAT-03, 05, 07, A-REC-09..11, A-BAT-03). */
export const valueFaults: readonly Fault[] = [
  taken(
    'astral-lost',
    'Characters beyond the basic plane are stored as question marks.',
    stored,
    'text',
    (text: string) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '??'),
  ),
  taken('latin-1-on-post', 'POST stores texts in Latin-1.', ['A-DAT-03'], 'text', latin, { operation: 'create' }),
  taken('latin-1-on-put', 'PUT stores texts in Latin-1.', ['A-DAT-05'], 'text', latin, { operation: 'put' }),
  taken('latin-1-on-patch', 'PATCH stores texts in Latin-1.', ['A-DAT-07'], 'text', latin, { operation: 'patch' }),
  taken('text-cut-at-255', 'Texts are cut after 255 characters.', stored, 'text', (text: string) => text.slice(0, 255)),
  taken('backslash-lost', 'Backslashes in texts are dropped.', stored, 'text', (text: string) =>
    text.replaceAll('\\', ''),
  ),
  taken('quotes-escaped', 'Quotes in texts are stored as HTML entities.', stored, 'text', (text: string) =>
    text.replaceAll('"', '&quot;'),
  ),
  taken('white-space-collapsed', 'White space in texts is stored as one blank.', stored, 'text', (text: string) =>
    text.replace(/\s+/g, ' '),
  ),
  taken('fraction-cuts-seconds', 'Date-times with a fraction lose seconds.', ['A-REC-10'], 'dateTime', (time: string) =>
    time.replace(/:\d\d\.(?!000)\d+Z$/, ':00Z'),
  ),
  taken(
    'year-of-the-week',
    'The last days of December are stored in the following year.',
    ['A-DAT-03', 'A-REC-10'],
    'dateTime',
    (time: string) =>
      time.replace(/^(\d{4})-12-(29|30|31)/, (_, year: string, day) => `${Number(year) + 1}-12-${String(day)}`),
  ),
  taken(
    'leap-day-moved',
    'The 29th of February is stored as the 28th.',
    ['A-DAT-03', 'A-REC-10'],
    'dateTime',
    (time: string) => time.replace('-02-29T', '-02-28T'),
  ),
  taken('date-time-shifted-on-put', 'PUT stores date-times an hour late.', ['A-DAT-05'], 'dateTime', shifted(1), {
    operation: 'put',
  }),
  taken('date-time-shifted-on-patch', 'PATCH stores date-times an hour late.', ['A-DAT-07'], 'dateTime', shifted(1), {
    operation: 'patch',
  }),
  taken(
    'date-time-early-by-external-id',
    'Updates by external id store date-times two hours early.',
    ['A-DAT-15'],
    'dateTime',
    shifted(-2),
    { by: 'externalId' },
  ),
  taken('true-overlooked', 'true is stored as false.', stored, 'boolean', () => false),
  taken('true-overlooked-on-put', 'PUT stores true as false.', ['A-DAT-05'], 'boolean', () => false, {
    operation: 'put',
  }),
  taken('false-overlooked-on-put', 'PUT stores false as true.', ['A-DAT-05'], 'boolean', () => true, {
    operation: 'put',
    creates: false,
  }),
  {
    id: 'value-false-overlooked-on-patch',
    breaks: ['A-DAT-07'],
    says: 'PATCH overlooks false.',
    rule: {
      data: {
        patched: (before, sent) => ({
          ...before,
          ...Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== false)),
        }),
      },
    },
  },
  {
    id: 'value-zero-overlooked-on-patch',
    breaks: ['A-DAT-07'],
    says: 'PATCH overlooks 0.',
    rule: {
      data: {
        patched: (before, sent) => ({
          ...before,
          ...Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== 0)),
        }),
      },
    },
  },
  taken('numbers-whole', 'Numbers lose what stands behind the decimal point.', stored, 'number', Math.trunc),
  taken('numbers-single-precision', 'Numbers are stored with single precision.', stored, 'number', Math.fround),
  taken(
    'integers-cut-to-a-byte',
    'Whole numbers lose all but their last eight bits.',
    stored,
    'number',
    (held: number) => (Number.isInteger(held) ? held & 0xff : held),
  ),
  taken('reference-lost-on-post', 'POST stores no references.', ['A-DAT-03'], 'reference', () => null, {
    operation: 'create',
  }),
  taken('reference-lost-on-put', 'PUT stores no references.', ['A-DAT-05'], 'reference', () => null, {
    operation: 'put',
  }),
  taken('list-last-lost', 'Lists of references lose their last element.', stored, 'references', (ids: string[]) =>
    ids.slice(0, -1),
  ),
  taken('date-time-shifted-on-post', 'POST stores date-times an hour late.', ['A-DAT-03'], 'dateTime', shifted(1), {
    operation: 'create',
  }),
  taken('false-overlooked-on-post', 'POST stores false as true.', ['A-DAT-03'], 'boolean', () => true, {
    operation: 'create',
  }),
  {
    id: 'value-reference-kept-on-patch',
    breaks: ['A-DAT-07'],
    says: 'PATCH overlooks a reference where one is stored.',
    rule: {
      data: {
        patched: (before, sent) => ({
          ...before,
          ...Object.fromEntries(
            Object.entries(sent).filter(
              ([name, value]) => !(valueKinds.references(value) && valueKinds.references(before[name])),
            ),
          ),
        }),
      },
    },
  },
  {
    id: 'value-list-added-to',
    breaks: ['A-DAT-07'],
    says: 'PATCH adds the references of a list to the stored ones.',
    rule: {
      data: {
        patched: (before, sent) => ({
          ...before,
          ...Object.fromEntries(
            Object.entries(sent).map(([name, value]) => [
              name,
              valueKinds.lists(value) && Array.isArray(before[name])
                ? [...new Set([...(before[name] as unknown[]), ...(value as unknown[])])]
                : value,
            ]),
          ),
        }),
      },
    },
  },
  {
    id: 'value-empty-list-overlooked',
    breaks: ['A-DAT-07'],
    says: 'PATCH overlooks an empty list.',
    rule: {
      data: {
        patched: (before, sent) => ({
          ...before,
          ...Object.fromEntries(
            Object.entries(sent).filter(([, value]) => !(Array.isArray(value) && value.length === 0)),
          ),
        }),
      },
    },
  },
  taken(
    'list-first-only-on-put',
    'PUT stores the first reference of a list only.',
    ['A-DAT-05'],
    'references',
    (ids: string[]) => ids.slice(0, 1),
    { operation: 'put' },
  ),
  taken('list-cut-at-100', 'Lists of references are cut after 100.', stored, 'references', (ids: string[]) =>
    ids.slice(0, 100),
  ),
  taken('inlined-last-lost', 'The last field of an inlined object is lost.', stored, 'inlined', lastLost),
  taken('reference-lost-in-a-batch', 'Parts of a batch store no references.', ['A-BAT-03'], 'reference', () => null, {
    inBatch: true,
  }),
  taken(
    'list-lost-in-a-batch',
    'Parts of a batch store lists of references empty.',
    ['A-BAT-03'],
    'references',
    () => [],
    {
      inBatch: true,
    },
  ),
  taken('inlined-lost-in-a-batch', 'Parts of a batch store no inlined objects.', ['A-BAT-03'], 'inlined', () => null, {
    inBatch: true,
  }),
  taken('latin-1-in-a-batch', 'Parts of a batch store texts in Latin-1.', ['A-BAT-03'], 'text', latin, {
    inBatch: true,
  }),
  taken(
    'date-time-local-in-a-batch',
    'Parts of a batch store date-times an hour late.',
    ['A-BAT-03'],
    'dateTime',
    shifted(1),
    {
      inBatch: true,
    },
  ),
  taken('boolean-turned-in-a-batch', 'Parts of a batch store booleans turned round.', ['A-BAT-03'], 'boolean', turned, {
    inBatch: true,
  }),
  taken('numbers-whole-in-a-batch', 'Parts of a batch store whole numbers only.', ['A-BAT-03'], 'number', Math.trunc, {
    inBatch: true,
  }),
  ...unsentFaults,
  ...shownValueFaults,
]
