import { describe, expect, it } from 'vitest'
import { scopeOf, sorted } from '../../../../suites/data/list/ladder.ts'
import type { Stored } from '../../../../suites/data/steps.ts'

const row = (id: string, group: string, subject: string): Stored => ({
  resource: 'ServiceCall',
  id,
  externalId: `x-${id}`,
  lastChanged: 1,
  dto: { id, group, subject },
})
const rows = [row('A-1', 'g2', 'k2'), row('B-2', 'g1', 'k3'), row('C-3', 'g2', 'k1')]
const group = ({ dto }: Stored) => dto['group']
const subject = ({ dto }: Stored) => dto['subject']

describe('the order that a list is compared with', () => {
  it.each([
    ['one key upwards', [[subject]], ['C3', 'A1', 'B2']],
    ['one key downwards', [[subject, 'down']], ['B2', 'A1', 'C3']],
    ['a second key within the first', [[group], [subject, 'down']], ['B2', 'A1', 'C3']],
    ['a direction for each key', [[group, 'down'], [subject]], ['C3', 'A1', 'B2']],
    ['equal keys, as they were', [[group]], ['B2', 'A1', 'C3']],
  ] as const)('follows %s', (_what, keys, ids) => {
    expect(sorted(rows, keys)).toEqual(ids)
  })

  it('asks for exactly these records', () => {
    expect(scopeOf(rows.slice(0, 2))).toBe('externalId in ("x-A-1", "x-B-2")')
  })
})
