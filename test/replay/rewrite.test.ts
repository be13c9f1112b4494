import { expect, test } from 'vitest'
import { readMessage } from '../../src/batch/read.ts'
import { requestIn } from '../../src/batch/http-head.ts'
import { compareJson, nothing } from '../../src/replay/compare-json.ts'
import type { Ground } from '../../src/replay/likeness.ts'
import { createMapping } from '../../src/replay/mapping.ts'
import { rewriteBatch } from '../../src/replay/rewrite-batch.ts'
import { rewriteJson } from '../../src/replay/rewrite-json.ts'
import { rewriteQuery } from '../../src/replay/rewrite-query.ts'
import { timeline } from '../../src/replay/timeline.ts'

const [one, two] = ['0A1B2C3D4E5F60718293A4B5C6D7E8F9', 'FFFFFFFFFFFFFFFFFFFFFFFFFFFFFF01'] as const
const dashed = (id: string) => id.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

function known() {
  const mapping = createMapping('ftag000000')
  mapping.agree(one, two)
  mapping.choseName('K-1', 'ftag000000-K-1')
  mapping.agreeOn(one, 'lastChanged', 1_700_000_000_111, 1_800_000_000_222)
  return mapping
}

test('a body keeps its form; ids in every spelling, names and lock times become those of now', () => {
  const body = `{ "id" : "${one}",\n "lastChanged":1700000000111, "remarks":"see ${dashed(one)} \\u00e9", "partner": "K-1", "amount": 1700000000111, "note": "K-12" , }`
  expect(rewriteJson(body, known(), one, 0)).toBe(
    `{ "id" : "${two}",\n "lastChanged":1800000000222, "remarks":${JSON.stringify(`see ${dashed(two)} é`)}, "partner": "ftag000000-K-1", "amount": 1700000000111, "note": "K-12" , }`,
  )
})

test('each record of a list has its own lock time', () => {
  const mapping = known()
  mapping.agree('A'.repeat(32), 'B'.repeat(32))
  mapping.agreeOn('A'.repeat(32), 'lastChanged', 1_700_000_000_111, 1_800_000_000_333)
  const list = JSON.stringify([
    { id: one, lastChanged: 1_700_000_000_111 },
    { id: 'A'.repeat(32), lastChanged: 1_700_000_000_111 },
    { id: one, lastChanged: 7 },
  ])
  expect(JSON.parse(rewriteJson(list, mapping, undefined, 0))).toEqual([
    { id: two, lastChanged: 1_800_000_000_222 },
    { id: 'B'.repeat(32), lastChanged: 1_800_000_000_333 },
    { id: two, lastChanged: 7 },
  ])
})

test.each([
  [`id = "${one}" AND externalId in ("K-1","K-9")`, `id = "${two}" AND externalId in ("ftag000000-K-1","K-9")`],
  ['externalId like "K-%" OR subject like "%K-1"', 'externalId like "ftag000000-K-%" OR subject like "%K-1"'],
  ['lastChanged > 1700000000111 AND amount > 1700000000111', 'lastChanged > 1800000000222 AND amount > 1700000000111'],
  [
    `SELECT sc.id FROM ServiceCall sc WHERE sc.lastChanged >= '1700000000111' AND sc.startDateTime < "2023-11-14T22:13:20Z"`,
    `SELECT sc.id FROM ServiceCall sc WHERE sc.lastChanged >= '1800000000222' AND sc.startDateTime < "2023-11-14T22:13:20Z"`,
  ],
])('%s', (query, expected) => {
  expect(rewriteQuery(query, known(), 1_700_000_000_500)).toBe(expected)
})

test('a bound that no answer told is the same moment of the replay; one of long ago stays', () => {
  const mapping = known()
  mapping.timeline.note(
    { from: 1_700_000_000_000, to: 1_700_000_000_010 },
    { from: 1_800_000_000_000, to: 1_800_000_000_001 },
  )
  expect(rewriteQuery('createDateTime >= "2023-11-14T22:13:20Z"', mapping, 1_700_000_000_500)).toBe(
    `createDateTime >= "${new Date(1_800_000_000_000).toISOString().replace('.000', '')}"`,
  )
  expect(rewriteQuery('lastChanged > 1000000000000', mapping, 1_700_000_000_500)).toBe('lastChanged > 1000000000000')
})

test('a moment lies between its neighbours, however long the client paused', () => {
  const line = timeline(() => 5_030)
  line.note({ from: 1_000, to: 1_010 }, { from: 5_000, to: 5_004 })
  line.note({ from: 61_000, to: 61_020 }, { from: 5_006, to: 5_008 })
  expect([900, 1_000, 1_010, 31_005, 61_000, 61_020, 70_000].map((moment) => line.at(moment, 70_000))).toEqual([
    4_900, 5_000, 5_004, 5_005, 5_006, 5_008, 5_030,
  ])
  expect(line.at(1_000 + 10 * 24 * 3_600_000, 70_000)).toBeUndefined()
})

test('what was before a time of the server stays before it, and what was after it after', () => {
  const line = timeline(() => 9_000)
  line.note({ from: 1_000, to: 1_100 }, { from: 8_000, to: 8_003 })
  line.told(1_050, 8_002)
  line.told(1_020, 8_000)
  line.told(1_049, 5_000)
  expect([1_019, 1_021, 1_049, 1_051].map((moment) => line.at(moment, 2_000))).toEqual([8_000, 8_001, 8_001, 8_003])
})

