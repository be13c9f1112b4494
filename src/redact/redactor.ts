import { createHmac, randomBytes } from 'node:crypto'
import type { HeaderList } from '../exchange/exchange.ts'
import { fromForm, fromJson, replaceNamed, type Standing } from './find-named.ts'
import { createKnown } from './known.ts'
import { isPublicWord, isSecretHeader, isSecretName } from './names.ts'
import { isPlaceholder, placeholderOf } from './placeholder.ts'
import { createUnnamed } from './unnamed.ts'

export interface Redactor {
  /** Redacts this value from now on, in all its spellings. */
  learn(secret: string): void
  /** Learns every value that its name or its place in a text shows to be a secret. */
  learnNamed(text: string): void
  /** Learns the secrets in the headers of a message. */
  learnHeaders(headers: HeaderList): void
  text(text: string): string
  headers(headers: HeaderList): HeaderList
  url(url: string): string
  /** A body as text: known fields by name, known values anywhere. */
  body(body: string): string
  /** A truncated body: part of a secret at its end is redacted, too. */
  cutBody(body: string): string
  /** How many values were dropped because there were too many. */
  forgotten(): number
}

export interface RedactorOptions {
  /** Known from the start, and never forgotten. */
  readonly secrets?: readonly string[]
  readonly key?: Uint8Array
  /** How many learnt values are kept. */
  readonly atMost?: number
}

/** Replaces secrets by keyed-hash placeholders: equal secrets stay equal, and none can be recovered (law 11). */
export function createRedactor({ secrets = [], key = randomBytes(32), atMost = 5000 }: RedactorOptions = {}): Redactor {
  const known = createKnown(atMost)
  for (const secret of secrets) known.add(secret, 'for good')
  const made = new Map<string, string>()
  const placeholder = (secret: string): string => {
    let one = made.get(secret)
    if (one === undefined) {
      if (made.size === 1000) made.clear()
      made.set(secret, (one = placeholderOf(createHmac('sha256', key).update(secret).digest())))
    }
    return one
  }
  const unnamed = createUnnamed()
  const learn = (secret: string): void => {
    if (!isPublicWord(secret) && !isPlaceholder(secret)) known.add(secret)
  }
  const learnHeader = (name: string, value: string): void => {
    if (isSecretHeader(name)) for (const one of credentialsIn(name, value)) learn(one)
  }
  // By name first, so that a value that contains another secret is replaced as a whole.
  const byName = (given: string): string =>
    replaceNamed(given, (value, standing, name = '') =>
      standing === 'header' ? hideHeader(name, value, placeholder) : placeholder(meant(value, standing)),
    )
  const text = (given: string): string => known.replace(unnamed.has(given) ? given : byName(given), placeholder)
  return {
    learn,
    text,
    url: text,
    body: text,
    forgotten: known.forgotten,
    cutBody: (body) => known.withoutHalf(text(body), placeholder),
    learnHeaders: (headers) => {
      for (const [name, value] of headers) learnHeader(name, value)
    },
    learnNamed(given) {
      if (unnamed.has(given)) return
      const rest = replaceNamed(given, (value, standing, name = '') => {
        if (standing === 'header') learnHeader(name, value)
        // `?code=4711` may be the code of anything; no grant is that short.
        else if (name !== '' && !isSecretName(name) && value.length < shortestGrant) return ''
        else if (standing !== 'plain') for (const one of new Set([meant(value, standing), value])) learn(one)
        return ''
      })
      if (rest === given) unnamed.add(given)
    },
    headers: (headers) =>
      headers.map(
        ([name, value]) =>
          [name, isSecretHeader(name) && value !== '' ? hideHeader(name, value, placeholder) : text(value)] as const,
      ),
  }
}

const meant = (value: string, standing: Standing): string =>
  standing === 'json' ? fromJson(value) : standing === 'form' ? fromForm(value) : value

/** Replaces the secret alone, not the scheme before it or the name of its cookie: a body holds the same secret without them. */
function hideHeader(name: string, value: string, placeholder: (secret: string) => string): string {
  const hidden = (secret: string): string => (isPlaceholder(secret) ? secret : placeholder(secret))
  if (/cookie$/i.test(name))
    return value
      .split(';')
      .map((piece) => hideCookie(piece, hidden))
      .join(';')
  if (loneScheme.test(value)) return value
  const [, scheme, credentials] = /^(Bearer|Basic)\s+(.*)$/is.exec(value) ?? []
  return scheme === undefined ? hidden(value) : `${scheme} ${hidden(credentials as string)}`
}

const loneScheme = /^\s*(?:bearer|basic|digest|negotiate|ntlm)\s*$/i
const cookieAttribute = /^\s*(?:(?:Path|Domain|Expires|Max-Age|SameSite)=[^=]*|Secure|HttpOnly|Partitioned)\s*$/i

function hideCookie(piece: string, hidden: (secret: string) => string): string {
  if (piece.trim() === '' || cookieAttribute.test(piece)) return piece
  const [, head = '', cookie = ''] = /^(\s*[^=\s]+=)?(.*)$/s.exec(piece) ?? []
  const value = unquoted(cookie)
  return value === '' ? piece : head + hidden(value)
}

const shortestGrant = 12
const ofSession = /sess|auth|tok|sid|csrf|xsrf|login|key/i
/** A time zone, an account, a kind of view: such values occur everywhere in the traffic. */
const words = /^[A-Z]?[a-z]{1,12}(?:[-_/. ][A-Z]?[a-z]{1,12})*$/
const isOrdinary = (cookie: string, value: string): boolean =>
  value.length < 8 || (cookie !== '' && words.test(fromForm(value)) && !isSecretName(cookie) && !ofSession.test(cookie))

const unquoted = (text: string): string => text.trim().replace(/^"(.*)"$/, '$1')

/** The secrets in a header value: what follows the scheme, the password of Basic, the values of cookies. */
function* credentialsIn(name: string, value: string): Generator<string> {
  if (/cookie/i.test(name)) {
    // Of Set-Cookie only the first pair.
    for (const pair of /^set/i.test(name) ? [value.split(';')[0] ?? ''] : value.split(';')) {
      const at = pair.indexOf('=')
      const one = unquoted(pair.slice(at + 1))
      if (!isOrdinary(pair.slice(0, Math.max(0, at)).trim(), one)) yield one
    }
    return
  }
  if (!/authorization$/i.test(name)) return yield value
  const [scheme = '', credentials = ''] = value.trim().split(/\s+(.*)/s)
  yield credentials === '' ? scheme : credentials
  for (const [, parameter = ''] of credentials.matchAll(/\b(?:signature|credential|response)="?([^",\s]+)/gi))
    yield parameter
  if (!/^basic$/i.test(scheme)) return
  const password = Buffer.from(credentials, 'base64').toString('utf8').split(/:(.*)/s)[1] ?? ''
  yield password
  yield fromForm(password)
}
