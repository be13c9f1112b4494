import { Command } from 'commander'
import { expect, test } from 'vitest'
import { commaList } from '../../src/cli/option-values.ts'

const interfacesOf = (...args: string[]): unknown =>
  new Command().option('--interface <a,b>', '', commaList).parse(args, { from: 'user' }).opts()['interface']

test('a list takes what is named with commas, and what a repeated option names: none of it is dropped without a word', () => {
  expect(interfacesOf('--interface', 'data, query')).toEqual(['data', 'query'])
  expect(interfacesOf('--interface', 'data', '--interface', 'query,batch')).toEqual(['data', 'query', 'batch'])
  expect(interfacesOf()).toBeUndefined()
})

test.each(['', ',', ' , '])('a list that names nothing (%j) is refused before anything runs', (text) => {
  expect(() => commaList(text, ['data'])).toThrow('It takes names with commas between them, and this is none.')
})
