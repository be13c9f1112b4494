import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import type { HeaderList } from '../../src/exchange/exchange.ts'

/** An exchange in which a secret stands. */
export interface Case {
  readonly url?: string
  readonly requestHeaders?: HeaderList
  readonly sent?: string | Buffer
  readonly responseHeaders?: HeaderList
  readonly got?: string | Buffer
  readonly statusText?: string
  readonly broken?: 'upstream-reset'
}

/** Twelve, unlike one another: tokens, base64, passwords with all that is escaped somewhere, a short one, a long one. */
export const secrets: readonly string[] = [
  'tok3n-Alpha_9f8e7d6c5b',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmF0dXJlLWNhbmFyeQ',
  'q+Zt/8Wm1x/Kp+L0Rr5Y/w==',
  'p4ss w0rd & m0re=yes',
  'quote"back\\slash/42',
  'Grüße-Ünïcode-ß1',
  'per%cent%41-1x',
  "it's<angled>&amp;1",
  'sh0rt7',
  '8c7e1b52-6a1f-4f0e-9d3b-0a1b2c3d4e5f',
  `long-${'abcdefghij0123456789'.repeat(60)}`,
  '~tilde.dot-dash_under!*()',
]

const json: HeaderList = [['Content-Type', 'application/json']]
const form: HeaderList = [['Content-Type', 'application/x-www-form-urlencoded; charset=utf-8']]
const mixed: HeaderList = [['content-type', 'multipart/mixed; boundary="b 1"']]
const text: HeaderList = [['Content-Type', 'text/plain']]
const image: HeaderList = [['Content-Type', 'image/png']]
const encoded = (how: string, headers: HeaderList = json): HeaderList => [...headers, ['Content-Encoding', how]]
const parts = (...inner: Array<string | Buffer>): Buffer =>
  Buffer.concat([...inner.flatMap((part) => ['--b 1\r\n', part, '\r\n']), '--b 1--\r\n'].map((one) => Buffer.from(one)))
