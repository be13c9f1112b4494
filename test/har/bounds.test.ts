import { mkdtempSync, openSync, closeSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { levelsAtMost, partsAtMost, valuesAtMost } from '../../src/exchange/bounds.ts'
import { entryAtMost, Unread } from '../../src/har/entry-bound.ts'
import { exchangeOf, withWholeBodies } from '../../src/har/exchange-of.ts'
import { harHead, harTail } from '../../src/har/har.ts'
import { readHar } from '../../src/har/read.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'har-bounds-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const entry = (text: string, mimeType = 'application/json', more: object = {}): Record<string, unknown> => ({
  startedDateTime: '2026-11-21T10:00:00.000Z',
  time: 1,
  request: { method: 'GET', url: 'https://cluster.example/api/data/v4/ServiceCall', headers: [] },
  response: {
    status: 200,
    statusText: 'OK',
    headers: [{ name: 'Content-Type', value: mimeType }],
    content: { size: text.length, mimeType, text },
  },
  ...more,
})

async function all(file: string): Promise<string[]> {
  const found: string[] = []
  for await (const one of readHar(file)) found.push(one instanceof Unread ? one.why : 'read')
  return found
}

test.each([
  ['ours', harHead({ name: 'fieldproof', version: '1' }), ',\n', '\n'],
  ["another program's", '{"log": {"version":"1.2","entries":[', ',', ''],
])('an entry larger than is read is passed over, those around it are not: %s', async (name, head, between, first) => {
  const file = join(folder, `${name}.har`)
  const to = openSync(file, 'w')
  const [small, filler] = [JSON.stringify(entry('{}')), 'x'.repeat(1024 * 1024)]
  writeSync(to, `${head}${first}${small}${between}{"startedDateTime":"`)
  for (let size = 0; size <= entryAtMost; size += filler.length) writeSync(to, filler)
  writeSync(to, `"}${between}${small}${harTail}`)
  closeSync(to)
  expect(await all(file)).toEqual(['read', 'is larger than 32 MB', 'read'])
})

test.each([
  ['of ever more values', `{"_a":[${'{},'.repeat(valuesAtMost)}1]}`, 'has more than 1,000,000 values'],
  ['of ever more levels', `{"_a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 'is nested deeper than 200 levels'],
])('an entry %s is not parsed', async (name, text, why) => {
  const file = join(folder, `${name}.har`)
  writeFileSync(file, `{"log":{"entries":[${JSON.stringify(entry('{}'))},${text}]}}`)
  expect(await all(file)).toEqual(['read', why])
})

test.each([
  ['levels', 'application/json', '['.repeat(levelsAtMost + 1).padEnd(3 * levelsAtMost, ']')],
  ['parts', 'multipart/mixed; boundary=x', '--x\n\n\n'.repeat(partsAtMost + 2)],
])('a body of more %s than are read is told as such, and left out where whole ones are needed', (_, type, text) => {
  const read = exchangeOf(entry(text, type), '#1')
  expect(read?.received.kept).toBe('beyond')
  expect(read && withWholeBodies(read).response?.body.length).toBe(0)
})
