import { isUtf8 } from 'node:buffer'
import { decompressed } from '../src/har/decompressed.ts'
import type { Captured, CapturedExchange } from '../src/har/recorded.ts'
import { isSecretHeader } from '../src/redact/names.ts'
import type { Redactor } from '../src/redact/redactor.ts'
import { headerOf, type HeaderList } from '../src/exchange/exchange.ts'
import { encodedParts } from './encoded-parts.ts'

/** Learns the secrets in an exchange: from then on they are redacted everywhere, in every spelling. */
export function learnSecrets(recorded: CapturedExchange, redactor: Redactor): CapturedExchange {
  const { url, requestHeaders, requestBody, responseHeaders, responseBody } = recorded
  for (const headers of [requestHeaders, responseHeaders]) {
    redactor.learnHeaders(headers)
    // A header that is secret as a whole need not be searched.
    for (const [name, value] of headers) if (!isSecretHeader(name)) redactor.learnNamed(value)
  }
  redactor.learnNamed(url)
  const [sent, got] = [partsOf(requestBody, requestHeaders, redactor), partsOf(responseBody, responseHeaders, redactor)]
  return sent.length === 0 && got.length === 0
    ? recorded
    : {
        ...recorded,
        requestBody: cleared(requestBody, sent, redactor),
        responseBody: cleared(responseBody, got, redactor),
      }
}

/** Learns from a body, and returns those parts of it that have an encoding of their own. */
function partsOf(body: Captured, headers: HeaderList, redactor: Redactor): ReadonlyArray<Buffer | undefined> {
  // Only the beginning, and the whole was learnt from already.
  if (body.bytes.length === 0 || body.decodedSize !== undefined) return []
  const plain = decompressed(body.bytes, headerOf(headers, 'Content-Encoding'))
  if (!plain) return []
  redactor.learnNamed(asText(plain))
  const parts = encodedParts(headers, plain)
  for (const part of parts) if (part) redactor.learnNamed(asText(part))
  return parts
}

/** A placeholder cannot be put into an encoded part, so a body with a secret in one is left out. */
function cleared(body: Captured, parts: ReadonlyArray<Buffer | undefined>, redactor: Redactor): Captured {
  const isClear = parts.every((part) => {
    const text = part && asText(part)
    return text !== undefined && redactor.body(text) === text
  })
  return isClear ? body : { ...body, dropped: 'an encoded part of it contains a secret or could not be decoded' }
}

const asText = (bytes: Buffer): string => bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1')