const inHeader = (secret: string): string => Buffer.from(secret).toString('latin1')
const inAddress = (secret: string): string => encodeURIComponent(secret).replaceAll('%20', '+')
const allEscaped = (secret: string): string =>
  [...secret]
    .map((char) => (char.length > 1 ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`))
    .join('')
const allPercent = (secret: string): string =>
  [...Buffer.from(secret)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
const wide = (value: string): Buffer => Buffer.from(value, 'utf16le')
const binary = (value: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from([0x89, 0xff, 0, 0xfe]), Buffer.from(value), Buffer.from([0xff, 0])])

/** By name or by place: nothing else has told that it is a secret. */
export const shown: Readonly<Record<string, (secret: string) => Case>> = {
  'a bearer token': (s) => ({ requestHeaders: [['AUTHORIZATION', `Bearer ${inHeader(s)}`]] }),
  'the password of Basic': (s) => ({
    requestHeaders: [['authorization', `Basic ${Buffer.from(`client:${s}`).toString('base64')}`]],
    got: `echo ${s}`,
  }),
  'a cookie, echoed': (s) => ({
    requestHeaders: [['Cookie', `a=1; session=${inAddress(`${s}-cookie`)}`]],
    got: JSON.stringify({ was: inAddress(`${s}-cookie`) }),
  }),
  'a set cookie': (s) => ({ responseHeaders: [['set-COOKIE', `session=${inAddress(s)}; Path=/; HttpOnly`]] }),
  'an api key, echoed': (s) => ({
    requestHeaders: [['X-API-Key', inAddress(s)]],
    responseHeaders: json,
    got: JSON.stringify({ key: [inAddress(s)] }),
  }),
  "a header of somebody's own": (s) => ({ requestHeaders: [['X-Acme-Auth-Token', inAddress(s)]] }),
  'a form, blanks as plus': (s) => ({ requestHeaders: form, sent: `grant_type=password&password=${inAddress(s)}&x=1` }),
  'a form, all in percent': (s) => ({ requestHeaders: form, sent: `x=1&client_secret=${allPercent(s)}` }),
  'a form, its name in percent': (s) => ({ requestHeaders: form, sent: `x=1&pass%77ord=${inAddress(s)}` }),
  'a grant in a form': (s) => ({ requestHeaders: form, sent: `code=${encodeURIComponent(s)}` }),
  'JSON, deep inside': (s) => ({
    responseHeaders: json,
    got: JSON.stringify({ a: [{ b: { access_token: s } }] }, null, 2),
  }),
  'JSON, any case': (s) => ({ responseHeaders: json, got: JSON.stringify({ AccessToken: s }) }),
  'JSON, its name escaped': (s) => ({ responseHeaders: json, got: `{"\\u0061ccess_token":${JSON.stringify(s)}}` }),
  'JSON, its value escaped': (s) => ({ responseHeaders: json, got: `{"refresh_token":"${allEscaped(s)}"}` }),
  'JSON, a name twice': (s) => ({ responseHeaders: json, got: `{"token":${JSON.stringify(s)},"token":"another-one"}` }),
  'JSON, a list': (s) => ({ responseHeaders: json, got: JSON.stringify({ api_key: ['x', s] }) }),
  'JSON in a string of JSON': (s) => ({
    responseHeaders: json,
    got: JSON.stringify({ message: JSON.stringify({ private_key: s, more: 1 }) }),
  }),
  'JSON that is cut off': (s) => ({
    responseHeaders: json,
    got: `{"id_token":"${JSON.stringify(s).slice(1, -1)}`,
    broken: 'upstream-reset',
  }),
  'JSON under another type': (s) => ({ responseHeaders: text, got: JSON.stringify({ sessionid: s }) }),
  'an element of XML': (s) => ({
    requestHeaders: [['Content-Type', 'text/xml']],
    sent: `<s:Body><wsse:Password Type="x">${s.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</wsse:Password></s:Body>`,
  }),
  'the query': (s) => ({ url: `https://cluster.example/x?y=1&access_token=${encodeURIComponent(s)}#z` }),
  'the query of Location': (s) => ({
    responseHeaders: [['Location', `https://elsewhere.example/cb?code=${encodeURIComponent(s)}&state=2`]],
  }),
  'the fragment of Location': (s) => ({ responseHeaders: [['location', `/cb#access_token=${encodeURIComponent(s)}`]] }),
  Referer: (s) => ({ requestHeaders: [['Referer', `https://cluster.example/?apikey=${inAddress(s)}`]] }),
  'an address in an address': (s) => ({
    url: `https://cluster.example/go?to=${encodeURIComponent(`https://x.example/?a=1&token=${encodeURIComponent(s)}`)}`,
  }),
  'the user of an address': (s) => ({
    responseHeaders: [['Location', `https://me:${encodeURIComponent(s)}@elsewhere.example/`]],
  }),
  'a presigned address': (s) => ({
    responseHeaders: json,
    got: JSON.stringify({ download: `https://store.example/f?X-Amz-Date=1&X-Amz-Signature=${encodeURIComponent(s)}` }),
  }),
  'a presigned address, & escaped': (s) => ({
    responseHeaders: json,
    got: `{"download":"https://store.example/f?se=1\\u0026sig=${encodeURIComponent(s)}"}`,
  }),
  'a field of form-data': (s) => ({
    requestHeaders: [['Content-Type', 'multipart/form-data; boundary=x']],
    sent: `--x\r\nContent-Disposition: form-data; name="password"\r\n\r\n${s}\r\n--x--\r\n`,
  }),
  'a head inside a batch': (s) => ({
    requestHeaders: mixed,
    sent: parts(`Content-Type: application/http\r\n\r\nGET /x HTTP/1.1\r\nauthorization: Bearer ${s}\r\n\r\n`),
  }),
  'a cookie inside a batch': (s) => ({
    responseHeaders: mixed,
    got: parts(
      `Content-Type: application/http\r\n\r\nHTTP/1.1 200 OK\r\nSet-Cookie: session=${inAddress(s)}; Path=/\r\n\r\n`,
    ),
  }),
  'a body inside a batch': (s) => ({
    responseHeaders: mixed,
    got: parts(
      `Content-Type: application/http\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n${JSON.stringify({ access_token: s })}`,
    ),
  }),
  'a batch inside a batch': (s) => ({
    requestHeaders: mixed,
    sent: parts(
      `Content-Type: multipart/mixed; boundary=inner\r\n\r\n--inner\r\n\r\nPOST /t HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\npassword=${inAddress(s)}\r\n--inner--\r\n`,
    ),
  }),
  'a part in base64': (s) => ({
    requestHeaders: mixed,
    sent: parts(
      `Content-Type: application/json\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(JSON.stringify({ password: s })).toString('base64')}\r\n`,
    ),
  }),
  'a part in gzip': (s) => ({
    responseHeaders: mixed,
    got: parts(
      Buffer.concat([
        Buffer.from('Content-Type: application/http\r\n\r\nHTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n'),
        gzipSync(JSON.stringify({ password: s })),
      ]),
    ),
  }),
  'a body in gzip': (s) => ({ responseHeaders: encoded('gzip'), got: gzipSync(JSON.stringify({ access_token: s })) }),
  'a body in br': (s) => ({
    responseHeaders: encoded('br'),
    got: brotliCompressSync(JSON.stringify({ access_token: s })),
  }),
  'a body in deflate': (s) => ({
    requestHeaders: encoded('deflate'),
    sent: deflateSync(JSON.stringify({ client_assertion: s })),
  }),
  'a body in gzip that is cut off': (s) => ({
    responseHeaders: encoded('gzip'),
    got: gzipSync(JSON.stringify({ access_token: s, more: 'x'.repeat(50) }), { level: 0 }).subarray(0, -9),
    broken: 'upstream-reset',
  }),
  'a body in an encoding unknown': (s) => ({
    responseHeaders: encoded('none-such'),
    got: JSON.stringify({ access_token: s }),
  }),
  'binary bytes': (s) => ({
    responseHeaders: image,
    got: binary(`<xmp token="x" password=${encodeURIComponent(s)} >`),
  }),
  'text in two bytes a character': (s) => ({ responseHeaders: json, got: wide(JSON.stringify({ access_token: s })) }),
}

