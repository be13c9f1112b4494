import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { UserError } from '../../src/errors/user-error.ts'
import { fileError, mustBeFile, mustBeWritable, mustTakeFiles, readUserFile } from '../../src/errors/user-file.ts'
import { scratch } from '../support/folder.ts'

const folder = scratch()
const there = join(folder, 'there')
writeFileSync(there, 'x')
mkdirSync(join(folder, 'inner'))

test.each([
  [{ file: 't.yaml', line: 12, column: 3, todo: 'do this' }, 't.yaml:12:3: it is wrong; do this'],
  [{ file: 't.yaml' }, 't.yaml: it is wrong'],
  [{ todo: 'do this' }, 'it is wrong; do this'],
  [{}, 'it is wrong'],
])('a message is composed of %j', (told, message) => {
  const error = new UserError('it is wrong', told)
  expect(error.message).toBe(message)
  expect(error).toMatchObject(told)
  expect(error).toBeInstanceOf(Error)
})

test('a word without an end is quoted by its beginning', () => {
  expect(new UserError(`there is no check ${'x'.repeat(100_000)}`, { todo: 'do this' }).message).toBe(
    `there is no check ${'x'.repeat(200)}…; do this`,
  )
})

const messageOf = (work: () => void): string => {
  try {
    work()
  } catch (error) {
    expect(error).toBeInstanceOf(UserError)
    return (error as Error).message.replaceAll(folder, '')
  }
  return 'no complaint'
}

describe('files that the user named', () => {
  test('to read', () => {
    expect(readUserFile(there)).toBe('x')
    expect(messageOf(() => readUserFile(join(folder, 'none'), 'name another'))).toBe(
      '/none: cannot be read: no such file or folder; name another',
    )
    expect(messageOf(() => readUserFile(folder))).toBe(': cannot be read: it is a folder')
    expect(messageOf(() => mustBeFile(folder))).toBe(': cannot be read: it is not a file')
    expect(messageOf(() => mustBeFile(there))).toBe('no complaint')
  })

  test('to write into: nothing is made', () => {
    expect(messageOf(() => mustTakeFiles(join(folder, 'new', 'out'), '--out'))).toBe('no complaint')
    expect(() => mustBeFile(join(folder, 'new'))).toThrow('no such file')
    expect(messageOf(() => mustTakeFiles(there, '--out'))).toBe(
      '--out /there: cannot be written: it is a file, not a folder',
    )
    expect(messageOf(() => mustTakeFiles(join(there, 'out'), '--out'))).toBe(
      '--out /there/out: cannot be written: /there is a file, not a folder',
    )
    expect(messageOf(() => mustBeWritable(there, '--json'))).toBe('no complaint')
    expect(messageOf(() => mustBeWritable(join(folder, 'new.json'), '--json'))).toBe('no complaint')
    expect(messageOf(() => mustBeWritable(join(folder, 'inner'), '--json'))).toBe(
      '--json /inner: cannot be written: it is a folder',
    )
    expect(messageOf(() => mustBeWritable(join(folder, 'none', 'x'), '--json'))).toBe(
      '--json /none/x: cannot be written: no such file or folder',
    )
  })

  test('what is not about a file stays what it is', () => {
    const error = Object.assign(new Error('no'), { code: 'ECONNRESET' })
    expect(fileError(error, 'read', { file: 'x' })).toBe(error)
    const slip = new TypeError('x is not a function')
    expect(fileError(slip, 'read', { file: 'x' })).toBe(slip)
    expect(fileError(Object.assign(new Error(), { code: 'EACCES' }), 'written', { file: 'x' })).toMatchObject({
      message: 'x: cannot be written: permission denied',
    })
  })
})
