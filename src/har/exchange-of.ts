import type { Exchange, HeaderList } from '../exchange/exchange.ts'

/** Why an entry says too little to be judged. */
export type NotWhole = 'no request' | 'a body was not kept'

interface Named {
  readonly name?: unknown
  readonly value?: unknown
}
interface Body {
  readonly text?: unknown
  readonly encoding?: unknown
  readonly size?: unknown
  readonly params?: unknown
  readonly mimeType?: unknown
  readonly comment?: unknown
  readonly _file?: unknown
}

/** An entry of any HAR file as an exchange; `ref` names it in findings. */
export function exchangeOf(entry: unknown, ref: string): Exchange | NotWhole {
  const { request, response, startedDateTime, time, _recorder } = fields(entry)
  const { method, url, headers, postData, bodySize } = fields(request)
  if (typeof method !== 'string' || typeof url !== 'string' || !URL.canParse(url)) return 'no request'
  const sent =
    postData === undefined || postData === null
      ? emptyUnless(bodySize)
      : bodyOf(fields(postData), fields(postData)['params'])
  if (sent === undefined) return 'a body was not kept'
  const { status, statusText, content } = fields(response)
  const isWhole = typeof status === 'number' && status >= 100 && fields(_recorder)['truncated'] !== true
  const body = isWhole ? contentOf(fields(content), method, status) : ''
  if (body === undefined) return 'a body was not kept'
  const startedAt =
    Date.parse(String(startedDateTime)) + Number(`0.${/\.\d{3}(\d{1,6})/.exec(String(startedDateTime))?.[1] ?? 0}`)
  return {
    id: ref,
    startedAt: Number.isNaN(startedAt) ? 0 : startedAt,
    ms: typeof time === 'number' && time > 0 ? time : 0,
    request: message({ method: method.toUpperCase(), url: shown(url), headers: headersOf(headers) }, sent),
    ...(isWhole
      ? {
          response: message(
            {
              status,
              statusText: typeof statusText === 'string' ? statusText : '',
              headers: headersOf(fields(response)['headers']),
            },
            body,
          ),
        }
      : { failure: 'connection' as const }),
  }
}

const fields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** A placeholder stands where something lawful stood: it is put so that it could be that. */
const shown = (text: string): string =>
  text.includes('<redacted:') ? text.replace(/<redacted:([0-9a-f]+)>/g, 'redacted/$1') : text

function headersOf(list: unknown): HeaderList {
  if (!Array.isArray(list)) return []
  // Browsers write the pseudo fields of HTTP/2 among them.
  return list.flatMap((field: Named | null): Array<readonly [string, string]> =>
    typeof field?.name === 'string' && typeof field.value === 'string' && !field.name.startsWith(':')
      ? [[field.name, shown(field.value)]]
      : [],
  )
}

/** A text is made bytes only where somebody asks for them: most are read as what they are. */
function message<T extends object>(
  head: T,
  content: string | Uint8Array,
): T & { readonly body: Uint8Array; readonly text?: string } {
  if (typeof content !== 'string') return Object.assign(head, { body: content })
  let bytes: Uint8Array | undefined
  return Object.defineProperty(Object.assign(head, { text: content }), 'body', {
    get: () => (bytes ??= Buffer.from(content)),
    enumerable: true,
  }) as T & { readonly body: Uint8Array; readonly text: string }
}

const emptyUnless = (size: unknown): string | undefined => (typeof size === 'number' && size > 0 ? undefined : '')

function bodyOf(body: Body, params: unknown): string | Uint8Array | undefined {
  // Of what is cut, or in a file beside the recording, an entry holds the beginning or nothing.
  if (
    body._file !== undefined ||
    (typeof body.comment === 'string' && /^(?:not kept|cut after|the whole of it)/.test(body.comment))
  )
    return undefined
  if (typeof body.text === 'string') return body.encoding === 'base64' ? Buffer.from(body.text, 'base64') : body.text
  // Of a form some writers keep only the fields.
  if (Array.isArray(params) && params.length > 0 && /x-www-form-urlencoded/i.test(String(body.mimeType))) {
    return new URLSearchParams(
      params.map(({ name, value }: Named): [string, string] => [String(name), String(value ?? '')]),
    ).toString()
  }
  return undefined
}

/** Entries without text: empty where nothing was sent, else not kept. */
function contentOf(content: Body, method: string, status: number): string | Uint8Array | undefined {
  if (typeof content.text === 'string' || content._file !== undefined) return bodyOf(content, undefined)
  if (method === 'HEAD' || status === 204 || status === 304 || status < 200) return ''
  return emptyUnless(content.size)
}
