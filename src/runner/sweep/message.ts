import type { PlatformRequest, PlatformResponse } from '../../platform/http/message.ts'

type Pairs = ReadonlyArray<readonly [name: string, value: string]>

/** Name and value as sent, undecoded. */
export function queryOf(target: string): Pairs {
  const mark = target.indexOf('?')
  return mark < 0 ? [] : formPairs(target.slice(mark + 1))
}

export const withQuery = (request: PlatformRequest, pairs: Pairs): PlatformRequest => ({
  ...request,
  target: `${request.target.split('?', 1)[0]}${pairs.length > 0 ? `?${formText(pairs)}` : ''}`,
})

const formPairs = (text: string): Pairs =>
  text === ''
    ? []
    : text.split('&').map((pair) => {
        const at = pair.indexOf('=')
        return at < 0 ? ([pair, ''] as const) : ([pair.slice(0, at), pair.slice(at + 1)] as const)
      })

const formText = (pairs: Pairs): string => pairs.map(([name, value]) => `${name}=${value}`).join('&')

export const formOf = (request: PlatformRequest): Pairs =>
  /x-www-form-urlencoded/i.test(headerNamed(request.headers, 'content-type') ?? '')
    ? formPairs(request.body.toString('utf8'))
    : []

export const withForm = (request: PlatformRequest, pairs: Pairs): PlatformRequest =>
  withBody(request, Buffer.from(formText(pairs)))

export const headerNamed = (headers: Pairs, name: string): string | undefined =>
  headers.find(([key]) => key.toLowerCase() === name)?.[1]

/** The message with another body, and a length that fits. */
export function withBody<Message extends PlatformRequest | PlatformResponse>(message: Message, body: Buffer): Message {
  return {
    ...message,
    body,
    headers: message.headers.map(([name, value]) =>
      /^content-length$/i.test(name) ? [name, String(body.length)] : [name, value],
    ),
  }
}

export function jsonBody(message: PlatformRequest | PlatformResponse): unknown {
  if (message.body.length === 0 || message.body.length > 4_000_000) return undefined
  const first = message.body[0]
  if (first !== 0x7b && first !== 0x5b && first !== 0x20) return undefined
  try {
    return JSON.parse(message.body.toString('utf8'))
  } catch {
    return undefined
  }
}

export const withJson = <Message extends PlatformRequest | PlatformResponse>(
  message: Message,
  json: unknown,
): Message => withBody(message, Buffer.from(JSON.stringify(json)))

export function decoded(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
