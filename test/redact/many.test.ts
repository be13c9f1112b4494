import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createRedactor } from '../../src/redact/redactor.ts'

const tokenOf = (at: number): string =>
  createHash('sha256')
    .update(`token ${at}`)
    .digest(at % 2 === 0 ? 'base64' : 'base64url')
    .slice(0, 8 + (at % 30))
const placeholder = /redacted-[0-9a-f]{8}/g

describe('thousands of values', () => {
  const redactor = createRedactor()
  const tokens = Array.from({ length: 3000 }, (_, at) => tokenOf(at))
  for (const token of tokens) redactor.learn(token)

  test('are all found, wherever they begin in a text and whatever stands beside them', () => {
    for (const [at, token] of tokens.entries()) {
      const text = `${'.'.repeat(at % 40)}${token}${'!'.repeat(at % 7)}`
      expect(redactor.text(text), token).toMatch(/^\.*redacted-[0-9a-f]{8}!*$/)
    }
  })

  test('are all found in one text, and nothing else of it goes', () => {
    const text = tokens.map((token, at) => `row ${at}: "${token}"`).join('\n')
    const out = redactor.text(text)
    expect(out.match(placeholder)).toHaveLength(tokens.length)
    expect(out.replace(placeholder, '').replace(/\d+/g, '')).toBe(tokens.map(() => 'row : ""').join('\n'))
  })

  test('leave a text alone in which none of them stands', () => {
    const text = Array.from({ length: 3000 }, (_, at) => tokenOf(at + 3000)).join(' ')
    expect(redactor.text(text)).toBe(text)
  })
})

test('the same as what a search for each of them finds', () => {
  // Of three letters only, so that they overlap, hold one another and stand beside one another.
  let seed = 7
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
    return (seed >>> 8) % below
  }
  const word = (length: number): string => Array.from({ length }, () => 'abc'[random(3)]).join('')
  for (let round = 0; round < 150; round += 1) {
    const secrets = Array.from({ length: 1 + random(8) }, () => word(4 + random(22)))
    const text = Array.from({ length: 20 }, () =>
      random(2) === 0 ? word(random(30)) : secrets[random(secrets.length)],
    ).join(random(2) === 0 ? '' : '-')
    const isSecret = new Uint8Array(text.length)
    for (const secret of secrets)
      for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1))
        isSecret.fill(1, at, at + secret.length)
    const kept = [...text].filter((_, at) => isSecret[at] === 0).join('')
    expect(createRedactor({ secrets }).text(text).replace(placeholder, ''), JSON.stringify({ secrets, text })).toBe(
      kept,
    )
  }
})

describe('a bound on what is kept', () => {
  test('forgets the longest unused, tells how many, and never those that were given', () => {
    const redactor = createRedactor({ secrets: ['given-from-the-start'], atMost: 100 })
    redactor.learn('used-again-and-again')
    for (let at = 0; at < 500; at += 1) {
      redactor.learn(`token-number-${at}-x`)
      redactor.learn('used-again-and-again')
    }
    expect(
      redactor.text('given-from-the-start used-again-and-again token-number-499-x').match(placeholder),
    ).toHaveLength(3)
    expect(redactor.text('token-number-0-x')).toBe('token-number-0-x')
    expect(redactor.forgotten()).toBeGreaterThanOrEqual(400)
    expect(redactor.forgotten()).toBeLessThan(460)
  })

  test('counts what they take, too', () => {
    const redactor = createRedactor()
    const long = (at: number): string => `${tokenOf(at)}-`.repeat(1000)
    for (let at = 0; at < 900; at += 1) redactor.learn(long(at))
    expect(redactor.forgotten()).toBeGreaterThan(100)
    expect(redactor.text(`.${long(899)}.`)).toMatch(/^\.redacted-[0-9a-f]{8}\.$/)
    expect(redactor.text(long(0))).toBe(long(0))
  })
})

test('what is hidden already stays as it is, also where its placeholder spells a secret', () => {
  const redactor = createRedactor({ secrets: ['redacted', 'tok-123456'], key: Buffer.alloc(32) })
  const once = redactor.text('{"access_token":"tok-123456","x":"tok-123456"}')
  expect(redactor.text(once)).toBe(once)
  redactor.learn(once.slice(-11, -3))
  expect(redactor.text(once)).toBe(once)
})

describe('what is no secret stays', () => {
  const redactor = createRedactor()
  redactor.learnHeaders([
    ['Set-Cookie', 'lang=en; Path=/api/data; Domain=cluster.example; SameSite=Strict'],
    ['Cookie', 'theme=dark; session=this-one-is-a-secret'],
  ])
  redactor.learnNamed('{"token":null,"password":"null","secret":true,"api_key":"redacted-01234567"}')

  test.each([
    '/api/data/v4',
    'https://cluster.example/',
    'SameSite=Strict',
    '{"a":null,"b":true}',
    'dark theme',
    '{"code":"4711","signature":"drawn by hand","nextPageToken":"p2"}',
    'Basic information',
    'a=b&c=d',
    'x="y"',
  ])('%s', (text) => expect(redactor.text(text)).toBe(text))
  test('and what is one goes', () => expect(redactor.text('this-one-is-a-secret')).toMatch(/^redacted-[0-9a-f]{8}$/))
})

test('equal values have one placeholder, whichever way they are spelled', () => {
  const redactor = createRedactor()
  const all = [
    '{"password":"a\\u002fb c/d"}',
    'password=a%2Fb+c%2Fd',
    '{"token":"a/b c/d"}',
    'x?token=a%2Fb%20c%2Fd',
    '{"message":"{\\"secret\\":\\"a/b c/d\\"}"}',
  ].map((text) => redactor.text(text).match(placeholder)?.[0])
  expect(new Set(all).size).toBe(1)
  expect(all[0]).toBeDefined()
})
