import type { CallOptions } from '../../../src/clients/call.ts'
import { Inconclusive, type Context } from '../../../src/kit/index.ts'
import type { Need } from '../../../src/target/needs.ts'
import { crowd } from '../../crowd/requirements.ts'
import {
  address,
  addressOf,
  api,
  noSkills,
  readAddress,
  readTechnician,
  resultsOf,
  skilled,
  technician,
} from '../../crowd/steps.ts'
import { madeOnce } from '../../data/made-once.ts'
import { assignmentList } from '../../dispatch/lists.ts'
import { dispatch } from '../../dispatch/requirements.ts'
import { inState } from '../../dispatch/subject.ts'
import { sharedScimUsers } from '../../scim/people.ts'
import { service } from '../../service/requirements.ts'
import { activitiesOf, created, idOf, leastActivity, leastCall, readTree, treeIn } from '../../service/tree.ts'
import { sharedUsers, userIn, usersIn } from '../people.ts'

interface ReadyToSpell {
  /** Ids in its path. */
  readonly ids: readonly string[]
  /** What comes of a call: the same, however what is sent is spelled. */
  outcome(options?: CallOptions): Promise<unknown>
}

/** A call of document B that carries something in its query or an id in its path. */
export interface SpelledCall {
  readonly needs: readonly Need[]
  readonly effects?: true
  readonly carries: ReadonlyArray<'query' | 'ids'>
  /** Undefined where the target has nothing to send it about. */
  prepare(context: Context): Promise<ReadyToSpell | undefined>
}

const status = 'partnerDispatchingStatus'

const twoTechnicians = madeOnce(async (context) => [await technician(context), await technician(context)] as const)
const sharedAddress = madeOnce(async (context) => {
  const { externalId } = await technician(context)
  const { id } = await addressOf(context, { externalId })
  return { externalId, id }
})
const sharedSkill = madeOnce(async (context) => {
  const { externalId } = await skilled(context, context.target.fixtures.crowdTag!.externalId, '2041-07-23')
  const skills = (await readTechnician(context, externalId))?.['skills']
  const [skill] = Array.isArray(skills) ? (skills as ReadonlyArray<Readonly<Record<string, unknown>>>) : []
  return { externalId, id: skill?.['uuid'] }
})
const sharedTree = madeOnce((context) => created(context, leastCall(context, { activities: [leastActivity(context)] })))

const peopleNeeds: readonly Need[] = ['user-api', 'writes', 'created-users']
const scimNeeds: readonly Need[] = ['scim', 'writes', 'created-users']

