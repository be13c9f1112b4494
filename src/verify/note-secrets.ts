import type { Exchange, HeaderList } from '../exchange/exchange.ts'
import { isSecretHeader } from '../redact/names.ts'
import type { Redactor } from '../redact/redactor.ts'

/** No more of a body is searched where an exchange is shown. */
const searchedAtMost = 512 * 1024

/** Learns what the head of an exchange shows to be a secret; its bodies, which take longer, where they issue secrets or are shown. */
export function noteSecrets({ request, response }: Exchange, redactor: Redactor, where: 'head' | 'bodies'): void {
  redactor.learnNamed(request.url)
  learnHead(request.headers, redactor)
  if (response) learnHead(response.headers, redactor)
  if (where === 'head') return
  for (const body of [request.body, response?.body])
    if (body && body.length > 0) redactor.learnNamed(Buffer.from(body).toString('utf8', 0, searchedAtMost))
}

function learnHead(headers: HeaderList, redactor: Redactor): void {
  redactor.learnHeaders(headers)
  for (const [name, value] of headers) if (!isSecretHeader(name)) redactor.learnNamed(value)
}
