import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { HarEntry } from '../../src/har/har.ts'
import { exchangeLinesOf } from '../../src/replay/lines.ts'
import { replay } from '../../src/replay/replay.ts'
import { scratch } from '../support/folder.ts'
import { platformWith, recordingOf } from './recording.ts'
import { script } from './script.ts'

const folder = scratch()
let text: string
beforeAll(async () => {
  text = readFileSync((await recordingOf(script, folder)).file, 'utf8')
})

/** Replays a recording made into another one; how each exchange went, those of the token service left out. */
async function replayed(name: string, har: string, variants: readonly string[] = []) {
  const file = join(folder, `${name}.har`)
  writeFileSync(file, har)
  const { target, close } = await platformWith({ variants })
  try {
    const result = await replay({ file, secrets: [], target })
    const lines = result.outcomes.map((outcome) => exchangeLinesOf(outcome, result.redactor.text))
    return {
      ...result,
      odd: lines.filter((line) => !/ same$/.test(line.trimEnd()) && !line.includes('/oauth2/')),
      lines,
    }
  } finally {
    await close()
  }
}

test('recorded behind another address and prefix, as other people of another account, with another client', async () => {
  const moved = text
    .replace(/http:\/\/127\.0\.0\.1:\d+\//g, 'https://cluster.example/tenants/7/')
    .replaceAll('acme', 'umbrella')
    .replaceAll('user=admin', 'user=ann')
    .replaceAll('"user\\":\\"admin', '"user\\":\\"ann')
    .replaceAll('fieldproof-connector', 'vendor-7')
    .replaceAll('Acme%20North', 'Umbrella%20Works')
    .replaceAll('Acme North', 'Umbrella Works')
  expect(moved).toContain('https://cluster.example/tenants/7/api/data/v4/ServiceCall')
  const { odd, told } = await replayed('moved', moved)
  expect(odd).toEqual([])
  expect(told).toEqual(['user ann is replayed as identities.admin'])
})

test('recorded from the middle on, with no login in it, pretty-printed', async () => {
  const har = JSON.parse(text) as { log: { entries: HarEntry[] } }
  har.log.entries = har.log.entries.filter(({ request }) => !request.url.includes('/oauth2/'))
  const { odd, told } = await replayed('middle', JSON.stringify(har, null, 3))
  expect([odd, told]).toEqual([[], []])
})

test.each<[recorded: string, now: string]>([
  ['record-ids-dashed', ''],
  ['record-ids-lower-case', 'record-ids-dashed'],
  ['list-newest-first', 'batch-answer-preamble'],
])('recorded with %s, replayed with "%s": nothing differs', async (recorded, now) => {
  const { file } = await recordingOf(script, folder, `${recorded}.har`, [recorded])
  expect((await replayed(`${recorded}-again`, readFileSync(file, 'utf8'), now === '' ? [] : [now])).odd).toEqual([])
})

test('a recording of another tool: tokens in it are not repeated, shown or sent, nor are the fields of HTTP/2', async () => {
  const har = JSON.parse(text.replace(/redacted-([0-9a-f]{8})/g, 'a-live-token-$1')) as {
    log: { entries: Array<{ request: { url: string; headers: Array<{ name: string; value: string }> } }> }
  }
  for (const { request } of har.log.entries) {
    request.headers.push(
      { name: ':authority', value: 'cluster.example' },
      { name: 'X-Snowman', value: '\u2603' },
      { name: 'X-Forwarded-For', value: '10.0.0.1' },
    )
    const token = request.headers.find(({ name }) => name.toLowerCase() === 'authorization')?.value.split(' ')[1]
    if (request.url.includes('/ServiceCall?')) request.url += `&access_token=${token}`
  }
  const { odd, lines } = await replayed('other-tool', JSON.stringify(har))
  expect(odd).toEqual([])
  expect(lines.join('')).not.toContain('a-live-token')
})
