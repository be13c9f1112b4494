import fs, { mkdtempSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { createLedger, readLedger } from '../../src/target/ledger.ts'
import { ownership } from '../../src/target/ownership.ts'
import type { RoutedWrite } from '../../src/target/write-route.ts'

const folder = mkdtempSync(join(tmpdir(), 'fieldproof-ledger-writes-'))
afterAll(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  rmSync(folder, { recursive: true })
})

test('what the answer to a tree shows is written at once, so that a run killed amid it loses no part', () => {
  const file = join(folder, 'ledger.jsonl')
  const ledger = createLedger(ownership('fabcd'), file)
  const write: RoutedWrite = {
    kind: 'create',
    resource: 'ServiceCall',
    touches: [],
    at: 'http://h',
    query: {},
    parts: [{ resource: 'ServiceCall', externalId: 'fabcd-1' }, { resource: 'Activity' }],
  }
  const tree = { id: { uuid: 'C1' }, externalId: 'fabcd-1', activities: [{ id: { uuid: 'A1' } }] }
  ledger.intend('t-1', write)
  const appended = vi.spyOn(fs, 'appendFileSync')
  syncBuiltinESMExports()
  ledger.outcome('t-1', write, {
    status: 201,
    statusText: '',
    headers: [],
    body: Buffer.from(JSON.stringify(tree)),
  })
  expect(appended).toHaveBeenCalledTimes(1)
  expect(readLedger(file).map(({ resource, id }) => `${resource} ${id}`)).toEqual(['Activity A1', 'ServiceCall C1'])
})
