import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entryOf } from '../../src/har/entry.ts'
import type { HarEntry } from '../../src/har/har.ts'
import { UserError } from '../../src/errors/user-error.ts'
import { readHar } from '../../src/har/read.ts'
import { recover } from '../../src/har/recover.ts'
import { createHarWriter } from '../../src/har/writer.ts'
import { createRedactor } from '../../src/redact/redactor.ts'
import { recorded } from './sample.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'har-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const creator = { name: 'test', version: '1' }
const entry = (at: number): HarEntry =>
  entryOf(
    recorded({ url: `https://cluster.example/${at}`, got: `{"at":${at},"text":"}],{\\"entries\\":[ä"}` }),
    createRedactor(),
  )
const all = async (file: string): Promise<unknown[]> => {
  const found = []
  for await (const one of readHar(file)) found.push(one)
  return found
}

async function written(name: string, count: number): Promise<string> {
  const file = join(folder, name)
  const writer = await createHarWriter(file, creator)
  for (let at = 0; at < count; at += 1) writer.add(entry(at))
  await writer.close()
  return file
}

test('the file is whole HAR after each entry', async () => {
  const file = join(folder, 'each.har')
  const writer = await createHarWriter(file, creator)
  for (let at = 0; at < 5; at += 1) {
    expect(JSON.parse(readFileSync(file, 'utf8')).log.entries).toHaveLength(at)
    writer.add(entry(at))
    await writer.drained()
  }
  await writer.close()
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    log: {
      version: '1.2',
      creator,
      pages: [],
      entries: Array.from({ length: 5 }, (_, at) => ({ request: { url: `https://cluster.example/${at}` } })),
    },
  })
})

test('another file is never overwritten, and a recording goes on with append', async () => {
  const file = await written('append.har', 2)
  await expect(createHarWriter(file, creator)).rejects.toThrow(/EEXIST/)
  for (const count of [3, 4]) {
    const writer = await createHarWriter(file, creator, { append: true })
    writer.add(entry(count))
    await writer.close()
    expect(JSON.parse(readFileSync(file, 'utf8')).log.entries).toHaveLength(count)
  }
})

test('append to a recording without an entry', async () => {
  const file = await written('empty.har', 0)
  const writer = await createHarWriter(file, creator, { append: true })
  writer.add(entry(0))
  await writer.close()
  expect(JSON.parse(readFileSync(file, 'utf8')).log.entries).toHaveLength(1)
})

test('wherever a killed writer stopped, all whole entries are recovered', async () => {
  const file = await written('whole.har', 4)
  const bytes = readFileSync(file)
  const head = bytes.indexOf('"entries":[') + '"entries":['.length
  for (let length = head; length <= bytes.length; length += 7) {
    const torn = join(folder, 'torn.har')
    writeFileSync(torn, bytes.subarray(0, length))
    await recover(torn)
    const { entries } = JSON.parse(readFileSync(torn, 'utf8')).log as { entries: unknown[] }
    const wholeLines = bytes
      .subarray(0, length)
      .toString()
      .split('\n')
      .slice(1)
      .filter((line) => {
        try {
          JSON.parse(line.replace(/,$/, ''))
          return line.startsWith('{')
        } catch {
          return false
        }
      })
    expect(entries).toHaveLength(wholeLines.length)
  }
  copyFileSync(file, join(folder, 'same.har'))
  expect(await recover(join(folder, 'same.har'))).toEqual({ cut: 0 })
})

describe('any HAR is read', () => {
  test('ours', async () => {
    expect(await all(await written('ours.har', 30))).toEqual(
      Array.from({ length: 30 }, (_, at) => JSON.parse(JSON.stringify(entry(at)))),
    )
  })

  test('pretty, with keys in another order, and entries elsewhere', async () => {
    const file = join(folder, 'foreign.har')
    const entries = Array.from({ length: 20 }, (_, at) => entry(at))
    writeFileSync(
      file,
      JSON.stringify(
        { _x: { entries: [1] }, log: { pages: [{ entries: [{}] }], _entries: [{ a: 1 }], entries, version: '1.2' } },
        null,
        3,
      ),
    )
    expect(await all(file)).toEqual(JSON.parse(JSON.stringify(entries)))
  })

  test('ours, written anew on one line by another tool', async () => {
    const file = join(folder, 'one-line.har')
    const log = {
      version: '1.2',
      creator: { name: 'fieldproof', version: '1' },
      pages: [],
      entries: [entry(1), entry(2)],
    }
    writeFileSync(file, JSON.stringify({ log }))
    expect(await all(file)).toEqual(JSON.parse(JSON.stringify(log.entries)))
  })

  test('larger than what is read at once', async () => {
    const file = join(folder, 'large.har')
    const entries = Array.from({ length: 6 }, (_, at) =>
      entryOf(
        recorded({ got: `{"at":${at},"text":"${'ä{"'.replace('"', '\\"').repeat(200_000)}"}` }),
        createRedactor(),
      ),
    )
    writeFileSync(file, JSON.stringify({ log: { entries } }))
    expect(await all(file)).toEqual(JSON.parse(JSON.stringify(entries)))
  })

  test('cut off: all before the cut', async () => {
    const file = await written('cut.har', 5)
    truncateSync(file, readFileSync(file).length - 40)
    expect(await all(file)).toHaveLength(4)
  })

  test.each(['', 'nothing', '{"log":{}}', '[]'])('what is none is said to be none: %s', async (text) => {
    const file = join(folder, 'none.har')
    writeFileSync(file, text)
    await expect(all(file)).rejects.toThrow(UserError)
  })
})
