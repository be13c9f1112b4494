import { beforeAll, describe, expect, it } from 'vitest'
import { announcedChecks, type Check } from '../../../../src/kit/check.ts'
import { newScope, withScope } from '../../../../src/target/scope.ts'
import { shelf, type Bend } from './shelf.ts'

let checks: readonly Check[]
beforeAll(async () => {
  await Promise.all(
    ['operators', 'logic', 'laws'].map((name) => import(`../../../../suites/data/cql/${name}.check.ts`)),
  )
  checks = announcedChecks().filter(({ id }) => id.startsWith('data/query-'))
})

/** Checks that find something wrong with a shelf, by id. */
async function complaints(bend: Bend): Promise<string[]> {
  const found: string[] = []
  const context = shelf(bend).context()
  for (const check of checks) {
    try {
      await withScope(newScope(check.id, 'shelf00000'), () => check.run(context))
    } catch (error) {
      found.push(`${check.id}: ${(error as Error).message}`)
    }
  }
  return found
}

type Operator = NonNullable<Bend['operator']>
const only = (name: string, bent: Operator): Bend => ({
  operator: (op, value, wanted, right) => (op === name ? bent(op, value, wanted, right) : right),
})
const text = (value: unknown) => String(value)

describe('the checks of operators, logic and laws', () => {
  it.each([{ nulls: 'unknown' }, { nulls: 'differ', anyCase: true }, { nulls: 'false' }] as const)(
    'say nothing of a lawful shelf: %o',
    async (bend) => {
      expect(checks.length).toBeGreaterThan(20)
      expect(await complaints(bend)).toEqual([])
    },
  )

  const wrong: Readonly<Record<string, Bend>> = {
    '= is by prefix': only('=', (_, value, wanted, right) => right || text(value).startsWith(text(wanted))),
    '= is by number': only(
      '=',
      (_, value, wanted, right) => right || (text(wanted) !== '' && Number(value) === Number(wanted)),
    ),
    '< is inclusive': only('<', (_, value, wanted, right) => right || value === wanted),
    '>= is exclusive': only('>=', (_, value, wanted, right) => right && value !== wanted),
    'dates go by day': only(
      '<',
      (_, value, wanted, right) => right && text(value).slice(0, 10) !== text(wanted).slice(0, 10),
    ),
    'like reads a regular expression': only('like', (_, value, wanted) =>
      new RegExp(`^${text(wanted).replaceAll('%%', '\u0000').replaceAll('%', '.*').replaceAll('\u0000', '%')}$`).test(
        text(value),
      ),
    ),
    'like knows no escape': only('like', (_, value, wanted) =>
      new RegExp(
        `^${text(wanted)
          .replace(/[.+*()]/g, '\\$&')
          .replaceAll('%', '.*')}$`,
      ).test(text(value)),
    ),
    'ilike minds case': only(
      'ilike',
      (_, value, wanted, right) => right && (text(wanted).includes('%') || value === wanted),
    ),
    'in sees its last value only': only('in', (_, value, wanted, right) =>
      (wanted as unknown[]).length > 9 ? right : (wanted as unknown[]).at(-1) === value,
    ),
    '! is always true': { not: () => true },
  }
  it.each(Object.entries(wrong))('find that %s', async (_, bend) => {
    expect(await complaints(bend)).not.toEqual([])
  })
})
