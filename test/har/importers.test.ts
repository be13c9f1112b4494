import { describe, expect, test } from 'vitest'
import { entryOf } from '../../src/har/entry.ts'
import { harHead, harTail, type HarEntry } from '../../src/har/har.ts'
import { createRedactor } from '../../src/redact/redactor.ts'
import { importers, insists } from './importers.ts'
import { recorded } from './sample.ts'

const sha256 = 'a'.repeat(64)
const empty = { bytes: Buffer.alloc(0) }
const entries: readonly HarEntry[] = [
  recorded(),
  recorded({ method: 'POST', sent: '{"a":1}', requestHeaders: [['Content-Type', 'application/json']] }),
  recorded({ sent: Buffer.from([0, 255]) }),
  recorded({ status: 304, got: '', responseHeaders: [] }),
  recorded({
    url: 'https://cluster.example/x?access_token=hidden-1&a=%20&b',
    responseHeaders: [
      ['Location', '/y?code=hidden-2'],
      ['Set-Cookie', 'a=hidden-cookie'],
    ],
  }),
  recorded({ status: 0, statusText: '', responseHeaders: [], got: '', broken: 'upstream-unreachable' }),
  recorded({ got: 'hal', broken: 'upstream-reset' }),
  recorded({ waitMs: Number.NaN, receiveMs: -1 }),
  {
    ...recorded({ sent: 'x' }),
    requestBody: { ...empty, size: 9, dropped: 'a secret stands in it' },
    responseBody: {
      ...empty,
      size: 9_000_000,
      decodedSize: 9_000_000,
      aside: { file: `t.har.d/${sha256}`, sha256, size: 9_000_000 },
    },
  },
].map((one) => entryOf(one, createRedactor()))

const fileOf = (all: readonly unknown[]): unknown =>
  JSON.parse(
    `${harHead({ name: 'fieldproof', version: '1' })}\n${all.map((one) => JSON.stringify(one)).join(',\n')}${harTail}`,
  )

/** A copy of an entry with another value at a path, or nothing there. */
function changed(entry: unknown, path: string, value: unknown): unknown {
  const copy = structuredClone(entry) as Record<string, any>
  const names = path.split('.')
  const last = names.pop() as string
  const holder = names.reduce((at, name) => at[name], copy)
  if (value === undefined) delete holder[last]
  else holder[last] = value
  return copy
}

describe.each(Object.entries(importers))('%s', (name, refuses) => {
  test('takes every kind of entry that we write', async () => {
    for (const entry of entries) expect(await refuses(fileOf([entry])), JSON.stringify(entry)).toBeUndefined()
    expect(await refuses(fileOf(entries))).toBeUndefined()
    expect(await refuses(fileOf([]))).toBeUndefined()
  })

  test.each(insists[name] ?? [])('would refuse it without %s, or with null or NaN there', async (path) => {
    // What is no number in memory is null in a file.
    for (const value of [undefined, null, Number.NaN])
      expect(await refuses(fileOf([entries[0], changed(entries[0], path, value)])), String(value)).not.toBeUndefined()
  })
})

test('no field of ours is ever null', () => {
  for (const entry of entries) expect(JSON.stringify(entry)).not.toMatch(/:null/)
})
