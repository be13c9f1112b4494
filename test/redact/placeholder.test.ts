import { expect, test } from 'vitest'
import {
  holdsPlaceholder,
  inCurrentForm,
  isPlaceholder,
  placeholderOf,
  replacePlaceholders,
} from '../../src/redact/placeholder.ts'
import { createRedactor } from '../../src/redact/redactor.ts'

const token = 'tok+en/of=the day'
const encoded = encodeURIComponent(token)

test.each([
  ['a header', (text: Redact) => text.header('Authorization', `Bearer ${token}`), 'Bearer '],
  ['another header', (text: Redact) => text.header('X-Access-Token', token), ''],
  ['a cookie that is set', (text: Redact) => text.header('Set-Cookie', `sid=${token}; Path=/; HttpOnly`), 'sid='],
  ['a cookie that is sent', (text: Redact) => text.header('Cookie', `theme=; sid="${token}"`), 'theme=; sid='],
  ['a batch part', (text: Redact) => text.body(`GET /a HTTP/1.1\r\nAuthorization: Bearer ${token}\r\n\r\n`), 'Bearer '],
  ['JSON', (text: Redact) => text.body(JSON.stringify({ access_token: token })), '"access_token":"'],
  ['a form', (text: Redact) => text.body(new URLSearchParams({ token }).toString()), 'token='],
  ['an address', (text: Redact) => text.url(`https://a.example/b?access_token=${encoded}&c=d`), 'access_token='],
  [
    'an address in an address',
    (text: Redact) => text.url(`https://a.example/?to=%2Fb%3Ftoken%3D${encoded}`),
    'token%3D',
  ],
  ['XML', (text: Redact) => text.body(`<a:token>${token}</a:token>`), '<a:token>'],
])('the same token has the same placeholder in %s', (_, redact, before) => {
  const redactor = createRedactor({ key: Buffer.alloc(32) })
  const text = redact({
    header: (name, value) => redactor.headers([[name, value]])[0]?.[1] ?? '',
    body: redactor.body,
    url: redactor.url,
  })
  expect(text).toContain(`${before}redacted-0d886b88`)
  expect(text).not.toMatch(/day|tok%2B/)
  // Redacted once more, it stays as it is.
  expect(redactor.text(text)).toBe(text)
})

interface Redact {
  readonly header: (name: string, value: string) => string
  readonly body: (text: string) => string
  readonly url: (text: string) => string
}

test('what an attribute of a cookie seems to be and is not is hidden, too', () => {
  const [[, value] = ['', '']] = createRedactor().headers([
    ['Set-Cookie', 'a=1234; Path=/, b=5678; Expires=Thu, 1 Jan'],
  ])
  expect(value).toMatch(/^a=redacted-\w+; Path=redacted-\w+; Expires=Thu, 1 Jan$/)
})

test('an address with a placeholder in it is as it was, whoever reads it', () => {
  const url = createRedactor().url(`https://a.example/b?access_token=${encoded}&c=d`)
  expect(new URL(url).href).toBe(url)
})

test('placeholders are recognised, those of earlier versions too, in addresses as browsers wrote them', () => {
  const made = placeholderOf(Buffer.from('0123456789abcdef', 'hex'))
  expect(made).toBe('redacted-01234567')
  for (const one of [made, '<redacted:01234567>', '%3Credacted%3A01234567%3E', '%3credacted:01234567%3e']) {
    expect([isPlaceholder(one), holdsPlaceholder(`a${one}b`)], one).toEqual([true, true])
    expect(inCurrentForm(`Bearer ${one}, ${one}`)).toBe(`Bearer ${made}, ${made}`)
    expect(replacePlaceholders(`${one} and ${one}.`, 'x')).toBe('x and x.')
  }
  for (const other of ['redacted', '<redacted>', 'redacted-x', `${made}0`, `Bearer ${made}`, ''])
    expect(isPlaceholder(other), other).toBe(false)
})
