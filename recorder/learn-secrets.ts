import type { Recorded } from '../src/har/recorded.ts'
import type { Redactor } from '../src/redact/redactor.ts'
import { headerOf } from '../src/verdict/exchange.ts'

const names = new Set(['access_token', 'refresh_token', 'id_token', 'password', 'old_password', 'new_password', 'client_secret', 'secret', 'assertion', 'code'])

/** What an exchange shows to be a secret: from then on it is one wherever it stands, in whatever spelling. */
export function learnSecrets({ url, requestHeaders, requestBody, responseHeaders, responseBody }: Recorded, redactor: Redactor): void {
  for (const [name, value] of [...requestHeaders, ...responseHeaders]) {
    if (/^(?:cookie|set-cookie)$/i.test(name)) for (const pair of value.split(/;\s*/)) redactor.learn(pair.slice(pair.indexOf('=') + 1))
    if (!/^(?:proxy-)?authorization$/i.test(name)) continue
    const [scheme = '', credentials = ''] = value.split(/\s+(.*)/s)
    redactor.learn(credentials === '' ? value : credentials)
    if (/^basic$/i.test(scheme)) redactor.learn(Buffer.from(credentials, 'base64').toString('utf8').split(/:(.*)/s)[1] ?? '')
  }
  fromForm(new URL(url).search.slice(1), redactor)
  for (const [headers, { bytes }] of [[requestHeaders, requestBody], [responseHeaders, responseBody]] as const) {
    const type = headerOf(headers, 'Content-Type') ?? ''
    if (bytes.length === 0 || bytes.length > 1024 * 1024) continue
    if (/x-www-form-urlencoded/i.test(type)) fromForm(bytes.toString('utf8'), redactor)
    else if (/json/i.test(type)) try { fromJson(JSON.parse(bytes.toString('utf8')), redactor) } catch { /* No JSON: names in it are found by the redactor itself. */ }
  }
}

function fromForm(text: string, redactor: Redactor): void {
  for (const [name, value] of new URLSearchParams(text)) if (names.has(name.toLowerCase())) redactor.learn(value)
}

function fromJson(value: unknown, redactor: Redactor): void {
  if (Array.isArray(value)) for (const inner of value) fromJson(inner, redactor)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner === 'string' && names.has(name.toLowerCase()) && name.toLowerCase() !== 'code') redactor.learn(inner)
      else fromJson(inner, redactor)
    }
  }
}
