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
  be: {
    holds: [
      () => matchers.be('companies', [], 'an array'),
      () => matchers.be('user', 'x', 'a text'),
      () => matchers.be('expires_in', 0, 'a number'),
      () => matchers.be('URL', 'https://a.example/x', 'an absolute URL'),
    ],
    fails: [
      [() => matchers.be('companies', { 0: 'A' }, 'an array'), 'companies, an array', '{"0":"A"}'],
      [() => matchers.be('user', '', 'a text'), 'user, a text', ''],
      [() => matchers.be('user', 7, 'a text'), 'user, a text', '7'],
      [() => matchers.be('expires_in', '43200', 'a number'), 'expires_in, a number', '43200'],
      [() => matchers.be('URL', '/only/a/path', 'an absolute URL'), 'URL, an absolute URL', '/only/a/path'],
      [
        () => matchers.be('URL', { href: 'https://a.example' }, 'an absolute URL'),
        'URL, an absolute URL',
        '{"href":"https://a.example"}',
      ],
      [
        () => matchers.be('companies', undefined, 'an array', answered(200, { data: [] })),
        'companies, an array',
        'nothing; status 200 with {"data":[]}',
      ],
    ],
  },
  present: {
    holds: [() => matchers.present('the record', {}), () => matchers.present('the record', null)],
    fails: [
      [() => matchers.present('the record', undefined), 'the record', 'nothing'],
      [
        () => matchers.present('the record', undefined, answered(404)),
        'the record',
        'nothing; status 404 with an empty body',
      ],
    ],
  },
  absent: {
    holds: [() => matchers.absent('externalId', undefined)],
    fails: [
      [() => matchers.absent('externalId', null), 'no externalId', 'null'],
      [() => matchers.absent('externalId', 'E-1'), 'no externalId', 'E-1'],
    ],
  },
  oneOf: {
    holds: [
      () => matchers.oneOf('parts', 2, [1, 2]),
      () => matchers.oneOf('fileContent', undefined, [undefined, null, '']),
    ],
    fails: [
      [() => matchers.oneOf('parts', 3, [1, 2]), 'parts 1 or 2', '3'],
      [() => matchers.oneOf('parts', '2', [1, 2]), 'parts 1 or 2', '"2"'],
      [
        () => matchers.oneOf('fileContent', 'YQ==', [undefined, null, '']),
        'fileContent nothing or null or ""',
        '"YQ=="',
      ],
    ],
  },
  inRange: {
    holds: [
      () => matchers.inRange('n', 5, { atLeast: 5, atMost: 5 }),
      () => matchers.inRange('n', 5, { above: 4.9, below: 5.1 }),
      () => matchers.inRange('n', -5, { atMost: 0 }),
    ],
    fails: [
      [() => matchers.inRange('n', 4, { atLeast: 5, atMost: 6 }), 'n at least 5 and at most 6', '4'],
      [() => matchers.inRange('n', 7, { atLeast: 5, atMost: 6 }), 'n at least 5 and at most 6', '7'],
      [() => matchers.inRange('n', 5, { above: 5 }), 'n above 5', '5'],
      [() => matchers.inRange('n', 5, { below: 5 }), 'n below 5', '5'],
      [() => matchers.inRange('n', '5', { atLeast: 1 }), 'n at least 1', '"5"'],
      [() => matchers.inRange('n', undefined, { atLeast: 1 }), 'n at least 1', 'nothing'],
      [() => matchers.inRange('n', Number.NaN, { atLeast: 1 }), 'n at least 1', 'NaN'],
    ],
  },
  match: {
    holds: [() => matchers.match('the message', 'MC-06: too short', /too short/)],
    fails: [
      [() => matchers.match('the message', 'too long', /too short/), 'the message like too short', 'too long'],
      [() => matchers.match('the message', undefined, /^/), 'the message like ^', 'nothing'],
      [() => matchers.match('the message', 12, /12/), 'the message like 12', '12'],
    ],
  },
  sameId: {
    holds: [
      () => matchers.sameId('the id', '0a0b0c0d-0e0f-0001-0203-040506070809', '0A0B0C0D0E0F00010203040506070809'),
    ],
    fails: [
      [() => matchers.sameId('the id', 'AB', 'AC'), 'the id AC', 'AB'],
      [() => matchers.sameId('the id', undefined, undefined), 'the id nothing', 'nothing'],
      [() => matchers.sameId('the id', 12, '12'), 'the id 12', '12'],
      [
        () => matchers.sameId('the id', undefined, 'AC', answered(404, 'gone')),
        'the id AC',
        'nothing; status 404 with gone',
      ],
    ],
  },
  sameName: {
    holds: [() => matchers.sameName('account', 'Acme', 'ACME')],
    fails: [
      [() => matchers.sameName('account', 'acme-2', 'acme'), 'account acme', 'acme-2'],
      [() => matchers.sameName('account', undefined, undefined), 'account nothing', 'nothing'],
    ],
  },
  include: {
    holds: [
      () => matchers.include('companies', ['A', 'B'], ['B']),
      () => matchers.include('companies', [{ name: 'A' }], [{ name: 'A' }]),
      () => matchers.include('companies', [], []),
    ],
    fails: [
      [() => matchers.include('companies', ['A', 'B'], ['B', 'C', 'D']), 'companies with C, D', '["A","B"]'],
      [() => matchers.include('numbers', ['1'], [1]), 'numbers with 1', '["1"]'],
    ],
  },
  some: {
    holds: [() => matchers.some('row in data', [undefined])],
    fails: [
      [() => matchers.some('row in data', []), 'at least one row in data', 'none'],
      [
        () => matchers.some('row in data', [], answered(200, { rows: [1] })),
        'at least one row in data',
        'none; status 200 with {"rows":[1]}',
      ],
    ],
  },
  none: {
    holds: [() => matchers.none('foreign record', [])],
    fails: [
      [() => matchers.none('foreign record', [{ a: 1 }, 'b']), 'no foreign record', '{"a":1}; b'],
      [() => matchers.none('foreign record', [undefined], () => 'one of them'), 'no foreign record', 'one of them'],
    ],
  },
  contain: {
    holds: [() => matchers.contain('the subject', { data: [{ call: { subject: 'x' } }] }, 'x')],
    fails: [
      [() => matchers.contain('the subject', { data: ['xy'] }, 'x'), 'the subject x in the answer', '{"data":["xy"]}'],
      [() => matchers.contain('the subject', undefined, 'x'), 'the subject x in the answer', 'nothing'],
    ],
  },
  lack: {
    holds: [() => matchers.lack('subject', { data: ['xy'] }, 'x'), () => matchers.lack('subject', undefined, 'x')],
    fails: [
      [
        () => matchers.lack('subject', { data: [{ a: 'x' }] }, 'x'),
        'no subject x in the answer',
        '{"data":[{"a":"x"}]}',
      ],
    ],
  },
  containIds: {
    holds: [
      () =>
        matchers.containIds('ids', { data: ['0a0b0c0d-0e0f-0001-0203-040506070809'] }, [
          '0A0B0C0D0E0F00010203040506070809',
        ]),
      () => matchers.containIds('ids', {}, []),
    ],
    fails: [
      [() => matchers.containIds('the ids', { AB: 1 }, ['ab', 'cd', 'ef']), 'the ids cd, ef in the answer', '{"AB":1}'],
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
  done: {
    holds: [() => matchers.done('every part', answered(200), answered(299)), () => matchers.done('every part')],
    fails: [
      [
        () => matchers.done('part 1', answered(409, { error: 'CA-27' })),
        'part 1 with a 2xx status',
        'status 409 with {"error":"CA-27"}',
      ],
      [() => matchers.done('part 1', undefined), 'part 1 with a 2xx status', 'no such part'],
      [
        () => matchers.done('every part', answered(200), undefined, answered(300)),
        'every part with a 2xx status',
        'statuses 200, none, 300',
      ],
    ],
  },
  notDone: {
    holds: [
      () => matchers.notDone('every part', answered(199), answered(300), undefined),
      () => matchers.notDone('every part'),
    ],
    fails: [
      [() => matchers.notDone('part 2', answered(204)), 'part 2 without a 2xx status', 'status 204 with an empty body'],
      [
        () => matchers.notDone('every part', answered(404), answered(200)),
        'every part without a 2xx status',
        'statuses 404, 200',
      ],
    ],
  },
  oauthError: {
    holds: [() => matchers.oauthError(answered(400, oauth)), () => matchers.oauthError(answered(401, oauth))],
    fails: (
      [
        [403, oauth],
        [400, { error: 'invalid_grant' }],
        [400, { error_description: 'Bad credentials' }],
        [401, { error: 7, error_description: 'Bad credentials' }],
        [401, [oauth]],
        [401, 'null'],
      ] as const
    ).map(([status, body]) => [
      () => matchers.oauthError(answered(status, body)),
      'status 400 or 401 with an OAuth error body: error and error_description',
      `status ${status} with ${typeof body === 'string' ? body : JSON.stringify(body)}`,
    ]),
  },
  notCrashed: {
    holds: [
      () => matchers.notCrashed(answered(400), 'a query'),
      () => matchers.notCrashed(answered(501), 'a query'),
      () => matchers.notCrashed(answered(503), 'a query'),
    ],
    fails: [
      [
        () => matchers.notCrashed(answered(500, 'oops'), 'a query'),
        'a query: answered with anything but a 5xx',
        'status 500 with oops',
      ],
    ],
  },
  noServerError: {
    holds: [
      () => matchers.noServerError(answered(499)),
      () => matchers.noServerError(answered(200), 'a query'),
      () => matchers.noServerError(answered(501)),
      () => matchers.noServerError(answered(503)),
    ],
    fails: [
      [() => matchers.noServerError(answered(500, 'oops')), 'a status below 500', 'status 500 with oops'],
      [
        () => matchers.noServerError(answered(502), 'a query'),
        'a status below 500 to a query',
        'status 502 with an empty body',
      ],
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
        () => matchers.refused(answered(400, { error: 'invalid_grant', message: 'no' }), 400, 'invalid_grant'),
        'status 400 with error invalid_grant and a string error_description',
        'status 400 with {"error":"invalid_grant","message":"no"}',
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
    expect(match()).toMatchObject({ expected, actual })
  })
})

test('a status that differs is named, with the error word of the body', () => {
  const answer = { status: 404, text: '{"error":"not_found"}', json: { error: 'not_found' } }
  const differs = [{ at: 'status', expected: '201', actual: '404 not_found' }]
  expect(matchers.status(answer, 201)).toMatchObject({ differs })
})

test('the places where two values differ are named', () => {
  expect(matchers.equal('the record', { a: 1 }, { a: 2 })).toMatchObject({
    differs: [{ at: 'a', expected: '2', actual: '1' }],
  })
})
