import { expect, test } from 'vitest'
import { inspectReading, readingOf } from '../../src/contract/index.ts'
import { recordedFacts } from '../../src/contract/recorded-facts.ts'
import { leftOut } from '../../src/verify/left-out.ts'

const listed = (...names: readonly string[]) => ({
  id: '#1',
  startedAt: 0,
  ms: 1,
  request: {
    method: 'GET',
    url: 'https://eu.example/api/user/v1/users?account=acme',
    headers: names.map((name) => [name, 'x'] as const),
    body: Buffer.alloc(0),
  },
  response: { status: 200, statusText: '', headers: [], body: Buffer.from('{}') },
})

function sifted(...exchanges: ReadonlyArray<ReturnType<typeof listed>>) {
  const headers = leftOut()
  const found = exchanges.flatMap((exchange) => {
    const reading = readingOf(exchange, recordedFacts)
    return reading ? headers.sift(exchange, inspectReading(reading, recordedFacts)) : []
  })
  const missed = found.flatMap(({ seen }) => seen.findings.map(({ parameter }) => parameter ?? ''))
  return { missed: missed.filter((name) => name.startsWith('X-')), notice: headers.notice() }
}

test('a recording without any header of its callers blames nobody for having none, and says so', () => {
  const { missed, notice } = sifted(listed(), listed('Accept'))
  expect(missed).toEqual([])
  expect(notice).toMatch(/Authorization.*headers of its caller/s)
})

test('one that has such headers somewhere tells who lacks one, also of earlier calls', () => {
  const { missed, notice } = sifted(listed(), listed('Authorization', 'X-Request-ID', 'X-Client-Version'))
  expect(missed).toContain('X-Request-ID')
  expect(notice).toBeUndefined()
})
