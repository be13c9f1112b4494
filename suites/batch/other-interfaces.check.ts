import type { Answer } from '../../src/clients/answer.ts'
import type { BatchRequest } from '../../src/batch/request.ts'
import { check, must, rely, type Context } from '../../src/kit/index.ts'
import type { Need } from '../../src/target/needs.ts'
import { scim } from '../scim/requirements.ts'
import { service } from '../service/requirements.ts'
import { created, idOf, leastCall, partOf } from '../service/tree.ts'
import { user } from '../user/requirements.ts'
import { batch } from './requirements.ts'
import { mustAllSucceed, send } from './steps.ts'

/** What belongs to the connection, or is inherited from the batch (A-BAT-06). */
const ofTheBatch = new Set(['authorization', 'host', 'connection', 'content-length', 'accept-encoding'])

/** A call that was answered outside, as a part. */
function asPart({ exchange: { request } }: Answer, { target }: Context): BatchRequest {
  const { base = '' } = target.addresses
  const { pathname, search } = new URL(request.url)
  return {
    method: request.method,
    path: base !== '' && request.url.startsWith(base) ? request.url.slice(base.length) : `${pathname}${search}`,
    headers: request.headers.filter(([name]) => !ofTheBatch.has(name.toLowerCase())),
  }
}

interface Read {
  readonly needs: readonly Need[]
  read(context: Context): Promise<Answer>
  /** What two answers have alike, whatever others do in between; lists of everybody's may differ in all. */
  alike?(json: unknown): unknown
}

const reads: Readonly<Record<string, Read>> = {
  'scim-users-list': {
    needs: ['scim'],
    read: (context) =>
      rely(scim['list-users'], async () => {
        const answer = await context.api.scim.users.list()
        must.success(answer)
        return answer
      }),
  },
  'user-list': {
    needs: ['user-api'],
    read: (context) =>
      rely(user['page-form'], async () => {
        const answer = await context.api.user.list({ Size: '1' })
        must.success(answer)
        return answer
      }),
  },
  'service-get': {
    needs: ['service-api', 'service-call', 'writes'],
    read: async (context) => {
      const { id } = await created(context, leastCall(context))
      return rely(service.get, async () => {
        const answer = await context.api.service.get(id)
        must.success(answer)
        return answer
      })
    },
    alike: (json) => idOf(partOf(json)),
  },
}

for (const [name, { needs, read, alike }] of Object.entries(reads))
  check(
    batch['any-interface'],
    `part-of-${name}`,
    { needs, sampled: true, brokenBy: [`batch-part-unknown-of-${name}`] },
    async (context) => {
      const outside = await read(context)
      const answer = await send(context, [asPart(outside, context)])
      mustAllSucceed(answer, 1)
      if (alike) must.equal('the same read as a part', alike(answer.parts[0]?.json), alike(outside.json))
    },
  )
