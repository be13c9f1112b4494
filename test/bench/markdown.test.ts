import { expect, test } from 'vitest'
import { markdown } from '../../bench/markdown.mjs'
import { reasons } from '../../bench/reasons.mjs'

const made = (figures: object[], failed?: string) =>
  markdown([{ part: 'cpu', figures, ...(failed ? { failed } : {}) }], { node: 'v20.0.0', date: new Date(0) })

test('a row has value, spread, aim and whether it is met', () => {
  const page = made([
    { what: 'a ratio', value: 1.234, spread: [1, 2], digits: 2, most: 2.5 },
    { what: 'a share', value: 71, unit: '%', least: 70 },
    { what: 'a count', value: 12 },
  ])
  expect(page).toContain('on 1970-01-01 with Node v20.0.0')
  expect(page).toContain('| cpu | a ratio | 1.23 | 1.00 to 2.00 | at most 2.50 | met |')
  expect(page).toContain('| cpu | a share | 71 % |  | at least 70 % | met |')
  expect(page).toContain('| cpu | a count | 12 |  |  |  |')
  expect(page).toContain('Every aim is met.')
})

test('the last section has each missed aim with what is known of it', () => {
  const reason = reasons[0] ?? { figure: '', why: '' }
  const missed = made([{ what: `CPU per request, ${reason.figure} x`, value: 3, most: 2.5 }])
  expect(missed).toContain('| not met |')
  expect(missed).toContain(`- CPU per request, ${reason.figure} x: ${reason.why}`)
  expect(missed).not.toContain('Every aim is met.')
  expect(made([{ what: 'other', value: 3, least: 4 }])).toContain('- other: nobody has looked into it yet.')
})

test('a part that gave no figures is a row, too, and no aim is called met for it', () => {
  const page = made([], 'it took more than 5 s')
  expect(page).toContain('| cpu | none: it took more than 5 s | | | | not measured |')
  expect(page).not.toContain('Every aim is met.')
})
