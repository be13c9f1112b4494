import type { Answer } from '../../src/clients/answer.ts'
import type { BatchRequest } from '../../src/batch/request.ts'
import { check, must, rely, type Context, type Requirement } from '../../src/kit/index.ts'
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
  /** The rule that a call outside breaks by not being served. */
  readonly rule: Requirement
  read(context: Context): Promise<Answer>
  /** What two answers have alike, whatever others do in between; lists of everybody's may differ in all. */
  alike?(json: unknown): unknown
}

const reads: Readonly<Record<string, Read>> = {
  'scim-users-list': { needs: ['scim'], rule: scim['list-users'], read: ({ api }) => api.scim.users.list() },
  'user-list': { needs: ['user-api'], rule: user['page-form'], read: ({ api }) => api.user.list({ Size: '1' }) },
  'service-get': {
    needs: ['service-api', 'service-call', 'writes'],
    rule: service.get,
    read: async (context) => context.api.service.get((await created(context, leastCall(context))).id),
    alike: (json) => idOf(partOf(json)),
  },
}

for (const [name, { needs, rule, read, alike }] of Object.entries(reads))
  check(
    batch['any-interface'],
    `part-of-${name}`,
    { needs, sampled: true, brokenBy: [`batch-part-unknown-of-${name}`] },
    async (context) => {
      const outside = await rely(rule, async () => {
        const served = await read(context)
        must.success(served)
        return served
      })
      const answer = await send(context, [asPart(outside, context)])
      mustAllSucceed(answer, 1)
      if (alike) must.equal('the same read as a part', alike(answer.parts[0]?.json), alike(outside.json))
    },
  )