export const spelledCalls: Readonly<Record<string, SpelledCall>> = {
  'crowd-list': {
    needs: crowd.create.needs ?? [],
    carries: ['query'],
    async prepare(context) {
      await twoTechnicians(context)
      return {
        ids: [],
        async outcome(options) {
          const answer = await api(context).list({ ...options, query: { Size: '1' } })
          return [answer.status, resultsOf(answer).length === 1 ? 'a page of one' : 'another page']
        },
      }
    },
  },
  'crowd-get': {
    needs: crowd.create.needs ?? [],
    carries: ['ids'],
    async prepare(context) {
      const [{ externalId }] = await twoTechnicians(context)
      return {
        ids: [externalId],
        async outcome(options) {
          const answer = await api(context).get(externalId, options)
          return [answer.status, resultsOf(answer)[0]?.['lastName']]
        },
      }
    },
  },
  'crowd-address-get': {
    needs: crowd.create.needs ?? [],
    carries: ['ids'],
    async prepare(context) {
      const { externalId, id } = await sharedAddress(context)
      return {
        ids: [externalId, id],
        async outcome(options) {
          const answer = await api(context).getAddress(externalId, id, options)
          return [answer.status, resultsOf(answer)[0]?.['city']]
        },
      }
    },
  },
  'crowd-skill-get': {
    needs: crowd.skill.needs ?? [],
    carries: ['ids'],
    async prepare(context) {
      const { externalId, id } = await sharedSkill(context)
      if (typeof id !== 'string') {
        await noSkills(context)
        return undefined
      }
      const outcome = async (options?: CallOptions) => (await api(context).getSkill(externalId, id, options)).status
      return { ids: [externalId, id], outcome }
    },
  },
  'crowd-address-batch': {
    needs: crowd.create.needs ?? [],
    effects: true,
    carries: ['query'],
    async prepare(context) {
      const { externalId } = await technician(context)
      const { id } = await addressOf(context, { externalId })
      return {
        ids: [],
        // Done as a whole, the second operation undoes the first one.
        async outcome(options) {
          const changed = { ...address(context), id }
          const requests = [
            { id: '1', operation: 'UPDATE', address: changed },
            { id: '2', operation: 'UPDATE', address: { ...changed, id: context.fresh.id() } },
          ]
          const query = { transactional: 'true' }
          const { status } = await api(context).addressBatch(externalId, requests, { ...options, query })
          return [status, (await readAddress(context, externalId, id))?.['city'] === changed.city]
        },
      }
    },
  },
  'dispatch-list': {
    needs: dispatch.list.needs ?? [],
    effects: true,
    carries: ['query'],
    async prepare(context) {
      // A list with nothing in it may be told with 404.
      await inState(context, 'notified')
      return {
        ids: [],
        async outcome(options = {}) {
          const { encoded } = options
          // A list without a status is a list, too: that its value is understood shows only where its name is.
          const ofValues = (text: string) =>
            text === status || text === 'page' ? text : (encoded ?? encodeURIComponent)(text)
          return (await assignmentList(context, 'NOTIFIED', 'partner', { ...options, encoded: ofValues })).status
        },
      }
    },
  },
  'service-create': {
    needs: service.create.needs ?? [],
    carries: ['query'],
    prepare: async (context) => ({
      ids: [],
      async outcome(options) {
        const query = { autoCreateActivity: 'false' }
        const answer = await context.api.service.create(leastCall(context), { ...options, query })
        if (answer.status >= 300) return answer.status
        return activitiesOf(await readTree(context, treeIn(answer).id)).length
      },
    }),
  },
  'service-get': {
    needs: service.create.needs ?? [],
    carries: ['ids'],
    async prepare(context) {
      const { id } = await sharedTree(context)
      const outcome = async (options?: CallOptions) => (await context.api.service.get(id, options)).status
      return { ids: [id], outcome }
    },
  },
  'service-activity': {
    needs: service.create.needs ?? [],
    carries: ['ids'],
    async prepare(context) {
      const { id, tree } = await sharedTree(context)
      const [activity] = activitiesOf(tree).map(idOf)
      if (activity === undefined) throw new Inconclusive('the tree of a service call shows no id of its activity')
      const outcome = async (options?: CallOptions) =>
        (await context.api.service.activity(id, activity, options)).status
      return { ids: [id, activity], outcome }
    },
  },
  'user-list': {
    needs: peopleNeeds,
    carries: ['query'],
    async prepare(context) {
      const [{ email }] = await sharedUsers(context)
      return {
        ids: [],
        async outcome(options) {
          const answer = await context.api.user.list({ email }, options)
          return [answer.status, usersIn(answer).map(({ id }) => String(id))]
        },
      }
    },
  },
  'user-get': {
    needs: peopleNeeds,
    carries: ['query', 'ids'],
    async prepare(context) {
      const [{ id }] = await sharedUsers(context)
      return {
        ids: [id],
        async outcome(options) {
          const answer = await context.api.user.get(id, options)
          return [answer.status, userIn(answer)?.['email']]
        },
      }
    },
  },
  'scim-user-get': {
    needs: scimNeeds,
    carries: ['ids'],
    async prepare(context) {
      const [{ id }] = await sharedScimUsers(context)
      return { ids: [id], outcome: async (options) => (await context.api.scim.users.get(id, options)).status }
    },
  },
}
