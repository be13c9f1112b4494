import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { JSONParser } from '@streamparser/json'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { readHar } from '../../src/har/read.ts'

/** Bytes that a read gives at most: ours reads a megabyte at once, which no generated file has. */
const chunk = vi.hoisted(() => ({ size: 1024 * 1024, used: 0 }))
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  return {
    ...fs,
    createReadStream: (file: string) => {
      chunk.used += 1
      return fs.createReadStream(file, { highWaterMark: chunk.size })
    },
  }
})

let folder: string
let read: typeof readHar
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'readers-'))
  // Test files share what they load: only a reader that is loaded anew reads in these pieces, and it is not left to the next file.
  vi.resetModules()
  ;({ readHar: read } = await import('../../src/har/read.ts'))
})
afterAll(() => {
  rmSync(folder, { recursive: true })
  expect(chunk.used).toBeGreaterThan(0)
  vi.doUnmock('node:fs')
  vi.resetModules()
})

async function ours(bytes: Buffer, size: number): Promise<unknown[]> {
  const file = join(folder, 'one.har')
  writeFileSync(file, bytes)
  chunk.size = size
  const found = []
  for await (const entry of read(file)) found.push(entry)
  return found
}

/** The entries by a streaming parser that others wrote: the text is cut in the same pieces. */
function others(bytes: Buffer, size: number): unknown[] {
  const found: unknown[] = []
  const parser = new JSONParser({ paths: ['$.log.entries.*'], keepStack: false })
  parser.onValue = ({ value }) => void found.push(structuredClone(value))
  for (let at = 0; at < bytes.length; at += size) parser.write(bytes.subarray(at, at + size))
  return found
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** Texts that look like the structure around them. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc
    .array(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        '"',
        '\\',
        '\\"',
        ',',
        ':',
        '\n',
        '\t',
        'entries',
        'log',
        '"entries":[',
        'ä',
        '✓',
        '😀',
        '\u0000',
        '\u2028',
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join('')),
)
const name = fc
  .oneof(text, fc.constantFrom('entries', 'log', 'request', '_entries', 'a name of more than sixteen letters'))
  .filter((one) => one !== '__proto__')
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.oneof(
      text,
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => one + 0),
      fc.boolean(),
      fc.constant(null),
    ) as fc.Arbitrary<Json>,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4 }),
  ),
}))
const entry = fc.dictionary(name, value, { maxKeys: 5 })

/** A HAR and what else may stand in one: keys of the same names in other places, before and after the entries. */
const har = fc
  .record({
    entries: fc.array(entry, { maxLength: 6 }),
    inLog: fc.dictionary(
      name.filter((one) => one !== 'entries'),
      value,
      { maxKeys: 3 },
    ),
    inRoot: fc.dictionary(
      name.filter((one) => one !== 'log'),
      value,
      { maxKeys: 3 },
    ),
    entriesAt: fc.nat(3),
    logAt: fc.nat(3),
  })
  .map(({ entries, inLog, inRoot, entriesAt, logAt }) => {
    const at = (position: number, into: Array<[string, Json]>, one: [string, Json]) => [
      ...into.slice(0, position),
      one,
      ...into.slice(position),
    ]
    return at(logAt, Object.entries(inRoot), [
      'log',
      new Ordered(at(entriesAt, Object.entries(inLog), ['entries', entries])) as unknown as Json,
    ])
  })

/** Members of an object in an order of our choice. */
class Ordered {
  constructor(readonly members: ReadonlyArray<readonly [string, Json]>) {}
}

/** Spelled by others: any space between, any letter of a text escaped. */
function spelled(given: Json | Ordered, space: () => string, escaped: () => boolean, names = false): string {
  const unit = (one: string, at: number) => `\\u${one.charCodeAt(at).toString(16).padStart(4, '0')}`
  const letter = (one: string) =>
    one.startsWith('\\') || !escaped() ? one : Array.from({ length: one.length }, (_, at) => unit(one, at)).join('')
  const string = (one: string, mayEscape = true) =>
    `"${[
      ...JSON.stringify(one)
        .slice(1, -1)
        .matchAll(/\\u....|\\.|[^]/gu),
    ]
      .map(([part]) => (mayEscape ? letter(part) : part))
      .join('')}"`
  const inner = (one: Json | Ordered) => spelled(one, space, escaped, true)
  const block = (open: string, parts: string[], close: string) =>
    `${open}${space()}${parts.join(`${space()},${space()}`)}${space()}${close}`
  if (typeof given === 'string') return string(given)
  if (Array.isArray(given)) return block('[', given.map(inner), ']')
  if (given === null || typeof given !== 'object') return JSON.stringify(given)
  const members = given instanceof Ordered ? given.members : Object.entries(given)
  // The two names that we look for are plain letters in every file that was ever written.
  return block(
    '{',
    members.map(
      ([key, one]) => `${string(key, names && !(given instanceof Ordered))}${space()}:${space()}${inner(one)}`,
    ),
    '}',
  )
}

const spelling = fc.record({
  spaces: fc.array(fc.constantFrom('', '', ' ', '\t', '\n', '\r\n', '\r\n\t\t', '    '), {
    minLength: 1,
    maxLength: 12,
  }),
  escapes: fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
  bom: fc.boolean(),
})
const written = (
  members: Array<[string, Json]>,
  { spaces, escapes, bom }: { spaces: string[]; escapes: boolean[]; bom: boolean },
): Buffer => {
  let [at, escape] = [0, 0]
  return Buffer.from(
    (bom ? '\uFEFF' : '') +
      spelled(
        new Ordered(members),
        () => spaces[(at += 1) % spaces.length] as string,
        () => escapes[(escape += 1) % escapes.length] as boolean,
      ),
  )
}

test('any HAR, however spelled and wherever cut, has the same entries for us as for others', async () => {
  await fc.assert(
    fc.asyncProperty(
      har,
      spelling,
      fc.oneof(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 8, max: 300 })),
      async (members, how, size) => {
        const bytes = written(members, how)
        const expected = others(bytes, size)
        expect(await ours(bytes, size)).toEqual(expected)
        // Both might be wrong in the same way.
        expect(expected).toEqual(
          (JSON.parse(bytes.toString().replace(/^\uFEFF/, '')) as { log: { entries: unknown[] } }).log.entries,
        )
      },
    ),
    { numRuns: 150 },
  )
})

test('one that is cut at every border there is', async () => {
  const entries = [{ a: '}"]\\"\\\\{[ä✓😀' }, { request: { entries: [{ log: {} }], '"entries":[': ['"', '\\'] } }, {}]
  const bytes = Buffer.from(
    `\uFEFF${JSON.stringify({ _log: { entries: [1] }, log: { pages: [{ entries: [{ no: 1 }] }], version: 'entries', entries, comment: '{"entries":[{}]}' } }, null, '\t').replaceAll('\n', '\r\n')}`,
  )
  for (let size = 1; size <= bytes.length; size += 1)
    expect(await ours(bytes, size), `in pieces of ${size}`).toEqual(entries)
  expect(others(bytes, 7)).toEqual(entries)
})