test('a bound within a deletion is told, one right before or after it is not', () => {
  const line = timeline()
  line.noteDeletion(7, { from: 100, to: 104.6 })
  expect([99, 100, 101, 104, 105].map((moment) => line.deletionAt(moment))).toEqual([
    undefined,
    undefined,
    7,
    7,
    undefined,
  ])
})

test('a part that grows tells its new length, one whose length was wrong stays wrong by as much, and nothing else moves', () => {
  const part = (length: number) =>
    `--b\r\ncontent-type: application/http\r\nContent-ID: x\r\n\r\nPOST /a HTTP/1.1\r\nContent-length: ${length}\r\nX-Odd:  kept\r\n\r\n{"a":1}`
  const body = Buffer.from(
    `preamble\r\n${part(7)}\r\n${part(4)}\r\n--b\r\n\r\nthis is no request\r\n--b--  \r\nepilogue`,
  )
  const made = rewriteBatch('multipart/mixed; boundary=b', body, (request) => ({
    target: `${request.target}/longer`,
    header: (_, value) => value,
    body: Buffer.from(request.body.toString('utf8').replace('{"a":1', () => '{"a":"é$&"')),
  })).toString('utf8')
  expect(made).toBe(
    body
      .toString('utf8')
      .replaceAll('POST /a ', 'POST /a/longer ')
      .replaceAll('{"a":1}', () => '{"a":"é$&"}')
      .replace('length: 7', 'length: 12')
      .replace('length: 4', 'length: 9'),
  )
  const [first] = readMessage('multipart/mixed; boundary=b', Buffer.from(made)).parts
  expect(first && requestIn(first)).toMatchObject({ irregular: [], message: { target: '/a/longer' } })
})

const ground = (more: Partial<Ground> = {}): Ground => ({
  facts: { addresses: { auth: '', directory: '' }, basePaths: {}, dtos: {}, side: 'server' },
  mapping: known(),
  recorded: { user: 'ann' },
  now: { user: 'admin' },
  isSent: (time) => time === '2026-01-01T00:00:00Z',
  ...more,
})
const paths = (recorded: unknown, now: unknown, more?: Partial<Ground>) =>
  compareJson(recorded, now, ground(more)).map(({ path }) => path)
const record = (id: string, more: object = {}) => ({ call: { id, subject: 's', ...more } })

test('lists are sets unless an order was asked for', () => {
  const lists = [
    { data: [record('A'.repeat(32), { subject: 'a' }), record(one, { subject: 'b' })] },
    { data: [record(two, { subject: 'b' }), record('C'.repeat(32), { subject: 'a' })] },
  ] as const
  expect(paths(...lists)).toEqual([])
  expect(paths(...lists, { order: ['subject'] })).toEqual(['data: the order by subject'])
  expect(paths({ data: [record(one)] }, { data: [record(two), record(two)] })).toEqual(['data[1]'])
})

test('what the server chooses is compared by form, and agrees with what it chose before', () => {
  expect(paths(record(one), record(two))).toEqual([])
  expect(paths(record(one), record('D'.repeat(32)))).toEqual(['call.id'])
  expect(paths(record('A'.repeat(32)), record(two)), 'a known id cannot be another record, too').toEqual(['call.id'])
  expect(
    paths(record(one, { lastChanged: 1_700_000_000_111 }), record(two, { lastChanged: 1_800_000_000_222 })),
  ).toEqual([])
  expect(
    paths(record(one, { lastChanged: 1_700_000_000_111 }), record(two, { lastChanged: 1_800_000_000_223 })),
  ).toEqual(['call.lastChanged'])
  expect(
    paths(record(one, { lastChanged: 1_700_000_000_999 }), record(two, { lastChanged: 1_800_000_000_222 })),
    'it changed, and it did not',
  ).toEqual(['call.lastChanged'])
  expect(paths({ done: '2026-01-01T10:00:00Z' }, { done: '2026-02-02T12:30:00Z' })).toEqual([])
  expect(paths({ done: '2026-01-01T00:00:00Z' }, { done: '2026-01-01T01:00:00Z' }), 'the client sent it').toEqual([
    'done',
  ])
  expect(paths({ done: '2026-01-01T10:00:00Z' }, { done: '2026-02-02T12:30:00.000Z' })).toEqual(['done'])
})

test('a cluster is somewhere else; an address that the client gave is not', () => {
  expect(paths({ URL: 'https://eu.example/one' }, { URL: 'http://127.0.0.1:1' })).toEqual([])
  expect(paths({ URL: 'https://eu.example/one' }, { URL: 'nowhere' })).toEqual(['URL'])
  expect(paths({ link: 'https://eu.example/one' }, { link: 'https://eu.example/two' })).toEqual(['link'])
})

test('texts are compared with ids, names and users put right; all else exactly', () => {
  expect(
    paths(
      { message: `record ${one} of ann`, by: 'ann', at: 'http://a:1/x' },
      { message: `record ${dashed(two)} of ann`, by: 'admin', at: 'https://b/x' },
    ),
  ).toEqual([])
  expect(
    paths({ name: 'K-1', n: 1, flag: false, unset: null }, { name: 'ftag000000-K-1', n: 2, flag: true, unset: '' }),
  ).toEqual(['n', 'flag', 'unset'])
  expect(compareJson({ a: null }, { b: 1 }, ground())).toEqual([
    { path: 'a', recorded: null, now: nothing },
    { path: 'b', recorded: nothing, now: 1 },
  ])
  expect(paths({ secret: 'redacted-0123abcd' }, { secret: 'anything' })).toEqual([])
})
