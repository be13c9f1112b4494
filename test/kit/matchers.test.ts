import { describe, expect, test } from 'vitest'
import { matchers } from '../../src/kit/matchers.ts'
import type { Mismatch } from '../../src/kit/mismatch.ts'
import { answered } from './answers.ts'

const lockError = { error: 'CA-27', message: 'Ca-27: Object is stale', values: [1] }
const oauth = { error: 'invalid_grant', error_description: 'Bad credentials' }

/** For each matcher: what it lets pass, what it does not, and what the mismatch says. */
const cases: Record<
  keyof typeof matchers,
  { holds: (() => Mismatch | undefined)[]; fails: [() => Mismatch | undefined, string, string][] }
> = {
  equal: {
    holds: [
      () => matchers.equal('ids', [1, { a: 2 }], [1, { a: 2 }]),
      () => matchers.equal('none', undefined, undefined),
    ],
    fails: [
      [() => matchers.equal('ids', [1, 2], [2, 1]), 'ids [2,1]', '[1,2]'],
      [() => matchers.equal('id', '1', 1), 'id 1', '1'],
      [() => matchers.equal('id', undefined, null), 'id null', 'nothing'],
    ],
  },
  differ: {
    holds: [() => matchers.differ('token', 'a', 'b')],
    fails: [[() => matchers.differ('token', 'a', 'a'), 'token other than a', 'a']],
  },
  hold: {
    holds: [() => matchers.hold('a token', true, 'anything')],
    fails: [
      [() => matchers.hold('a token', false, { token: null }), 'a token', '{"token":null}'],
      [() => matchers.hold('a token', false, 'in words'), 'a token', 'in words'],
    ],
  },
  status: {
    holds: [() => matchers.status(answered(201), 200, 201)],
    fails: [
      [
        () => matchers.status(answered(404, { gone: true }), 200, 201),
        'status 200 or 201',
        'status 404 with {"gone":true}',
      ],
      [() => matchers.status(answered(204), 200), 'status 200', 'status 204 with an empty body'],
    ],
  },
  success: {
    holds: [() => matchers.success(answered(200)), () => matchers.success(answered(299))],
    fails: [
      [() => matchers.success(answered(199)), 'a 2xx status', 'status 199 with an empty body'],
      [() => matchers.success(answered(300)), 'a 2xx status', 'status 300 with an empty body'],
    ],
  },
  refused: {
    holds: [
      () => matchers.refused(answered(400, oauth), 400, 'invalid_grant'),
      () => matchers.refused(answered(400, oauth), 400, 'invalid_grant', /bad credentials/i),
      () => matchers.refused(answered(409, lockError), 409, 'CA-27', /stale/),
    ],
    fails: [
      [
        () => matchers.refused(answered(401, oauth), 400, 'invalid_grant'),
        'status 400 with error invalid_grant',
        `status 401 with ${JSON.stringify(oauth)}`,
      ],
      [
        () => matchers.refused(answered(400, oauth), 400, 'invalid_client'),
        'status 400 with error invalid_client',
        `status 400 with ${JSON.stringify(oauth)}`,
      ],
      [
        () => matchers.refused(answered(409, lockError), 409, 'CA-27', /missing/),
        'status 409 with error CA-27 and a text like missing',
        `status 409 with ${JSON.stringify(lockError)}`,
      ],
      [
        () => matchers.refused(answered(409, { error: 'CA-27' }), 409, 'CA-27', /stale/),
        'status 409 with error CA-27 and a text like stale',
        'status 409 with {"error":"CA-27"}',
      ],
      [
        () => matchers.refused(answered(400, '<html>'), 400, 'invalid_grant'),
        'status 400 with error invalid_grant',
        'status 400 with <html>',
      ],
    ],
  },
  refused4xx: {
    holds: [() => matchers.refused4xx(answered(400)), () => matchers.refused4xx(answered(499))],
    fails: [
      [() => matchers.refused4xx(answered(399)), 'a refusal with a 4xx status', 'status 399 with an empty body'],
      [() => matchers.refused4xx(answered(500)), 'a refusal with a 4xx status', 'status 500 with an empty body'],
    ],
  },
}

describe.each(Object.keys(matchers) as (keyof typeof matchers)[])('%s', (name) => {
  const { holds, fails } = cases[name]
  test.each(holds)('holds (%#)', (match) => {
    expect(match()).toBeUndefined()
  })
  test.each(fails)('fails (%#)', (match, expected, actual) => {
    expect(match()).toEqual({ expected, actual })
  })
})
