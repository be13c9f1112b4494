import type { CapturedExchange } from '../../src/har/recorded.ts'

const captured = (text: string | Buffer) => ({ bytes: Buffer.from(text), size: Buffer.byteLength(text) })

export const recorded = (
  more: Partial<Omit<CapturedExchange, 'requestBody' | 'responseBody'>> & {
    readonly sent?: string | Buffer
    readonly got?: string | Buffer
  } = {},
): CapturedExchange => {
  const { sent = '', got = '{"data":[]}', ...rest } = more
  return {
    startedAt: Date.UTC(2026, 10, 21),
    waitMs: 1.5,
    receiveMs: 0.25,
    method: 'GET',
    url: 'https://cluster.example/api/data/v4/ServiceCall?dtos=ServiceCall.27',
    httpVersion: 'HTTP/1.1',
    requestHeaders: [['Accept', 'application/json']],
    requestBody: captured(sent),
    sentWhole: true,
    status: 200,
    statusText: 'OK',
    responseHeaders: [['Content-Type', 'application/json']],
    responseBody: captured(got),
    ...rest,
  }
}
