import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newScope, withScope } from '../../../../src/target/scope.ts'
import { questions } from '../../../../src/cql/generate.ts'
import { relations } from '../../../../suites/data/cql/relations.ts'
import { seeded } from '../../../../suites/data/cql/table.ts'
import { shelf, type Bend } from './shelf.ts'

/** The first law that a shelf breaks within so many cases, if any. */
async function broken(bend: Bend, cases: number): Promise<string | undefined> {
  const context = shelf(bend).context()
  return withScope(newScope('test', 'shelf00000'), async () => {
    const table = await seeded(context)
    for (const [one, other] of fc.sample(fc.tuple(questions(fc), questions(fc)), { seed: 7, numRuns: cases })) {
      for (const { name, hold } of relations) {
        try {
          await hold(context, table, one, other)
        } catch (error) {
          return `${name}: ${(error as Error).message}`
        }
      }
    }
    return undefined
  })
}

describe('the laws of the query language', () => {
  const nulls = ['unknown', 'differ', 'false'] as const
  it.each(nulls.flatMap((logic) => [{ nulls: logic }, { nulls: logic, anyCase: true as const }]))(
    'hold on every lawful reading: %o',
    async (bend) => {
      expect(await broken(bend, 150)).toBeUndefined()
    },
  )

  it('hold while others write', async () => {
    let n = 0
    // One comes and, once there are twenty, the oldest of them goes.
    const meanwhile: Bend['meanwhile'] = (records) => {
      records.push({
        id: `foreign${++n}`,
        externalId: `other-${n}`,
        subject: 'abc',
        chargeableEfforts: true,
        lastChanged: n,
      })
      const oldest = records.findIndex(({ id }) => id === `foreign${n - 20}`)
      if (oldest >= 0) records.splice(oldest, 1)
    }
    expect(await broken({ meanwhile }, 60)).toBeUndefined()
    expect(n).toBeGreaterThan(500)
  })

  const wrong: Readonly<Record<string, Bend>> = {
    'like minds no anchor': {
      operator: (op, value, wanted, right) =>
        right ||
        (op === 'like' && !String(wanted).includes('.') && String(value).includes(String(wanted).replaceAll('%', ''))),
    },
    'like minds no case': {
      operator: (op, value, wanted, right) =>
        right ||
        (op === 'like' &&
          !String(wanted).includes('%') &&
          String(value).toLowerCase() === String(wanted).toLowerCase()),
    },
    '> is inclusive': { operator: (op, value, wanted, right) => right || (op === '>' && value === wanted) },
    '<= is exclusive': { operator: (op, value, wanted, right) => right && !(op === '<=' && value === wanted) },
    'in sees its first value only': {
      operator: (op, value, wanted, right) =>
        op === 'in' && (wanted as unknown[]).length < 10 ? (wanted as unknown[])[0] === value : right,
    },
    '! does nothing': { not: (held) => held },
    '!= is =': { operator: (op, _value, _wanted, right) => (op === '!=' ? !right : right) },
  }
  it.each(Object.entries(wrong))('are broken where %s', async (_, bend) => {
    expect(await broken(bend, 150)).toMatch(/^[a-z-]+: ./)
  })
})
