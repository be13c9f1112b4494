import type { Fault } from '../deviation.ts'
import { askedOf, headerIn, isBatch, passing, reshaping } from './passing.ts'

const isFlag = (value: unknown): boolean => typeof value === 'boolean'

/** What checks of records could not see until they were looked at again. */
export const secondLookDataFaults: readonly Fault[] = [
  reshaping(
    'query-api-flags-missing-in-rows',
    ['A-QRY-02'],
    'Rows hold no booleans, also those that were selected.',
    ({ method, path }) => method === 'POST' && path.includes('/api/query/'),
    (body) => ({
      ...body,
      data: ((body['data'] ?? []) as Readonly<Record<string, Readonly<Record<string, unknown>>>>[]).map((element) =>
        Object.fromEntries(
          Object.entries(element).map(([alias, row]) => [
            alias,
            Object.fromEntries(Object.entries(row).filter(([, value]) => !isFlag(value))),
          ]),
        ),
      ),
    }),
  ),
  passing(
    'unterminated-batches-told-as-done',
    ['A-BAT-15'],
    'A message without a closing delimiter is answered with 201 for each part, and nothing of it is stored.',
    async (request, go) => {
      const boundary = /boundary="?([^";]+)/i.exec(headerIn(request, 'Content-Type') ?? '')?.[1]
      if (!isBatch(askedOf(request)) || boundary === undefined || !request.body.includes(`--${boundary}\r\n`))
        return go(request)
      if (request.body.includes(`--${boundary}--`)) return go(request)
      const count = request.body.toString('latin1').split(`--${boundary}\r\n`).length - 1
      const part =
        '--told\r\nContent-Type: application/http\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n\r\n'
      const body = Buffer.from(`${part.repeat(count)}--told--\r\n`)
      return { status: 200, headers: [['Content-Type', 'multipart/mixed; boundary=told']], body }
    },
  ),
]