/** By value: an exchange before has told it. */
export const echoed: Readonly<Record<string, (secret: string) => Case>> = {
  'in a plain text': (s) => ({ responseHeaders: text, got: `you sent ${s}.` }),
  'in the very end of a text': (s) => ({ responseHeaders: text, got: `you sent ${s}` }),
  'in half, where a text is cut off': (s) => ({
    responseHeaders: text,
    got: s.length > 7 ? `you sent ${s}`.slice(0, -1) : s,
    broken: 'upstream-reset',
  }),
  'in JSON': (s) => ({ responseHeaders: json, got: JSON.stringify({ echo: `<${s}>` }) }),
  'in JSON, all escaped': (s) => ({ responseHeaders: json, got: `{"echo":"${allEscaped(s)}"}` }),
  'in JSON, slashes escaped': (s) => ({
    responseHeaders: json,
    got: JSON.stringify({ echo: s }).replaceAll('/', '\\/'),
  }),
  'in an address': (s) => ({ url: `https://cluster.example/${encodeURIComponent(s)}/x` }),
  'in an address, all in percent': (s) => ({ url: `https://cluster.example/?q=a${allPercent(s)}` }),
  'in an address twice over': (s) => ({
    responseHeaders: [['Location', `/?to=${encodeURIComponent(`/?x=${encodeURIComponent(s)}`)}`]],
  }),
  'in a form': (s) => ({ requestHeaders: form, sent: new URLSearchParams({ x: s }).toString() }),
  'in HTML': (s) => ({
    responseHeaders: [['Content-Type', 'text/html']],
    got: `<p>${s.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')}</p>`,
  }),
  'in base64, first': (s) => ({
    responseHeaders: json,
    got: JSON.stringify({ echo: Buffer.from(`${s} and more`).toString('base64') }),
  }),
  'in base64, one behind': (s) => ({
    responseHeaders: json,
    got: JSON.stringify({ echo: Buffer.from(`.${s} and more`).toString('base64') }),
  }),
  'in base64, two behind': (s) => ({
    responseHeaders: json,
    got: JSON.stringify({ echo: Buffer.from(`..${s}`).toString('base64') }),
  }),
  'in base64 for addresses': (s) => ({
    url: `https://cluster.example/?q=${Buffer.from(`id:${s}`).toString('base64url')}`,
  }),
  'in base64 in an address': (s) => ({
    url: `https://cluster.example/?q=${encodeURIComponent(Buffer.from(`id:${s}`).toString('base64'))}`,
  }),
  'in any header': (s) => ({ responseHeaders: [['X-Echo', inHeader(s)]] }),
  'in the reason': (s) => ({ statusText: `No ${inHeader(s)}` }),
  'in the type of a body': (s) => ({ responseHeaders: [['Content-Type', `text/plain; x=${inAddress(s)}`]], got: 'x' }),
  'in gzip': (s) => ({ responseHeaders: encoded('gzip', text), got: gzipSync(`echo ${s}`) }),
  'in gzip that is cut off': (s) => ({
    responseHeaders: encoded('gzip', text),
    got: gzipSync(`echo ${s} ${'x'.repeat(50)}`, { level: 0 }).subarray(0, -9),
    broken: 'upstream-reset',
  }),
  'in binary bytes': (s) => ({ responseHeaders: image, got: binary(s) }),
  'in text of two bytes a character': (s) => ({ responseHeaders: image, got: wide(`echo ${s}.`) }),
  'in a part of a batch': (s) => ({
    responseHeaders: mixed,
    got: parts(`Content-Type: application/http\r\n\r\nHTTP/1.1 200 OK\r\n\r\n${s}`),
  }),
  'in a part in base64': (s) => ({
    responseHeaders: mixed,
    got: parts(
      `Content-Transfer-Encoding: base64\r\n\r\n${Buffer.from(`x${s}${'y'.repeat(90)}`)
        .toString('base64')
        .replace(/.{76}/g, '$&\r\n')}`,
    ),
  }),
}
