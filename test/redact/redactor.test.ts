import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { createRedactor } from '../../src/redact/redactor.ts'
import { reportExchange } from '../../src/redact/report-exchange.ts'
import type { Exchange } from '../../src/exchange/exchange.ts'

const secret = 'p@ss "w<r>d" & 100%/é'
const redactor = createRedactor({ secrets: [secret, 'tok-123456'] })

describe('by value', () => {
  test.each([
    ['as it is', secret],
    ['in an address', encodeURIComponent(secret)],
    ['in a form', new URLSearchParams({ a: secret }).toString()],
    ['in JSON', JSON.stringify({ x: secret })],
    ['in base64', Buffer.from(secret).toString('base64')],
    ['in HTML', 'p@ss &quot;w&lt;r&gt;d&quot; &amp; 100%/é'],
    [
      'in an address with small hex digits',
      encodeURIComponent(secret).replace(/%../g, (escape) => escape.toLowerCase()),
    ],
    ['in base64url', Buffer.from(secret).toString('base64url')],
    [
      'in JSON that escapes slashes and all but ASCII',
      JSON.stringify(secret).slice(1, -1).replace('/', '\\/').replace('é', '\\u00e9'),
    ],
  ])('%s', (_, text) => {
    const out = redactor.text(`before ${text} after`)
    expect(out).toMatch(/redacted-[0-9a-f]{8}/)
    expect(out).not.toContain(text)
    expect(out).toMatch(/^before /)
  })

  test('equal secrets stay equal, others differ, and another key gives another placeholder', () => {
    expect(redactor.text('tok-123456')).toBe(redactor.text('tok-123456'))
    expect(redactor.text('tok-123456')).not.toBe(redactor.text(secret))
    expect(createRedactor({ secrets: ['tok-123456'] }).text('tok-123456')).not.toBe(redactor.text('tok-123456'))
  })

  test('a challenge keeps its words, a token in quotes is hidden', () => {
    expect(redactor.headers([['WWW-Authenticate', 'Bearer realm="service", error="invalid_token"']])).toEqual([
      ['WWW-Authenticate', 'Bearer realm="service", error="invalid_token"'],
    ])
    expect(redactor.text('{"sent":"Bearer abcdef123456"} Bearer YWJjZGVmZw==')).toMatch(
      /^{"sent":"Bearer redacted-[0-9a-f]{8}"} Bearer redacted-[0-9a-f]{8}$/,
    )
  })

  test('what is learnt later is hidden later', () => {
    redactor.learn('fresh-token-1')
    expect(redactor.text('x fresh-token-1')).not.toContain('fresh-token-1')
  })
})

describe('by name, though the value was never learnt', () => {
  test.each([
    'grant_type=password&password=unknown1&x=1',
    '{"access_token":"unknown1"}',
    '{"old_password": "unknown1"}',
    'Authorization: Bearer unknown1',
    'http://h/cb?code=unknown1&state=2',
    '/x?access_token=unknown1',
  ])('%s', (text) => {
    expect(redactor.text(text)).not.toContain('unknown1')
  })

  test('headers', () => {
    expect(
      redactor
        .headers([
          ['authorization', 'Basic unknown1'],
          ['Cookie', 'a=unknown1'],
          ['Accept', 'application/json'],
        ])
        .flat()
        .join(' '),
    ).toMatch(/^authorization Basic redacted-\w+ Cookie a=redacted-\w+ Accept application\/json$/)
  })

  test('the code of a record is no secret', () => {
    expect(redactor.text('{"code":"4711"}')).toBe('{"code":"4711"}')
  })
})

