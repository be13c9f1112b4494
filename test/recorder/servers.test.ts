import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { guardedReverse } from '../../recorder/front/guarded.ts'
import { unrecorded } from '../../recorder/front/unrecorded.ts'
import { reverse } from '../../recorder/reverse.ts'
import { upstreamAt } from '../../recorder/upstream.ts'
import { forwarding } from '../support/forwarding.ts'

const listen = vi.spyOn(NetServer.prototype, 'listen')
afterEach(() => listen.mockClear())
afterAll(() => listen.mockRestore())

test.each([
  ['reverse', () => reverse(upstreamAt('http://127.0.0.1:1'), 0, unrecorded)],
  [
    'reverse behind a password',
    () => guardedReverse(upstreamAt('http://127.0.0.1:1'), { listen: '127.0.0.1', port: 0 }, unrecorded),
  ],
  [
    'forward',
    async () => {
      const place = await forwarding()
      await place.front()
      return place
    },
  ],
])('%s: an upload may take its time', async (_mode, open) => {
  const front = await open()
  expect((listen.mock.contexts as Server[]).map((one) => [one.requestTimeout, one.headersTimeout])).toEqual([[0, 0]])
  await front.close()
})
