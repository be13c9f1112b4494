import type { CallOptions } from '../../../src/clients/call.ts'
import type { Context } from '../../../src/kit/index.ts'
import type { Need } from '../../../src/target/needs.ts'
import { crowd } from '../../crowd/requirements.ts'
import { address, addressOf, api, readAddress, resultsOf, technician } from '../../crowd/steps.ts'
import { madeOnce } from '../../data/made-once.ts'
import { assignmentList } from '../../dispatch/lists.ts'
import { dispatch } from '../../dispatch/requirements.ts'
import { inState } from '../../dispatch/subject.ts'
import { service } from '../../service/requirements.ts'
import { activitiesOf, leastCall, readTree, treeIn } from '../../service/tree.ts'
import { unlessFull } from '../full.ts'
import { companiesOf, createdUser, sharedUsers, userIn, usersIn, wholeUser, withUser } from '../people.ts'
import { readUser, seenUser } from '../reading.ts'

/** A call of document B that carries something in its query. */
export interface SpelledCall {
  readonly needs: readonly Need[]
  readonly effects?: true
  /** Gives what tells what comes of the call: the same, however its query is spelled. */
  prepare(context: Context): Promise<(options?: CallOptions) => Promise<unknown>>
}

const statusName = 'partnerDispatchingStatus'

const twoTechnicians = madeOnce(async (context) => [await technician(context), await technician(context)] as const)

const peopleNeeds: readonly Need[] = ['user-api', 'writes', 'created-users']

export const spelledCalls: Readonly<Record<string, SpelledCall>> = {
  'crowd-list': {
    needs: crowd.create.needs ?? [],
    async prepare(context) {
      await twoTechnicians(context)
      return async (options) => {
        const answer = await api(context).list({ ...options, query: { Size: '1' } })
        return [answer.status, resultsOf(answer).length === 1 ? 'a page of one' : 'another page']
      }
    },
  },
  'crowd-address-batch': {
    needs: crowd.create.needs ?? [],
    effects: true,
    async prepare(context) {
      const { externalId } = await technician(context)
      const { id } = await addressOf(context, { externalId })
      // Done as a whole, the second operation undoes the first one.
      return async (options) => {
        const changed = { ...address(context), id }
        const requests = [
          { id: '1', operation: 'UPDATE', address: changed },
          { id: '2', operation: 'UPDATE', address: { ...changed, id: context.fresh.id() } },
        ]
        const query = { transactional: 'true' }
        const { status } = await api(context).addressBatch(externalId, requests, { ...options, query })
        return [status, (await readAddress(context, externalId, id))?.['city'] === changed.city]
      }
    },
  },
  'dispatch-list': {
    needs: dispatch.list.needs ?? [],
    effects: true,
    async prepare(context) {
      // A list with nothing in it may be told with 404.
      await inState(context, 'notified')
      return async (options = {}) => {
        const { encoded } = options
        // A list without a status is a list, too: that its value is understood shows only where its name is.
        const ofValues = (text: string) =>
          text === statusName || text === 'page' ? text : (encoded ?? encodeURIComponent)(text)
        return (await assignmentList(context, 'NOTIFIED', 'partner', { ...options, encoded: ofValues })).status
      }
    },
  },
  'service-create': {
    needs: service.create.needs ?? [],
    prepare: async (context) => async (options) => {
      const query = { autoCreateActivity: 'false' }
      const answer = await context.api.service.create(leastCall(context), { ...options, query })
      if (answer.status >= 300) return answer.status
      return activitiesOf(await readTree(context, treeIn(answer).id)).length
    },
  },
  'user-list': {
    needs: peopleNeeds,
    async prepare(context) {
      const [{ email }] = await sharedUsers(context)
      return async (options) => {
        const answer = await context.api.user.list({ email }, options)
        return [answer.status, usersIn(answer).map(({ id }) => String(id))]
      }
    },
  },
  'user-get': {
    needs: peopleNeeds,
    async prepare(context) {
      const [{ id }] = await sharedUsers(context)
      return async (options) => {
        const answer = await context.api.user.get(id, options)
        return [answer.status, userIn(answer)?.['email']]
      }
    },
  },
  'user-post': {
    needs: [...peopleNeeds, 'many-users'],
    effects: true,
    prepare: (context) =>
      Promise.resolve(async (options) => {
        const query = { company: context.target.company }
        const answer = await unlessFull(
          context,
          await context.api.user.create(await wholeUser(context), { ...options, query }),
        )
        if (answer.status >= 300) return answer.status
        const id = String(userIn(answer)?.['id'])
        const of = companiesOf(await readUser(context, id)).map(({ companyId }) => companyId)
        await context.api.user.remove(id)
        return [answer.status, of]
      }),
  },
  'user-put': {
    needs: peopleNeeds,
    effects: true,
    prepare: (context) =>
      Promise.resolve(async (options) => {
        let outcome: unknown
        await withUser(context, async ({ id, body }) => {
          const lastName = context.fresh.text()
          const { status } = await context.api.user.replace(id, { ...body, lastName }, options)
          outcome = [status, (await readUser(context, id))['lastName'] === lastName]
        })
        return outcome
      }),
  },
  'user-delete': {
    needs: [...peopleNeeds, 'many-users'],
    effects: true,
    async prepare(context) {
      const { company } = context.target
      const inIt = await createdUser(context, {}, company)
      const [named] = companiesOf(await readUser(context, inIt.id))
      // How many companies the account has may change meanwhile: the named one alone is looked at.
      return async (options) => {
        const outcome: unknown[] = []
        for (const query of [{ company }, {}]) {
          const { id } = await createdUser(context)
          const { status } = await context.api.user.remove(id, { ...options, query })
          const left = companiesOf(await seenUser(context, id)).map(({ companyId }) => companyId)
          outcome.push(status, left.includes(named?.companyId))
          await context.api.user.remove(id)
        }
        return outcome
      }
    },
  },
}
