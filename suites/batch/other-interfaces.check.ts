import type { Answer } from '../../src/clients/answer.ts'
import type { BatchRequest } from '../../src/batch/request.ts'
import { check, must, rely, Unexercised, type Context, type Requirement } from '../../src/kit/index.ts'
import type { Need } from '../../src/target/needs.ts'
import { crowd } from '../crowd/requirements.ts'
import { addressOf, resultsOf, technician } from '../crowd/steps.ts'
import { assignmentList } from '../dispatch/lists.ts'
import { dispatch } from '../dispatch/requirements.ts'
import { inState } from '../dispatch/subject.ts'
import { scim } from '../scim/requirements.ts'
import { service } from '../service/requirements.ts'
import { created, idOf, leastCall, partOf } from '../service/tree.ts'
import { user } from '../user/requirements.ts'
import { batch } from './requirements.ts'
import { mustAllSucceed } from './steps.ts'

/** What belongs to the connection, or is inherited from the batch (A-BAT-06). */
const ofTheBatch = new Set(['authorization', 'host', 'connection', 'content-length', 'accept-encoding'])

/** A call that was answered outside, as a part: without what the address of its cluster, one of several, has before the path of the interface. */
function asPart({ exchange: { request } }: Answer, { target }: Context): BatchRequest {
  const { pathname, search } = new URL(request.url)
  const begins = Object.values(target.basePaths).flatMap((path) => {
    const at = pathname.indexOf(path)
    return at < 0 ? [] : [at]
  })
  return {
    method: request.method,
    path: `${pathname.slice(begins.length > 0 ? Math.min(...begins) : 0)}${search}`,
    // It is a request of its own: one that was heard may be refused (B-USR-01).
    headers: request.headers
      .filter(([name]) => !ofTheBatch.has(name.toLowerCase()))
      .map(([name, value]) => [name, /^x-request-id$/i.test(name) ? crypto.randomUUID() : value] as const),
  }
}

interface Read {
  /** Who reads, if that is not whoever sends batches. */
  readonly by?: 'crowd-owner' | 'partner'
  readonly needs: readonly Need[]
  /** The rule that a call outside breaks by not being served. */
  readonly rule: Requirement
  read(context: Context): Promise<Answer>
  /** A list that may have nothing in it, which may be told with 404. */
  readonly mayBeEmpty?: true
  /** What two answers have alike, whatever others do in between; lists of everybody's may differ in all. */
  alike?(json: unknown): unknown
}

/** Fields of the record in results that are texts in each form: how numbers are written may differ (B-CRW-15). */
const texts = (json: unknown, ...names: readonly string[]): unknown =>
  names.map((name) => resultsOf({ json })[0]?.[name])

const reads: Readonly<Record<string, Read>> = {
  'scim-users-list': { needs: ['scim'], rule: scim['list-users'], read: ({ api }) => api.scim.users.list() },
  'user-list': { needs: ['user-api'], rule: user['page-form'], read: ({ api }) => api.user.list({ Size: '1' }) },
  'service-get': {
    needs: ['service-api', 'service-call', 'writes'],
    rule: service.get,
    read: async (context) => context.api.service.get((await created(context, leastCall(context))).id),
    alike: (json) => idOf(partOf(json)),
  },
  'crowd-get': {
    by: 'crowd-owner',
    needs: crowd.read.needs ?? [],
    rule: crowd.read,
    read: async (context) => context.as('crowd-owner').crowd.get((await technician(context)).externalId),
    alike: (json) => texts(json, 'externalId', 'firstName', 'lastName'),
  },
  'crowd-list': {
    by: 'crowd-owner',
    needs: crowd.list.needs ?? [],
    rule: crowd.list,
    mayBeEmpty: true,
    read: ({ as }) => as('crowd-owner').crowd.list({ query: { Size: '1' } }),
  },
  'crowd-address-get': {
    by: 'crowd-owner',
    needs: crowd['address-read'].needs ?? [],
    rule: crowd['address-read'],
    read: async (context) => {
      const { externalId } = await technician(context)
      const { id } = await addressOf(context, { externalId })
      return context.as('crowd-owner').crowd.getAddress(externalId, id)
    },
    alike: (json) => texts(json, 'id', 'city', 'streetName'),
  },
  'dispatch-list': {
    by: 'partner',
    needs: dispatch.list.needs ?? [],
    rule: dispatch.list,
    mayBeEmpty: true,
    read: async (context) => {
      await inState(context, 'notified')
      return assignmentList(context, 'NOTIFIED', 'partner')
    },
  },
}

/** A read as it is answered outside of a batch. */
const readOutside = (context: Context, { rule, read, mayBeEmpty }: Read): Promise<Answer> =>
  rely(rule, async () => {
    const served = await read(context)
    if (served.status === 404 && mayBeEmpty) throw new Unexercised('the list is not found outside of a batch, either')
    must.success(served)
    return served
  })

for (const [name, one] of Object.entries(reads))
  check(
    batch['any-interface'],
    `part-of-${name}`,
    { needs: one.needs, sampled: true, brokenBy: [`batch-part-unknown-of-${name}`] },
    async (context) => {
      const outside = await readOutside(context, one)
      const api = one.by ? context.as(one.by) : context.api
      const answer = await api.batch.send([asPart(outside, context)])
      // That those who work with crowd technicians may send batches is not said.
      if (one.by && [401, 403].includes(answer.status)) throw new Unexercised('the caller may not send batches')
      mustAllSucceed(answer, 1)
      if (one.alike) must.equal('the same read as a part', one.alike(answer.parts[0]?.json), one.alike(outside.json))
    },
  )
