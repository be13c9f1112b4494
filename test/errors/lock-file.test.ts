import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { holderOf, lockFile } from '../../src/errors/lock-file.ts'
import { scratch } from '../support/folder.ts'

const lock = join(scratch(), '.lock')

test('is held by one at a time, and free again when released', () => {
  const release = lockFile(lock) as () => void
  expect([holderOf(lock), lockFile(lock)]).toEqual([process.pid, process.pid])
  release()
  expect([holderOf(lock), existsSync(lock)]).toEqual([undefined, false])
})

test.each([
  ['of a process that is no more', '4194305\n', undefined],
  ['of this number, on another host', `${process.ppid} another-host 1\n`, undefined],
  ['of this number, begun at another time', `${process.ppid} ${hostname()} 1\n`, undefined],
  ['that was never written to its end', '', undefined],
  ['of a living process', `${process.ppid}\n`, process.ppid],
])('one %s', (_, left, holder) => {
  writeFileSync(lock, left)
  expect(holderOf(lock)).toBe(holder)
  const held = lockFile(lock)
  expect(typeof held === 'number' ? held : undefined).toBe(holder)
  if (typeof held === 'number') return expect(readFileSync(lock, 'utf8')).toBe(left)
  held()
})