describe('a public word in the place of a secret', () => {
  test.each(['Bearer', 'basic', 'Digest', 'Bearer undefined', 'Bearer null', 'Bearer token', 'Bearer invalid'])(
    '%s stays readable elsewhere',
    (value) => {
      const own = createRedactor()
      own.learnHeaders([['Authorization', value]])
      own.learnNamed(`grant_type=password&password=password&client_secret=client_credentials`)
      own.learnNamed('{"token":"undefined"}')
      const answer =
        '{"token_type":"Bearer","grants":["password","client_credentials"],"error":"invalid_token","wants":"Basic","or":"Digest"}'
      expect(own.text(answer)).toBe(answer)
      expect(own.headers([['WWW-Authenticate', 'Bearer realm="undefined", Basic']])).toEqual([
        ['WWW-Authenticate', 'Bearer realm="undefined", Basic'],
      ])
    },
  )

  test('a scheme without a token is shown to be just that; the same words are hidden where their name shows a secret', () => {
    const own = createRedactor()
    expect(own.headers([['Authorization', 'Bearer']])).toEqual([['Authorization', 'Bearer']])
    expect(own.text('Authorization: bearer\r\npassword=password')).toMatch(
      /^Authorization: bearer\r\npassword=redacted-\w+$/,
    )
  })
})

describe('curl lines', () => {
  const exchange = (more: Partial<Exchange['request']>): Exchange => ({
    id: 'x-1',
    startedAt: 0,
    ms: 1,
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:1/a?b=it%27s',
      headers: [
        ['Authorization', 'Bearer tok-123456'],
        ['X-Odd', `it's $HOME "quoted" \`x\``],
      ],
      ...more,
    },
    response: { status: 200, statusText: 'OK', headers: [], body: Buffer.from('') },
  })

  test('read the token from a variable and survive a shell', () => {
    const { curl } = reportExchange(exchange({ body: Buffer.from(`{"a":"it's $(true)"}`) }), 'c', redactor)
    const words = execFileSync('bash', ['-c', `curl() { printf '%s\\n' "$@"; }; FIELDPROOF_TOKEN=T; ${curl}`], {
      encoding: 'utf8',
    })
      .trimEnd()
      .split('\n')
    expect(words).toEqual([
      '-i',
      '-X',
      'POST',
      '-H',
      'Authorization: Bearer T',
      '-H',
      `X-Odd: it's $HOME "quoted" \`x\``,
      '-H',
      'Accept:',
      '-H',
      'Content-Type:',
      '--data-raw',
      `{"a":"it's $(true)"}`,
      'http://127.0.0.1:1/a?b=it%27s',
    ])
  })

  test('a token in the query comes from the variable too', () => {
    const { curl, url } = reportExchange(
      exchange({ url: 'http://127.0.0.1:1/a?x=1&access_token=tok-123456&y=2', headers: [] }),
      'c',
      redactor,
    )
    expect(url).not.toContain('tok-123456')
    const words = execFileSync('bash', ['-c', `curl() { printf '%s\\n' "$@"; }; FIELDPROOF_TOKEN=T; ${curl}`], {
      encoding: 'utf8',
    })
      .trimEnd()
      .split('\n')
    expect(words.at(-1)).toBe('http://127.0.0.1:1/a?x=1&access_token=T&y=2')
  })

  test('client credentials come from a variable, portably', () => {
    const { curl } = reportExchange(
      exchange({ headers: [['Authorization', `Basic ${Buffer.from('id:tok-123456').toString('base64')}`]] }),
      'c',
      redactor,
    )
    const words = execFileSync(
      'bash',
      ['-c', `curl() { printf '%s\\n' "$@"; }; FIELDPROOF_CLIENT='id:it is'; ${curl}`],
      { encoding: 'utf8' },
    )
      .trimEnd()
      .split('\n')
    expect(words.slice(3, 5)).toEqual(['-u', 'id:it is'])
  })

  test('a long body is cut after it was redacted', () => {
    const report = reportExchange(exchange({ body: Buffer.from(`${'x'.repeat(3995)}tok-123456`) }), 'c', redactor)
    expect(report.requestBody).not.toContain('tok-1')
    expect(report.requestBody).toContain('more characters')
  })
})
