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
