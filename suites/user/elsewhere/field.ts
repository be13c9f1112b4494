import type { CallOptions } from '../../../src/clients/call.ts'
import { actions, startOf, type Action } from '../../../src/dispatch/machine.ts'
import { Inconclusive, must, rely, type Context } from '../../../src/kit/index.ts'
import type { Need } from '../../../src/target/needs.ts'
import { addressOf, address, person, readAddress, readTechnician, technician } from '../../crowd/steps.ts'
import { crowd } from '../../crowd/requirements.ts'
import { madeOnce } from '../../data/made-once.ts'
import { actionBody, details, type Subject } from '../../dispatch/acting.ts'
import { dispatch } from '../../dispatch/requirements.ts'
import { inState, led, standing } from '../../dispatch/subject.ts'
import { service } from '../../service/requirements.ts'
import { created, leastCall, partOf, readTree } from '../../service/tree.ts'
import type { Secluded } from '../../token/elsewhere/stranger.ts'

export interface FieldWay {
  readonly needs: readonly Need[]
  readonly effects?: true
  /** The operation whose faults it tells, and how their calls name a company. */
  readonly operation: string
  readonly suffix: 'Id' | 'ID' | undefined
  keep(context: Context, stranger: string): Promise<Secluded>
}

const effects = { effects: true } as const

type Crowd = Context['api']['crowd']
const ofCrowd = (
  operation: string,
  tries: (
    api: Crowd,
    one: { readonly externalId: string; readonly address: string },
    context: Context,
    options?: CallOptions,
  ) => ReturnType<Crowd['get']>,
  more: { readonly effects?: true } = {},
): FieldWay => ({
  ...more,
  operation,
  suffix: 'Id',
  needs: crowd.create.needs ?? [],
  async keep(context, stranger) {
    const made = await technician(context)
    const { externalId, sent } = made
    const place = await addressOf(context, made)
    // Ids are given by the target, and each company may count its own.
    if ((await context.as(stranger).crowd.get(externalId)).status === 200 && more.effects)
      throw new Inconclusive(`a technician of identities.${stranger} may have the same external id, and is left alone`)
    return {
      secrets: [String(sent['lastName']), String(place.sent['city'])],
      see: async () => {
        const shown = await readTechnician(context, externalId)
        return [shown?.['lastName'], shown?.['firstName'], (await readAddress(context, externalId, place.id))?.['city']]
      },
      tidy: () => context.as('crowd-owner').crowd.remove(externalId),
      tries: ({ crowd: api }, options) => [() => tries(api, { externalId, address: place.id }, context, options)],
    }
  },
})

/** Those who may act are obeyed: else it says nothing that a stranger is not. */
const obeyed = madeOnce(async (context) => {
  const subject = await inState(context, 'planned')
  for (const action of ['confirm', 'notify', 'accept'] as const) await led(context, action, subject)
})

const ofDispatch = (action: Action): FieldWay => ({
  operation: `dispatch-${action}`,
  suffix: 'ID',
  needs: dispatch[action].needs ?? [],
  async keep(context) {
    await obeyed(context)
    const subject = await inState(context, startOf[action])
    return {
      secrets: [],
      see: () => standing(context, subject),
      tries: ({ dispatch: api }, options) => [() => acted(api, action, subject, options)],
    }
  },
})

function acted(api: Context['api']['dispatch'], action: Action, subject: Subject, options?: CallOptions) {
  if (action === 'update') return api.update(subject.activityId, details(subject), options)
  if (action === 'batch-accept') return api.acceptBatch([{ ...subject }], options)
  return api.act(action, actionBody(action, subject), options)
}

const ofTree = (
  operation: string,
  tries: (
    api: Context['api']['service'],
    id: string,
    context: Context,
    options?: CallOptions,
  ) => ReturnType<Secluded['tries']>[number],
  more: { readonly effects?: true } = {},
  needs: readonly Need[] = [],
): FieldWay => ({
  ...more,
  operation,
  suffix: undefined,
  needs: [...(service.create.needs ?? []), ...needs],
  async keep(context) {
    const sent = leastCall(context)
    const { id } = await created(context, sent)
    const { subject } = await readTree(context, id)
    await rely(service.get, async () => must.equal('its subject', subject, sent['subject']))
    return {
      secrets: [String(sent['subject']), String(sent['externalId'])],
      see: async () => {
        const tree = partOf((await context.api.service.get(id)).json)
        return [tree['subject'], tree['externalId']]
      },
      tries: ({ service: api }, options) => [tries(api, id, context, options)],
    }
  },
})

/** Ways to technicians, assignments and service call trees of another account or company. */
export const fieldWays: Readonly<Record<string, FieldWay>> = {
  'crowd-get': ofCrowd('crowd-get', (api, { externalId }, _context, options) => api.get(externalId, options)),
  'crowd-list': ofCrowd('crowd-list', (api, _one, _context, options) =>
    api.list({ ...options, query: { Size: '1000' } }),
  ),
  'crowd-update': ofCrowd(
    'crowd-update',
    (api, { externalId }, context, options) => api.update(externalId, person(context), options),
    effects,
  ),
  'crowd-delete': ofCrowd(
    'crowd-delete',
    (api, { externalId }, _context, options) => api.remove(externalId, options),
    effects,
  ),
  'crowd-address-get': ofCrowd('crowd-address-get', (api, one, _context, options) =>
    api.getAddress(one.externalId, one.address, options),
  ),
  'crowd-address-update': ofCrowd(
    'crowd-address-update',
    (api, one, context, options) =>
      api.updateAddress(one.externalId, one.address, { ...address(context), id: one.address }, options),
    effects,
  ),
  'crowd-address-delete': ofCrowd(
    'crowd-address-delete',
    (api, one, _context, options) => api.removeAddress(one.externalId, one.address, options),
    effects,
  ),
  'dispatch-list': {
    ...ofDispatch('accept'),
    operation: 'dispatch-list',
    async keep(context) {
      await obeyed(context)
      const subject = await inState(context, 'notified')
      return {
        secrets: [],
        id: subject.activityId,
        see: () => standing(context, subject),
        tries: ({ dispatch: { list } }, options) =>
          [{}, { page: '0' }, { page: '1' }].map(
            (page) => () => list({ ...options, query: { partnerDispatchingStatus: 'NOTIFIED', ...page } }),
          ),
      }
    },
  },
  ...Object.fromEntries(actions.map((action) => [`dispatch-${action}`, ofDispatch(action)] as const)),
  'service-get': ofTree('service-get', (api, id, _context, options) => () => api.get(id, options)),
  'service-patch': ofTree(
    'service-patch',
    (api, id, { fresh }, options) =>
      () =>
        api.patch(id, { subject: fresh.text() }, options),
    effects,
    ['composite'],
  ),
}
