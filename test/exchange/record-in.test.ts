import { expect, test } from 'vitest'
import { recordInElement } from '../../src/exchange/record-in.ts'

test.each<[string, unknown, unknown]>([
  ['alone', { serviceCall: { id: 'A', subject: 'a' } }, { id: 'A', subject: 'a' }],
  ['after another member', { aggregates: {}, serviceCall: { id: 'A' } }, { id: 'A' }],
  ['before another member', { serviceCall: { id: 'A' }, links: { self: '/x' } }, { id: 'A' }],
  ['without an id, for fields chose others', { aggregates: {}, serviceCall: { subject: 'a' } }, { subject: 'a' }],
  ['empty', { serviceCall: {} }, {}],
  ['no record', { count: 3 }, undefined],
  ['no object', 'text', undefined],
])('the record in an element of data: %s', (_, element, record) => expect(recordInElement(element)).toEqual(record))
