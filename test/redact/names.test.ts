import { describe, expect, test } from 'vitest'
import { createRedactor } from '../../src/redact/redactor.ts'

const secret = 'Geheim-4711-eyJhbGciOi'

/** What is written of a text, and of an echo of the secret that stands in it. */
function written(text: string): string {
  const redactor = createRedactor()
  redactor.learnNamed(text)
  return redactor.text(`${text} and ${secret}`)
}

describe('the names that others give to passwords and tokens', () => {
  test.each([
    `j_username=max&j_password=${secret}`,
    `user%5Bpassword%5D=${secret}&x=1`,
    `user[password]=${secret}&x=1`,
    `password%5B%5D=${secret}`,
    `{"unlock_token":"${secret}"}`,
    `user%5Baccount%5D%5Bpassword%5D=${secret}`,
    `login%3Apassword=${secret}`,
    `ctl00%24Main%24txtPassword=${secret}`,
    `https://auth.example/logout?id_token_hint=${secret}&state=1`,
    `/api?subscription-key=${secret}`,
    `oauth_token=${secret}&oauth_version=1.0`,
    `password1=${secret}&password2=${secret}`,
    `{"apiToken":"${secret}"}`,
    `{"userPassword" : "${secret}"}`,
    `{"bearerToken":"${secret}","api_token":"x"}`,
    `{"x":{"confirmPassword":"${secret}"}}`,
    `{"password_confirmation":"${secret}"}`,
    `{"spring.datasource.password":"${secret}"}`,
    `{"webhookSecret":["${secret}"]}`,
    `{"message":"{\\"appPassword\\":\\"${secret}\\"}"}`,
    `{"\\u0061piToken":"${secret}"}`,
    `<ns:userPassword>${secret}</ns:userPassword>`,
    `--x\r\nContent-Disposition: form-data; name="user[password]"\r\n\r\n${secret}\r\n--x--\r\n`,
    `--x\r\nContent-Disposition: form-data; name="j_password"\r\n\r\n${secret}\r\n--x--\r\n`,
    `GET /x HTTP/1.1\r\nOcp-Apim-Subscription-Key: ${secret}\r\n\r\n`,
    `GET /x HTTP/1.1\r\nPRIVATE-TOKEN: ${secret}\r\n\r\n`,
    `GET /x HTTP/1.1\r\nX-JWT-Assertion: ${secret}\r\n\r\n`,
    `GET /x HTTP/1.1\r\nX-Functions-Key: ${secret}\r\n\r\n`,
    `GET /x HTTP/1.1\r\nDPoP: ${secret}\r\n\r\n`,
  ])('%s', (text) => expect(written(text)).not.toContain(secret))

  test.each([
    ...['Ocp-Apim-Subscription-Key', 'PRIVATE-TOKEN', 'X-JWT-Assertion', 'X-Refresh-Token', 'X-Vault-Token'],
    ...['X-Api-Token', 'X-User-Token', 'X-Id-Token', 'X-Functions-Key', 'DPoP', 'CF-Access-Client-Secret'],
  ])('the header %s', (name) => {
    const redactor = createRedactor()
    redactor.learnHeaders([[name, secret]])
    expect(redactor.headers([[name, secret]])[0]?.[1]).toMatch(/^redacted-[0-9a-f]{8}$/)
    expect(redactor.text(`you sent ${secret}`)).not.toContain(secret)
  })
})

describe('names that only look alike', () => {
  test.each([
    '{"nextPageToken":"p2-of-the-list","page_token":"p1-of-the-list","continuationToken":"c-of-the-list"}',
    '/list?$skiptoken=20-of-the-list&syncToken=s-of-the-list&deltatoken=d-of-the-list',
    '{"tokenType":"of-the-list","passwordPolicy":"of-the-list","secretary":"of-the-list","token_type":"of-the-list"}',
    '{"passwordChanged":"of-the-list","hasPassword":true}',
    'resetPassword=true&mustChangePassword=false&x=of-the-list',
    'GET /x HTTP/1.1\r\nX-Next-Page-Token: of-the-list\r\nLock-Token: of-the-list\r\n\r\n',
  ])('%s', (text) => {
    const redactor = createRedactor()
    redactor.learnNamed(text)
    expect(redactor.text(text)).toBe(text)
    expect(redactor.text('p2-of-the-list')).toBe('p2-of-the-list')
  })

  test('words by which a caller asks for a token of its own', () => {
    const redactor = createRedactor()
    redactor.learnHeaders([['X-CSRF-Token', 'Fetch']])
    redactor.learnHeaders([['x-csrf-token', 'Required']])
    expect(redactor.text('Required fields: Fetch')).toBe('Required fields: Fetch')
  })
})

describe('ordinary values are hidden where they may be secrets, and nowhere else', () => {
  const rest = '{"timeZone":"Europe/Berlin","account":"acme-field-service","number":"4711","by":"PROD-1"}'

  test('cookies of a browser', () => {
    const redactor = createRedactor()
    redactor.learnHeaders([
      ['Cookie', 'tz=Europe/Berlin; account=acme-field-service'],
      ['Cookie', 'zone=Europe%2FBerlin'],
      ['Set-Cookie', 'account=acme-field-service; Path=/'],
    ])
    expect(redactor.text(rest)).toBe(rest)
    expect(redactor.headers([['Cookie', 'tz=Europe/Berlin']])[0]?.[1]).toMatch(/^tz=redacted-[0-9a-f]{8}$/)
  })

  test('codes of things', () => {
    const redactor = createRedactor()
    redactor.learnNamed('/things?code=4711&x=1')
    redactor.learnNamed('go?to=%2Fthings%3Fcode%3DPROD-1%26y')
    expect(redactor.text(rest)).toBe(rest)
    expect(redactor.url('/things?code=4711')).toMatch(/code=redacted-[0-9a-f]{8}$/)
  })

  test.each([
    ['Cookie', 'x=kq3v9x2m7z1p'],
    ['Cookie', 'x=qwErTyUiOpAsDfGh'],
    ['Cookie', 'x=abcdefghijklmnopqrstuvwxyz'],
    ['Cookie', 'auth=correct-horse-battery'],
    ['Cookie', 'secret=correct-horse-battery'],
    ['Set-Cookie', 'JSESSIONID=abcd-efgh-ijkl; Path=/'],
  ])('but what may open a door is known from then on: %s: %s', (name, value) => {
    const redactor = createRedactor()
    redactor.learnHeaders([[name, value]])
    expect(redactor.text(`was ${value.split(/[=;]/)[1]}`)).toMatch(/^was redacted-[0-9a-f]{8}$/)
  })

  test('and so is a grant', () => {
    const redactor = createRedactor()
    redactor.learnNamed('/callback?code=SplxlOBeZQQYbYS6WxSbIA&state=1')
    expect(redactor.text('was SplxlOBeZQQYbYS6WxSbIA')).toMatch(/^was redacted-[0-9a-f]{8}$/)
  })
})
