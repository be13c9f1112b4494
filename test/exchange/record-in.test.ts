import { expect, test } from 'vitest'
import { recordInElement } from '../../src/exchange/record-in.ts'

test.each<[string, unknown, unknown]>([
  ['alone', { serviceCall: { id: 'A', subject: 'a' } }, { id: 'A', subject: 'a' }],
  ['after another member', { aggregates: {}, serviceCall: { id: 'A' } }, { id: 'A' }],
  ['before another member', { serviceCall: { id: 'A' }, links: { self: '/x' } }, { id: 'A' }],
  ['without an id, for fields chose others', { aggregates: {}, serviceCall: { subject: 'a' } }, { subject: 'a' }],
  ['after one with an id of its own', { $meta: { id: '0' }, serviceCall: { id: 'A' } }, { id: 'A' }],
  ['empty', { serviceCall: {} }, {}],
  ['no record', { count: 3 }, undefined],
  ['no object', 'text', undefined],
])('the record in an element of data: %s', (_, element, record) => expect(recordInElement(element)).toEqual(record))

test('the record in an element of data is that of the resource that was asked', () => {
  const element = { meta: { id: '0', lastChanged: 0 }, serviceCall: { subject: 'a' } }
  const asked = (path: string) => recordInElement(element, `http://127.0.0.1/api/data/v4/${path}?dtos=x`)
  expect(asked('ServiceCall')).toEqual({ subject: 'a' })
  expect(asked('ServiceCall/externalId/7')).toEqual({ subject: 'a' })
  expect(asked('Meta')).toEqual({ id: '0', lastChanged: 0 })
})
