import type { Answer } from '../../src/clients/answer.ts'
import {
  check,
  eventually,
  matchers,
  must,
  rely,
  Unexercised,
  type Context,
  type Requirement,
} from '../../src/kit/index.ts'
import type { Need } from '../../src/target/needs.ts'
import { crowd } from '../crowd/requirements.ts'
import { addressOf, technician } from '../crowd/steps.ts'
import { assignmentList, showsActivity } from '../dispatch/lists.ts'
import { dispatch } from '../dispatch/requirements.ts'
import { inState } from '../dispatch/subject.ts'
import { scim } from '../scim/requirements.ts'
import { service } from '../service/requirements.ts'
import { created, leastCall } from '../service/tree.ts'
import { user } from '../user/requirements.ts'
import { asPart } from './as-part.ts'
import { batch } from './requirements.ts'
import { differing } from './steady.ts'
import { mustAllSucceed } from './steps.ts'

interface Read {
  /** Who reads, if that is not whoever sends batches. */
  readonly by?: 'crowd-owner' | 'partner'
  readonly needs: readonly Need[]
  /** The rule that a call outside breaks by not being served. */
  readonly rule: Requirement
  /** Makes what is read; each call of the function reads it. Of an answer whose body is not shown, `shows` tells what is compared instead of it. */
  ready(context: Context): Promise<{
    readonly read: () => Promise<Answer>
    readonly shows?: (answer: Pick<Answer, 'json' | 'text'>) => boolean
  }>
  /** A list that may have nothing in it, which may be told with 404. */
  readonly mayBeEmpty?: true
  /** Members of its records that may be anything. */
  readonly unshown?: readonly string[]
}

const reads: Readonly<Record<string, Read>> = {
  'scim-users-list': {
    needs: ['scim'],
    rule: scim['list-users'],
    // Only what was sent and the id are shown (B-SCM-17).
    unshown: ['meta', 'schemas'],
    ready: async ({ api }) => ({ read: () => api.scim.users.list() }),
  },
  'user-list': {
    needs: ['user-api'],
    rule: user['page-form'],
    ready: async ({ api }) => ({ read: () => api.user.list({ Size: '1' }) }),
  },
  'service-get': {
    needs: ['service-api', 'service-call', 'writes'],
    rule: service.get,
    async ready(context) {
      const { id } = await created(context, leastCall(context))
      return { read: () => context.api.service.get(id) }
    },
  },
  'crowd-get': {
    by: 'crowd-owner',
    needs: crowd.read.needs ?? [],
    rule: crowd.read,
    async ready(context) {
      const { externalId } = await technician(context)
      return { read: () => context.as('crowd-owner').crowd.get(externalId) }
    },
  },
  'crowd-list': {
    by: 'crowd-owner',
    needs: crowd.list.needs ?? [],
    rule: crowd.list,
    mayBeEmpty: true,
    async ready(context) {
      await technician(context)
      return { read: () => context.as('crowd-owner').crowd.list({ query: { Size: '1' } }) }
    },
  },
  'crowd-address-get': {
    by: 'crowd-owner',
    needs: crowd['address-read'].needs ?? [],
    rule: crowd['address-read'],
    async ready(context) {
      const { externalId } = await technician(context)
      const { id } = await addressOf(context, { externalId })
      return { read: () => context.as('crowd-owner').crowd.getAddress(externalId, id) }
    },
  },
  'dispatch-list': {
    by: 'partner',
    needs: dispatch.list.needs ?? [],
    rule: dispatch.list,
    mayBeEmpty: true,
    async ready(context) {
      const subject = await inState(context, 'notified')
      return {
        read: () => assignmentList(context, 'NOTIFIED', 'partner'),
        // The body of the list is not shown (B-DSP-17).
        shows: (list) => showsActivity(list, subject),
      }
    },
  },
}

/** A read as it is answered outside of a batch. */
const outsideOf = ({ rule, mayBeEmpty }: Read, read: () => Promise<Answer>): Promise<Answer> =>
  rely(rule, async () => {
    const served = await read()
    if (served.status === 404 && mayBeEmpty) throw new Unexercised('the list is not found outside of a batch, either')
    must.success(served)
    return served
  })

for (const [name, one] of Object.entries(reads))
  check(
    batch['any-interface'],
    `part-of-${name}`,
    {
      needs: one.needs,
      sampled: true,
      brokenBy: [`batch-part-unknown-of-${name}`, 'gaps-parts-of-other-interfaces-without-ends-of-lists'],
    },
    async (context) => {
      const { read, shows } = await one.ready(context)
      const api = one.by ? context.as(one.by) : context.api
      let before = await outsideOf(one, read)
      const inPart = async () => {
        const answer = await api.batch.send([asPart(before, context)])
        // That those who work with crowd technicians may send batches is not said.
        if (one.by && [401, 403].includes(answer.status)) throw new Unexercised('the caller may not send batches')
        mustAllSucceed(answer, 1)
        const former = before
        before = await outsideOf(one, read)
        const [part] = answer.parts
        if (shows) return part && !shows(part) && shows(former) && shows(before) ? ['the activity'] : []
        return differing(part?.json, former.json, before.json, one.unshown)
      }
      await eventually(context, inPart, (places) =>
        matchers.none('place where a part shows something else than the same read before and after the batch', places),
      )
    },
  )
