import { createHmac, randomBytes } from 'node:crypto'
import type { HeaderList } from '../verdict/exchange.ts'

export interface Redactor {
  /** From now on this value is a secret, in all its spellings. */
  learn(secret: string): void
  text(text: string): string
  headers(headers: HeaderList): HeaderList
  url(url: string): string
  /** A body as text: known fields by name, known values anywhere. */
  body(body: string): string
}

const secretHeaders = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key'])
const secretNames = 'access_token|refresh_token|id_token|password|old_password|new_password|client_secret|secret|assertion|SAMLRequest|SAMLResponse|RelayState'
// `code` is a grant in a form or an address, and a plain field of records in JSON.
const inForm = new RegExp(`((?:^|[?&\\s"'])(?:${secretNames}|code)=)([^&\\s"'#<>]+)`, 'gi')
const inJson = new RegExp(`("(?:${secretNames})"\\s*:\\s*)("(?:[^"\\\\]|\\\\.)*")`, 'gi')
const inHeaderText = /((?:Authorization|Cookie|Set-Cookie)\s*:\s*)([^\r\n"]+)/gi
const bearer = /\b((?:Bearer|Basic)\s+)([A-Za-z0-9+/_=.~-]{6,})/gi

/** Shorter values would blot out half a report; a credential of this length is none. */
const shortest = 4

/** Turns secrets into keyed-hash placeholders: equal secrets stay equal, none can be turned back (law 11). */
export function createRedactor({ secrets = [], key = randomBytes(32) }: { secrets?: readonly string[]; key?: Uint8Array } = {}): Redactor {
  /** Spelling -> the secret itself: its placeholder is made when it is met. */
  const known = new Map<string, string>()
  let longestFirst: readonly string[] | undefined
  const placeholder = (secret: string) => `<redacted:${createHmac('sha256', key).update(secret).digest('hex').slice(0, 8)}>`
  const learn = (secret: string) => {
    if (secret.length < shortest || known.has(secret)) return
    for (const spelling of spellings(secret)) if (!known.has(spelling)) known.set(spelling, secret)
    longestFirst = undefined
  }
  secrets.forEach(learn)
  const byValue = (text: string): string => {
    let out = text
    longestFirst ??= [...known.keys()].sort((a, b) => b.length - a.length)
    for (const spelling of longestFirst) if (out.includes(spelling)) out = out.replaceAll(spelling, placeholder(known.get(spelling) as string))
    return out
  }
  const hide = (value: string) => (/^<redacted:[0-9a-f]{8}>$/.test(value) ? value : placeholder(value))
  const byName = (text: string): string => text
    .replace(inJson, (_, head: string, value: string) => `${head}"${hide(value.slice(1, -1))}"`)
    .replace(inForm, (_, head: string, value: string) => `${head}${hide(value)}`)
    .replace(inHeaderText, (_, head: string, value: string) => `${head}${value.includes('<redacted:') ? value : hide(value)}`)
    .replace(bearer, (_, head: string, value: string) => `${head}${hide(value)}`)
  const text = (given: string): string => byName(byValue(given))
  return {
    learn, text, url: text, body: text,
    headers: (headers) => headers.map(([name, value]) => [name, secretHeaders.has(name.toLowerCase()) ? hideAfterScheme(value, hide) : text(value)] as const),
  }
}

const hideAfterScheme = (value: string, hide: (value: string) => string): string => {
  const scheme = /^(Bearer|Basic)\s+(.*)$/is.exec(value)
  return scheme ? `${scheme[1]} ${hide(scheme[2] as string)}` : hide(value)
}

/** A secret as it may stand in a URL, a form, a JSON text, HTML or base64. */
function spellings(secret: string): string[] {
  const encoded = encodeURIComponent(secret)
  const strict = encoded.replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  const form = new URLSearchParams({ a: secret }).toString().slice(2)
  const json = JSON.stringify(secret).slice(1, -1)
  const ascii = json.replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const html = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
  // Without the padding: what is followed by = holds it all the same.
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '')
  const percent = [encoded, strict, form, strict.replaceAll('%20', '+')]
  return [...new Set([
    secret, ...percent, ...percent.map(lowerHex), json, ascii, json.replaceAll('/', '\\/'), ascii.replaceAll('/', '\\/'),
    html, html.replaceAll("'", '&#39;'), base64, base64.replaceAll('+', '-').replaceAll('/', '_'),
  ])]
}

const lowerHex = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase())
