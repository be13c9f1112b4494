import { beforeAll, describe, expect, test } from 'vitest'
import { createPlatform } from '../../src/platform/platform.ts'
import { pairwise } from '../../src/runner/prove/pairwise.ts'
import { needs, availability, type Need } from '../../src/target/needs.ts'
import { parseTarget } from '../../src/target/load.ts'
import { alarmsIn, madeRun } from '../support/made-run.ts'
import { inWords, keysOf, watching, without, type Key } from './keys.ts'

const plain = createPlatform().targetFile('http://127.0.0.1:4010')
const keys = keysOf(plain)

/** Which checks look at a key while they run. */
const lookers = new Map<string, Set<string>>()
const lookingAt = (missing: readonly Key[]): string[] => [
  ...new Set(
    missing.flatMap(({ section, name }) => [
      ...(lookers.get(`${section}.${name}`) ?? []),
      ...(lookers.get(`${section}.*`) ?? []),
    ]),
  ),
]

beforeAll(async () => {
  let current = ''
  await madeRun({
    target: (loaded) =>
      watching(loaded, (key) => {
        const seen = lookers.get(key) ?? new Set()
        lookers.set(key, seen.add(current))
      }),
    begins: ({ id }) => (current = id),
  })
}, 300_000)

/** What most checks look at is tried with a part of them. */
const atMost = 120

/** What is wrong with a run of the checks that look at these keys, without them. */
async function trouble(missing: readonly Key[]): Promise<string[]> {
  const all = lookingAt(missing)
  const every = Math.ceil(all.length / atMost)
  const chosen = new Set(all.filter((_, at) => at % every === 0))
  const { verdicts } = await madeRun({
    file: (written) => without(written, missing),
    which: ({ id }) => chosen.has(id),
  })
  // "fixtures.redirectUri", "has: [clock]", "dtos and templates of Attachment": a name alone may be any word.
  const named = (because: string) =>
    missing.some(({ section, name }) =>
      new RegExp(`\\b${section}\\b[^;]*\\b(?:${name}|of any resource)\\b`).test(because),
    )
  return alarmsIn(verdicts.filter(({ is, because = '' }) => !(is === 'blocked' && named(because))))
}

describe('a target file without one of its keys: no finding, and what is blocked names the key', () => {
  test.each(keys.map((key) => [inWords(key), key] as const))(
    '%s',
    async (_, key) => {
      expect(await trouble([key])).toEqual([])
    },
    120_000,
  )
})

describe('a target file without several of its keys', () => {
  const rows = pairwise(keys.map(inWords), () => false).map((row) => keys.filter((key) => row.includes(inWords(key))))
  // Each pair is missing in one of the rows; the two that leave out least and most are run.
  const byLength = rows.filter(({ length }) => length > 0).toSorted((one, other) => one.length - other.length)
  test.each([byLength[0] ?? [], byLength.at(-1) ?? []])(
    '%#',
    async (...missing) => {
      expect(await trouble(missing)).toEqual([])
    },
    120_000,
  )

  test('any two of them: what is missing can be declared under lacks', () => {
    expect(rows.length).toBeGreaterThan(5)
    for (const row of [...keys.map((key) => [key]), ...rows]) {
      const left = without(plain, row)
      const missing = (Object.keys(needs) as Need[]).filter(
        (need) => availability(parseTarget(left, 'the test'), need).is === 'missing',
      )
      const lacks = Object.fromEntries(missing.map((need) => [need, 'left out']))
      const has = (left['has'] as string[]).filter((capability) => !(capability in lacks))
      const declared = parseTarget({ ...left, has, lacks }, 'the test')
      expect(missing.filter((need) => availability(declared, need).is === 'missing')).toEqual([])
    }
  })
})

test('the smallest target file gives a useful run', async () => {
  const { verdicts } = await madeRun({
    file: ({ name, addresses, account, company, identities }) => ({
      name,
      addresses,
      account,
      company,
      identities: { admin: (identities as Record<string, unknown>)['admin'] },
    }),
  })
  const keyed = /\bset (?:identities|dtos|templates|fixtures|passwordPolicy|has)\b|\btemplates\.\w+ is missing/
  expect(alarmsIn(verdicts.filter(({ is, because = '' }) => !(is === 'blocked' && keyed.test(because))))).toEqual([])
  expect(verdicts.filter(({ is }) => is === 'pass').length).toBeGreaterThan(20)
}, 120_000)
