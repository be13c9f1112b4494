import { expect, test } from 'vitest'
import { isListOf, unnamed } from '../../suites/company/forms.ts'
import { answered } from '../kit/answers.ts'

test('each name has a line for itself', () => {
  expect(unnamed(['Acme', 'Acme North'], ['Acme North', 'Acme'])).toEqual([])
  expect(unnamed(['Acme', 'Acme North'], ['Acme North'])).toEqual(['Acme'])
  expect(unnamed(['Acme', 'Acme'], ['Acme (main)', 'Other'])).toEqual(['Acme'])
})

test('a list of other companies, or of none, is not the list', () => {
  const companies = (...names: string[]) => ({ companies: names.map((name) => ({ name, description: '' })) })
  expect(isListOf(answered(200, companies('b', 'a')), ['a', 'b'])).toBe(true)
  expect(isListOf(answered(200, companies()), ['a'])).toBe(false)
  expect(isListOf(answered(200, 'a\nb'), ['a', 'b'])).toBe(true)
  expect(isListOf(answered(200, 'a\na'), ['a', 'b'])).toBe(false)
})

test('a company may be described by the name of another one, and quotes may be doubled', () => {
  expect(unnamed(['Berlin', 'Bonn'], ['Bonn - moved from Berlin', 'Berlin - head office'])).toEqual([])
  expect(unnamed(['Müller "Süd"', 'Bonn'], ['"Müller ""Süd"""', 'Bonn'])).toEqual([])
})
