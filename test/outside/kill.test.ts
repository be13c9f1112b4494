import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { killCycles } from '../../scripts/kill-cycles.mjs'
import { entryOf } from '../../src/har/entry.ts'
import type { HarEntry } from '../../src/har/har.ts'
import { createHarWriter } from '../../src/har/writer.ts'
import { createRedactor } from '../../src/redact/redactor.ts'
import { recorded } from '../har/sample.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kill-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('thirty kills under load lose no file, no earlier entry, and of the last only what was on its way', async () => {
  const results = await killCycles({ cycles: 30, folder, longestMs: 150 })
  expect(results.filter(({ state }) => state === 'lost')).toEqual([])
  expect(
    results.filter(({ gone, twice }) => gone + twice > 0),
    'entries of earlier cycles gone, or any twice',
  ).toEqual([])
  expect(
    results.reduce((sum, { whole }) => sum + whole, 0),
    'or there was no load',
  ).toBeGreaterThan(60)
  // What is missing is the end: an answer overtakes those of the other five connections, not whole rounds of them.
  expect(Math.max(...results.map(({ holes }) => holes))).toBeLessThan(12)
  const missing = results.map((one) => one.missing)
  expect(
    missing.filter((count) => count > 64),
    'missing entries a kill',
  ).toEqual([])
})

describe('a recording cut at any byte goes on', () => {
  const entry = (at: number): HarEntry =>
    entryOf(recorded({ url: `https://cluster.example/${at}`, got: `{"at":${at}}` }), createRedactor())
  let whole: Buffer
  let head: number
  const writer = (file: string, append: boolean) => createHarWriter(file, { name: 'test', version: '1' }, { append })
  beforeAll(async () => {
    const file = join(folder, 'whole.har')
    const one = await writer(file, false)
    for (let at = 0; at < 3; at += 1) one.add(entry(at))
    await one.close()
    whole = readFileSync(file)
    head = whole.indexOf('"entries":[') + '"entries":['.length
  })

  /** Whether a file of the first so many bytes takes one more entry and has all that stood whole in it before. */
  async function goesOn(length: number): Promise<boolean> {
    const file = join(folder, 'cut.har')
    writeFileSync(file, whole.subarray(0, length))
    const one = await writer(file, true)
    one.add(entry(9))
    await one.close()
    let urls: string[]
    try {
      urls = (JSON.parse(readFileSync(file, 'utf8')) as { log: { entries: HarEntry[] } }).log.entries.map(
        ({ request }) => request.url.slice(-1),
      )
    } catch {
      return false
    }
    const stood = whole
      .subarray(head, length)
      .toString()
      .split('\n')
      .filter((line) => {
        try {
          JSON.parse(line.replace(/,$/, ''))
          return true
        } catch {
          return false
        }
      }).length
    return urls.join('') === `${'012'.slice(0, stood)}9`
  }

  const newlines = () => [...whole.keys()].filter((at) => at >= head && whole[at] === 0x0a)
  // Just behind a line end, and before the very last: the places where the file looks finished and is not.
  const traps = () => [
    ...newlines()
      .slice(0, 3)
      .map((at) => at + 1),
    whole.length - 1,
  ]

  test('at all bytes but four', async () => {
    const wrong: number[] = []
    for (let length = head; length <= whole.length; length += 1)
      if (!traps().includes(length) && !(await goesOn(length))) wrong.push(length)
    expect(wrong).toEqual([])
  })

  test.each([
    ['the head and a line end', 0],
    ['an entry, its comma and a line end', 1],
    ['two entries, a comma and a line end', 2],
    ['all but the last line end', 3],
  ])('behind %s', async (_where, which) => {
    expect(traps()).toHaveLength(4)
    expect(await goesOn(traps()[which] as number)).toBe(true)
  })
})
