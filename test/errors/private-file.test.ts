import { chmodSync, closeSync, existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPrivate, writePrivate } from '../../src/errors/private-file.ts'
import { scratch } from '../support/folder.ts'

const mode = (file: string): number => statSync(file).mode & 0o777

test.each([
  ['whole', (file: string) => writePrivate(file, 'new')],
  ['opened', (file: string) => closeSync(openPrivate(file))],
])('only its user may read it, also where others could before: %s', (_, write) => {
  const file = join(scratch(), 'a')
  writeFileSync(file, 'old')
  chmodSync(file, 0o644)
  write(file)
  expect(mode(file)).toBe(0o600)
  expect(readFileSync(file, 'utf8')).not.toContain('old')
  expect(existsSync(`${file}.part`)).toBe(false)
})

test.each([
  ['whole', (file: string) => writePrivate(file, 'new')],
  ['opened', (file: string) => closeSync(openPrivate(file))],
])('a link is refused, and what it leads to stays as it was: %s', (_, write) => {
  const folder = scratch()
  const [file, elsewhere] = [join(folder, 'a'), join(folder, 'elsewhere')]
  writeFileSync(elsewhere, 'mine')
  symlinkSync(elsewhere, file)
  expect(() => write(file)).toThrow(/it is a symbolic link/)
  expect(readFileSync(elsewhere, 'utf8')).toBe('mine')
})

test('a link in the place of the unfinished file is not followed either', () => {
  const folder = scratch()
  const [file, elsewhere] = [join(folder, 'a'), join(folder, 'elsewhere')]
  writeFileSync(elsewhere, 'mine')
  symlinkSync(elsewhere, `${file}.part`)
  writePrivate(file, 'new')
  expect(readFileSync(elsewhere, 'utf8')).toBe('mine')
  expect(readFileSync(file, 'utf8')).toBe('new')
})
