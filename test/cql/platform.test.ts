import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { compile } from '../../src/cql/evaluate.ts'
import { questions } from '../../src/cql/generate.ts'
import { nearMisses } from '../../src/cql/near-miss.ts'
import { parse } from '../../src/cql/parse.ts'
import { printed, toAst, type Sample } from '../../src/cql/question.ts'
import { allReadings, type Reading } from '../../src/cql/readings.ts'
import { createPlatform, type Platform } from '../../src/platform/platform.ts'
import { dataOf, recordOf, type Data } from '../platform/data/wire.ts'
import { sample as plain } from './sample.ts'

/** What a variant of the platform is, as a reading; the plain platform is the first. */
const variants: ReadonlyArray<readonly [variant: string | undefined, reading: Partial<Reading>]> = [
  [undefined, { unset: 'unknown', differs: false }],
  ['cql-null-false', { unset: 'false', differs: false }],
  ['cql-null-differs', { unset: 'false', differs: true }],
  ['cql-equality-any-case', { unset: 'unknown', differs: false, caseCounts: false }],
  ['cql-underscore-one-character', { unset: 'unknown', differs: false, underscore: true }],
  ['cql-left-to-right', { unset: 'unknown', differs: false, bindsFirst: 'none' }],
  ['cql-or-binds-first', { unset: 'unknown', differs: false, bindsFirst: 'OR' }],
  ['cql-percent-doubled-everywhere', { unset: 'unknown', differs: false, escapesEverywhere: true }],
]

const strict: Reading = {
  unset: 'unknown',
  differs: false,
  caseCounts: true,
  escapesEverywhere: false,
  underscore: false,
  bindsFirst: 'AND',
  beyond: true,
}

async function filled(platform: Platform): Promise<{ data: Data; sample: Sample }> {
  const data = await dataOf(platform)
  for (const partner of ['A', 'B']) await data('POST', '/BusinessPartner', { id: partner.repeat(32), name: partner })
  const rows = []
  for (const {
    dto: { lastChanged: _lastChanged, ...body },
  } of plain.rows) {
    platform.clock.advance(7)
    rows.push({ dto: recordOf(await data('POST', '/ServiceCall', body)) })
  }
  return { data, sample: { rows } }
}

const listed = async (data: Data, query: string): Promise<{ status: number; names: string[] }> => {
  const { status, json } = await data('GET', '/ServiceCall', undefined, { query: { query, pageSize: '100' } })
  return {
    status,
    names: ((json['data'] ?? []) as Array<Record<string, { externalId: string }>>)
      .map((element) => element['serviceCall']?.externalId ?? '')
      .filter((name) => name.startsWith('sample-')),
  }
}

describe.each(variants)('%s', (variant, more) => {
  let data: Data
  let sample: Sample
  beforeAll(async () => {
    ;({ data, sample } = await filled(createPlatform({ variants: variant ? [variant] : [] })))
  })

  test('2,000 generated queries list what the kit says', async () => {
    const cases = fc.sample(questions(fc), { seed: 11, numRuns: variant ? 300 : 2000 })
    for (const question of cases) {
      const query = printed(question, sample)
      const held = compile(toAst(question, sample), { ...strict, ...more })
      const expected = sample.rows.filter(({ dto }) => held(dto) === true).map(({ dto }) => String(dto['externalId']))
      expect({ query, ...(await listed(data, query)) }).toEqual({ query, status: 200, names: expected })
    }
  })

  test('so do mixed levels, escapes and underscores', async () => {
    for (const query of [
      'subject = "9" OR subject = "10" AND chargeableEfforts = true',
      'subject = "abc%%"',
      'subject like "a_c"',
      'subject != "aBC"',
      '!(remarks = "second")',
    ]) {
      const parsed = parse(query)
      if (!('ast' in parsed)) throw new Error(query)
      const held = compile(parsed.ast, { ...strict, ...more })
      expect({ query, ...(await listed(data, query)) }).toEqual({
        query,
        status: 200,
        names: sample.rows.filter(({ dto }) => held(dto) === true).map(({ dto }) => String(dto['externalId'])),
      })
    }
  })
})

test('both refuse what is one token away, or both take it', async () => {
  const { data, sample } = await filled(createPlatform())
  const lenient = /a field that does not exist/
  for (const question of fc.sample(questions(fc), { seed: 12, numRuns: 120 })) {
    for (const { what, query } of nearMisses(printed(question, sample)).unreadable) {
      const parsed = parse(query)
      const { status } = await listed(data, query)
      if (lenient.test(what)) expect([query, status]).toEqual([query, 400])
      else expect([query, status < 300]).toEqual([query, 'ast' in parsed])
    }
  }
})

test('the strict reading is one of the ensemble', () => {
  expect(allReadings).toContainEqual(strict)
})
