import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drift } from '../../src/learn/drift.ts'
import { overlayOf, overlayText } from '../../src/learn/overlay.ts'
import { readOverlay } from '../../src/learn/read-overlay.ts'
import { address, entry, learnedFrom, overlayFrom, page, validatorOf } from './subject.ts'

const word = fc.constantFrom('OPEN', 'CLOSED', 'IN_CLOUD', 'true', 'rare', '', 'redacted-0a1b2c3d')
const text = fc.oneof(
  word,
  fc.string({ unit: 'binary' }),
  fc.uuid(),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
  fc.emailAddress(),
  fc.webUrl({ withQueryParameters: true }),
  fc.string({ minLength: 32, maxLength: 32, unit: fc.constantFrom(...'0123456789abcdefABCDEF') }),
  fc.constantFrom(
    '2020-02-30',
    '2020-01-01T24:00:00Z',
    '2020-01-01T00:00:60Z',
    '20200101T101010Z',
    '2020-01-01T10:10',
    'http://',
    'urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
    '😀😀',
    '\ud800',
  ),
)
const key = fc.oneof(
  fc.constantFrom(
    'status',
    'syncStatus',
    'name',
    'id',
    'lastChanged',
    'password',
    'businessPartner',
    'constructor',
    '__proto__',
    'toString',
    'a.b',
    '*',
    '',
  ),
  fc.string({ maxLength: 5 }),
  fc.uuid(),
)
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    text,
    fc.integer(),
    fc.double({ noDefaultInfinity: true, noNaN: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}))
const record = fc.dictionary(key, value, { maxKeys: 6, noNullPrototype: true })
/** Records of one kind as a target would send them, so that there is something to learn. */
const alike = fc.record(
  {
    status: word,
    remarks: fc.option(text),
    syncStatus: fc.constantFrom('IN_CLOUD', 'LOCAL'),
    number: fc.integer(),
    orderDateTime: fc.constant('2020-01-01T00:00:00Z'),
  },
  { requiredKeys: ['status', 'syncStatus'] },
)
const records = fc.oneof(
  fc.array(record, { minLength: 1, maxLength: 12 }),
  fc.array(alike, { minLength: 1, maxLength: 30 }),
)
const pagesOf = (all: readonly unknown[], size: number): unknown[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => page(all.slice(at * size, (at + 1) * size)))
/** As it came over the wire. */
const wire = (one: unknown): unknown => JSON.parse(JSON.stringify(one))

test('every record that an overlay was learned from is valid against it', () => {
  fc.assert(
    fc.property(records, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 6 }), (all, size, minCount) => {
      const isValid = validatorOf(overlayFrom(pagesOf(all, size), minCount))
      expect(all.filter((shown) => !isValid(wire(shown)))).toEqual([])
    }),
    { numRuns: 80 },
  )
})

test('so are the bodies sent', () => {
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 6 }), (all) => {
      const isValid = validatorOf(
        overlayFrom(
          all.map((one) => entry('POST', `${address}/ServiceCall?dtos=ServiceCall.27`, 201, {}, one)),
          2,
        ),
        'ServiceCall.27.sent',
      )
      expect(all.filter((shown) => !isValid(wire(shown)))).toEqual([])
    }),
    { numRuns: 30 },
  )
})

test('an overlay that was read writes the same bytes', () => {
  fc.assert(
    fc.property(records, fc.boolean(), (all, two) => {
      const learned = learnedFrom(pagesOf(all, 2))
      if (two) learnedFrom(pagesOf(all, 3), 'other.har', learned)
      const written = overlayText(overlayOf(learned, 5))
      expect(overlayText(overlayOf(readOverlay(written, 'overlay.json').learned, 5))).toBe(written)
    }),
    { numRuns: 100 },
  )
})

test('what was learned in two steps holds the records of both, and counts them together', () => {
  fc.assert(
    fc.property(records, records, (one, other) => {
      const first = readOverlay(overlayText(overlayFrom(pagesOf(one, 2))), 'overlay.json').learned
      const both = overlayOf(learnedFrom(pagesOf(other, 2), 'other.har', first), 5)
      const isValid = validatorOf(both)
      expect([...one, ...other].filter((shown) => !isValid(wire(shown)))).toEqual([])
      expect(both.$defs['ServiceCall.27']?.['x-observed'].count).toBe(one.length + other.length)
    }),
    { numRuns: 30 },
  )
})

test('the traffic that an overlay was learned from is no drift', () => {
  fc.assert(
    fc.property(records, (all) => {
      const known = readOverlay(overlayText(overlayFrom(pagesOf(all, 3))), 'overlay.json').learned
      expect(drift(known, learnedFrom(pagesOf(all, 3)), 5)).toEqual([])
    }),
    { numRuns: 100 },
  )
})

const mutations: Readonly<Record<string, (record: Record<string, unknown>) => unknown>> = {
  'new field': (one) => ({ ...one, brandNew: 1 }),
  'new type': (one) => ({ ...one, syncStatus: [1] }),
  'null now': (one) => ({ ...one, syncStatus: null }),
  'new value': (one) => ({ ...one, syncStatus: 'BROKEN' }),
  'other format': (one) => ({ ...one, orderDateTime: 'tomorrow' }),
}

test.each(Object.keys(mutations))('one record that departs is drift: %s', (kind) => {
  const regular = fc.record({
    syncStatus: fc.constantFrom('IN_CLOUD', 'LOCAL'),
    number: fc.integer(),
    orderDateTime: fc.constant('2020-01-01T00:00:00Z'),
  })
  fc.assert(
    fc.property(fc.array(regular, { minLength: 5, maxLength: 20 }), fc.nat(), (some, pick) => {
      const all = [
        ...some,
        ...Array.from({ length: 3 }, () =>
          ['IN_CLOUD', 'LOCAL'].map((syncStatus) => ({ syncStatus, number: 1, orderDateTime: '2020-01-01T00:00:00Z' })),
        ).flat(),
      ]
      const known = readOverlay(overlayText(overlayFrom(pagesOf(all, 3))), 'overlay.json').learned
      const at = pick % all.length
      const mutated = all.map((one, position) => (position === at ? mutations[kind]?.(one) : one))
      const found = drift(known, learnedFrom(pagesOf(mutated, 3)), 5)
      const place = Math.floor(at / 3) + 1
      expect(found).toEqual([
        expect.objectContaining({
          kind,
          in: 'ServiceCall.27',
          ...(kind === 'other format' ? {} : { seen: { count: 1, first: place, last: place } }),
        }),
      ])
    }),
    { numRuns: 25 },
  )
})
