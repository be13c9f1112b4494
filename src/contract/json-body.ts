import type { Findings } from './findings.ts'
import type { ExchangeReading } from './reading.ts'

const json = /^(?:application|text)\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/** That a response says by a header that it is JSON is not stated: only that it is something else contradicts A-GEN-01. */
const something =
  /^(?:image|audio|video|font|multipart|message)\/|^text\/(?:html|xml|css|csv)|^application\/(?:xhtml|xml|pdf|zip)|\+xml/i

const saysOtherwise = (contentType: string): boolean => something.test(contentType.trim())

export const isJsonType = (contentType: string): boolean => json.test(contentType)

/** The response body as JSON (A-GEN-01); undefined and a finding if it is not JSON. `due` is the statement blamed for an empty body. */
export function jsonBody(reading: ExchangeReading, out: Findings, due: string | undefined): unknown {
  const { text, match } = reading
  const what = `the response to ${match.operation.method} ${match.operation.path}`
  if (text === '') {
    if (due !== undefined)
      out.find({ statement: due, expected: `${what} has a JSON body`, actual: 'an empty body', side: 'server' })
    return undefined
  }
  const type = reading.responseHeader('content-type')
  out.assert('A-GEN-01')
  if (type !== undefined && saysOtherwise(type)) {
    out.find({
      statement: 'A-GEN-01',
      expected: `${what} has no content type of something else than JSON`,
      actual: `Content-Type: ${type}`,
      side: 'server',
    })
  }
  const value = reading.json
  if (value === undefined) {
    // A body that cannot be parsed could contain a token: for the token service only its length is shown.
    const start = match.operation.interface === 'token' ? '' : ` beginning ${JSON.stringify(text.slice(0, 60))}`
    out.find({
      statement: 'A-GEN-01',
      expected: `${what} is JSON`,
      actual: `${text.length} characters that are not JSON${start}`,
      side: 'server',
    })
  }
  return value
}
