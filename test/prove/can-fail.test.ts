import { describe, expect, test } from 'vitest'
import { announce, type Check } from '../../src/kit/check.ts'
import { must } from '../../src/kit/must.ts'
import type { Context } from '../../src/kit/context.ts'
import type { Testable } from '../../src/kit/requirements.ts'
import { allFaults } from '../../src/platform/deviations.ts'
import { join } from 'node:path'
import { scratch } from '../support/folder.ts'
import type { Catalogue } from '../../src/judging/catalogue.ts'
import { keptIn } from '../../src/runner/prove/kept-trials.ts'
import { shortcomings } from '../../src/runner/prove/matrix.ts'
import { checkNames, prove } from '../../src/runner/prove/prove.ts'

const requirement = {
  id: 'token/made-up',
  interface: 'token',
  level: 'must',
  says: 'A rule made up for this test.',
  sources: ['A-TOK-02'],
} as unknown as Testable
const fault = 'token-type-mac'
let count = 0
const made = (brokenBy: string, run: (context: Context) => Promise<void>, effects?: true): Check =>
  announce('check', requirement, `case-${++count}`, { brokenBy: [brokenBy], ...(effects ? { effects } : {}) }, run)

/** A catalogue in which every fault is named, and only the checks given are looked at. */
const catalogueOf = (...checks: Check[]): Catalogue => ({
  requirements: [requirement],
  checks: [
    ...checks,
    {
      ...(checks[0] as Check),
      id: 'other/names/all',
      requirement: { ...requirement, interface: 'other' },
      brokenBy: allFaults.map(({ id }) => id),
    },
  ],
})
const proven = async (...checks: Check[]) =>
  shortcomings(await prove(catalogueOf(...checks), { selection: { only: ['token/made-up/case-*'] } }))

const honest = async ({ api }: Context) => {
  const answer = await api.token.obtain()
  must.status(answer, 200)
  must.equal('token_type', String((answer.json as Record<string, unknown>)['token_type']).toLowerCase(), 'bearer')
}

describe('prove can fail', () => {
  test('an honest check is proven', async () => {
    expect(await proven(made(fault, honest))).toEqual([])
  })

  test('a check that does not find the fault it names', async () => {
    const lines = await proven(made(fault, async ({ api }) => must.status(await api.token.obtain(), 200)))
    expect(lines.some((line) => line.includes(`names fault ${fault} but does not catch it`))).toBe(true)
    expect(lines.some((line) => line.includes(`fault ${fault} (A-TOK-02) survived`))).toBe(true)
    expect(lines.some((line) => line.includes('is not proven'))).toBe(true)
  })

  test('a check that fails on the plain platform', async () => {
    expect((await proven(made(fault, async ({ api }) => must.status(await api.token.obtain(), 418))))[0]).toContain(
      'does not pass on the platform: expected status 418',
    )
  })

  test('a check that asserts nothing', async () => {
    expect(
      (
        await proven(
          made(fault, async ({ api }) => {
            await api.token.obtain()
          }),
        )
      )[0],
    ).toContain('it asserted no exchange')
  })

  test('a check that passes where everything is refused, or answered with nothing', async () => {
    const lines = await proven(
      made(fault, async ({ api }) => must.hold('anything', (await api.token.obtain()).status > 0, 'nothing')),
    )
    expect(lines.some((line) => line.endsWith('passes against nothing'))).toBe(true)
    expect(lines.some((line) => line.endsWith('passes against refuses-all'))).toBe(true)
  })

  test('a check that looks at effects and believes a yes-man', async () => {
    expect((await proven(made(fault, honest, true))).some((line) => line.endsWith('passes against yes-man'))).toBe(true)
  })

  test('a check that flags a lawful variant', async () => {
    const lines = await proven(
      made(fault, async ({ api }) => {
        const answer = await api.token.obtain()
        must.equal('token_type', (answer.json as Record<string, unknown>)['token_type'], 'Bearer')
      }),
    )
    expect(lines.filter((line) => line.includes('flags the lawful variant')).length).toBeGreaterThan(0)
    expect(lines.filter((line) => !line.includes('flags the lawful variant'))).toEqual([])
  })

  test('what an earlier proof tried is not tried again, until what it rests on has changed', async () => {
    const check = made(fault, async ({ api }) => {
      const answer = await api.token.obtain()
      must.equal(
        'token_type',
        String((Object(answer.json) as Record<string, unknown>)['token_type']).toLowerCase(),
        'bearer',
      )
    })
    const file = join(scratch(), 'trials.json')
    const proof = async (one: Check, on: string) => {
      const kept = keptIn(file, () => on)
      const matrix = await prove(catalogueOf(one), { selection: { only: [one.id] }, kept })
      kept.save(true)
      return matrix
    }
    const first = await proof(check, 'as it was')
    expect([shortcomings(first), first.reused]).toEqual([[], 0])
    const broken = { ...check, run: async ({ api }: Context) => must.status(await api.token.obtain(), 418) }
    const second = await proof(broken, 'as it was')
    expect(second).toEqual({ ...first, reused: first.trials, ms: second.ms })
    const third = await proof(broken, 'as it is now')
    expect(third.reused).toBe(0)
    expect(shortcomings(third)[0]).toContain('does not pass on the platform: expected status 418')
  })

  test('unknown faults, faults that no check names and unknown statements are refused before it starts', () => {
    const check = made(fault, honest)
    expect(() => checkNames({ requirements: [requirement], checks: [check] })).toThrow(/no check names fault/)
    expect(() => checkNames(catalogueOf({ ...check, brokenBy: ['no-such-fault'] }))).toThrow(
      /unknown fault no-such-fault/,
    )
    expect(() =>
      checkNames({ ...catalogueOf(check), requirements: [{ ...requirement, sources: ['A-XYZ-01'] }] }),
    ).toThrow(/unknown statement A-XYZ-01/)
  })
})
