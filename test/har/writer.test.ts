import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entryOf } from '../../src/har/entry.ts'
import type { HarEntry } from '../../src/har/har.ts'
import { createHarWriter } from '../../src/har/writer.ts'
import { createRedactor } from '../../src/redact/redactor.ts'
import { recorded } from './sample.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'writer-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const creator = { name: 'test', version: '1' }
const entry = (size: number): HarEntry =>
  entryOf(recorded({ got: JSON.stringify({ text: 'x'.repeat(size) }) }), createRedactor())
const entriesIn = (file: string): unknown[] =>
  (JSON.parse(readFileSync(file, 'utf8')) as { log: { entries: unknown[] } }).log.entries

test('what waits has a bound: the writer is full, and has room again', async () => {
  const file = join(folder, 'full.har')
  const writer = await createHarWriter(file, creator, { waitingAtMost: 1_000_000 })
  for (let at = 0; at < 3; at += 1) writer.add(entry(400_000))
  expect(writer.full()).toBe(true)
  await writer.room()
  expect(writer.full()).toBe(false)
  expect(writer.backlog()).toBeLessThanOrEqual(1_000_000)
  await writer.close()
  expect(entriesIn(file)).toHaveLength(3)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('many at once are all there, in order, though they do not go in one write', async () => {
  const file = join(folder, 'many.har')
  const writer = await createHarWriter(file, creator)
  for (let at = 0; at < 40; at += 1) writer.add({ ...entry(300_000), time: at })
  await writer.close()
  expect(entriesIn(file).map((one) => (one as HarEntry).time)).toEqual(Array.from({ length: 40 }, (_, at) => at))
})

test("a second recorder is refused, new or appending; the first one's end lets it in", async () => {
  const file = join(folder, 'two.har')
  const first = await createHarWriter(file, creator)
  for (const append of [true, false])
    await expect(createHarWriter(file, creator, { append })).rejects.toThrow(/another recorder/)
  await first.close()
  const second = await createHarWriter(file, creator, { append: true })
  second.add(entry(1))
  await second.close()
  expect(entriesIn(file)).toHaveLength(1)
  expect(existsSync(`${file}.lock`)).toBe(false)
})

test('one in another process, too; the lock of a dead one is taken over', async () => {
  const file = join(folder, 'stale.har')
  await (await createHarWriter(file, creator)).close()
  writeFileSync(`${file}.lock`, `${process.ppid}\n`)
  await expect(createHarWriter(file, creator, { append: true })).rejects.toThrow(`process ${process.ppid}`)
  const dead = spawnSync(process.execPath, ['-e', '']).pid
  for (const left of [`${dead}\n`, `${process.pid}\n`, '']) {
    writeFileSync(`${file}.lock`, left)
    await (await createHarWriter(file, creator, { append: true })).close()
  }
  expect(existsSync(`${file}.lock`)).toBe(false)
})

test('one that reaches the file by a symbolic link, or by a second name of it', async () => {
  const file = join(folder, 'one-file.har')
  const [soft, hard] = [join(folder, 'soft.har'), join(folder, 'hard.har')]
  const first = await createHarWriter(file, creator)
  symlinkSync(file, soft)
  await expect(createHarWriter(soft, creator, { append: true })).rejects.toThrow(/another recorder/)
  linkSync(file, hard)
  await expect(createHarWriter(hard, creator, { append: true })).rejects.toThrow(/it has 2 names \(hard links\)/)
  first.add(entry(1))
  await first.close()
  expect(entriesIn(file)).toHaveLength(1)
})

test('a name that is taken leaves no lock behind', async () => {
  const file = join(folder, 'taken.har')
  writeFileSync(file, 'mine')
  await expect(createHarWriter(file, creator)).rejects.toThrow(/EEXIST/)
  expect([readFileSync(file, 'utf8'), existsSync(`${file}.lock`)]).toEqual(['mine', false])
})

test.each([
  ['removed', (file: string) => rmSync(file)],
  [
    'replaced',
    (file: string) => {
      renameSync(file, `${file}.old`)
      writeFileSync(file, '')
    },
  ],
])('a file that is %s meanwhile is noticed', async (_how, harm) => {
  const file = join(folder, `${_how}.har`)
  const writer = await createHarWriter(file, creator)
  writer.add(entry(1))
  await writer.drained()
  harm(file)
  writer.add(entry(1))
  await writer.close()
  expect(writer.failure()?.message).toMatch(/was removed or replaced/)
})

test('where the disk is full it stops, says why, and what is written stays whole', () => {
  const file = join(folder, 'disk.har')
  // A limit on the size of a file does what a full disk does.
  const script = `
    import { createHarWriter } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, '../../dist/src/har/writer.js')).href)}
    const writer = await createHarWriter(${JSON.stringify(file)}, { name: 'test', version: '1' })
    for (let at = 0; at < 30; at += 1) { writer.add({ startedDateTime: '2026-11-21', text: 'x'.repeat(2000) }); await writer.drained() }
    const { message } = writer.failure()
    writer.add({ more: true })
    await writer.close()
    console.log(message, writer.full(), writer.backlog(), writer.totals().entries + writer.totals().lost)`
  expect(
    execFileSync('bash', ['-c', `ulimit -f 20; exec '${process.execPath}' --input-type=module -`], {
      input: script,
      encoding: 'utf8',
    }),
  ).toMatch(/EFBIG.* false 0 31$/m)
  expect(entriesIn(file).length).toBeGreaterThan(3)
})
