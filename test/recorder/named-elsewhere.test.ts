import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { PassedExchange } from '../../recorder/keep.ts'
import { createNamedElsewhere } from '../../recorder/named-elsewhere.ts'

const answer = (text: string, headers: ReadonlyArray<readonly [string, string]> = [], bytes = Buffer.from(text)) => {
  const body = { size: bytes.length, chunks: [bytes], release: () => undefined }
  return {
    responseHeaders: [['Content-Type', 'application/json; charset=utf-8'], ...headers],
    responseBody: body,
  } as unknown as PassedExchange
}
const a = '{"access_token":"x","cluster_url":"https://a.example"}'

test.each<[string, PassedExchange, ReadonlyArray<readonly [string, number]>]>([
  ['the cluster of a token', answer(a), [['https://a.example', 1]]],
  ['the same in gzip', answer('', [['Content-Encoding', 'gzip']], gzipSync(a)), [['https://a.example', 1]]],
  [
    'several, each once, whatever their letters and ports',
    answer(
      '[{"URL":"https://a.example:8443/"},{"url":"http:\\/\\/B.example"},{"URL":"https://b.example"},{"URL":"http://b.example"}]',
    ),
    [
      ['https://a.example:8443', 1],
      ['http://b.example', 1],
      ['https://b.example', 1],
    ],
  ],
  ['a redirect', answer('', [['Location', 'https://a.example/login?x=1']]), [['https://a.example', 1]]],
  [
    'nobody is shown who stands in an address',
    answer('{"url":"https://max:geheim@a.example"}'),
    [['https://a.example', 1]],
  ],
  ['the recorder, by another name', answer('{"cluster_url":"http://localhost:8080"}'), []],
  ['a redirect within the server', answer('', [['Location', '/login']]), []],
  ['a page or a file, which is no server', answer('{"url":"https://a.example/manual.pdf"}'), []],
  ['a text that is no address', answer('{"url":"a.example","cluster_url":"https://"}'), []],
  ['an address in another field', answer('{"remarks":"https://a.example"}'), []],
  ['a body that is no JSON', { ...answer(a), responseHeaders: [['Content-Type', 'text/html']] }, []],
])('%s', (_what, exchange, counts) => {
  const elsewhere = createNamedElsewhere({ host: '127.0.0.1', ports: () => [8080] })
  elsewhere.see(exchange)
  expect([...elsewhere.counts()]).toEqual(counts)
})
