import { check, must } from '../../src/kit/index.ts'
import { batch } from './requirements.ts'
import { creating, mustAllSucceed, send } from './steps.ts'

check(
  batch['no-server-error'],
  'bodies-that-are-no-batch',
  { brokenBy: ['batch-malformed-crashes'] },
  async (context) => {
    mustAllSucceed(await send(context, [creating(context).request]), 1)
    const type = 'multipart/mixed; boundary=odd'
    for (const [what, contentType, body] of [
      ['no part', type, '--odd--\r\n'],
      ['no body', type, ''],
      ['no boundary', 'multipart/mixed', '--odd--\r\n'],
      ['no multipart', 'application/json', '{}'],
      ['a part without a request', type, '--odd\r\nContent-Type: application/http\r\n\r\n\r\n--odd--\r\n'],
      ['a part that is noise', type, '--odd\r\nContent-Type: application/http\r\n\r\nnoise\r\n--odd--\r\n'],
    ] as const)
      must.notCrashed(await context.api.batch.sendBytes(contentType, Buffer.from(body)), `a batch with ${what}`)
  },
)
