import type { CallOptions } from '../../../src/clients/call.ts'
import { type Context, must, rely, Unexercised } from '../../../src/kit/index.ts'
import type { Need } from '../../../src/target/needs.ts'
import { current, mustBeAbsent, sight, stored, storedIfTaken } from '../../data/steps.ts'
import { service } from '../../service/requirements.ts'
import { activitiesOf, created, idOf, leastActivity, leastCall, partOf, readTree } from '../../service/tree.ts'
import type { Secluded } from '../../token/elsewhere/stranger.ts'
import type { FieldWay } from './field-way.ts'

type Sends = (
  api: Context['api']['service'],
  one: { readonly id: string; readonly activity: string },
  context: Context,
  options?: CallOptions,
) => ReturnType<Secluded['tries']>[number]

const ofTree = (
  operation: string,
  send: Sends,
  more: { readonly effects?: true } = {},
  needs: readonly Need[] = [],
): FieldWay => ({
  ...more,
  operation,
  names: 'headers',
  needs: [...(service.create.needs ?? []), ...needs],
  async keep(context) {
    const activity = leastActivity(context)
    const sent = leastCall(context, { activities: [activity] })
    const { id, tree } = await created(context, sent)
    const see = async () => {
      const shown = partOf((await context.api.service.get(id)).json)
      return [shown['subject'], shown['externalId'], activitiesOf(shown).map(({ subject }) => subject)]
    }
    const [subject] = await see()
    await rely(service.get, async () => must.equal('its subject', subject, sent['subject']))
    const one = { id, activity: idOf(activitiesOf(tree)[0]) ?? context.fresh.id() }
    return {
      secrets: [String(sent['subject']), String(sent['externalId']), String(activity['subject'])],
      see,
      tries: ({ service: api }, options) => [send(api, one, context, options)],
    }
  },
})

/** A tree that the stranger makes at home refers to a business partner by the one key of it that it knows. */
const referring = (key: 'id' | 'code' | 'externalId'): FieldWay => ({
  ...(key === 'id' ? { also: ['service-partner-by-id-of-any-company'] } : {}),
  operation: 'service-create',
  names: 'headers',
  namesNothing: true,
  needs: [...(service.create.needs ?? []), 'service-call'],
  async keep(context) {
    const partner = 'BusinessPartner'
    const known = { code: context.fresh.externalId('code'), externalId: context.fresh.externalId('partner') }
    const isTaken = await storedIfTaken(context, known, partner)
    if (key === 'code' && !isTaken) throw new Unexercised('a business partner gets its code from the target')
    const kept = isTaken ?? (await stored(context, { externalId: known.externalId }, partner))
    const keys: Readonly<Record<string, string>> = { ...known, id: kept.id }
    const { [key]: sent, id, ...others } = keys
    return {
      // A code that was refused is told by nobody.
      secrets: [String(kept.dto['name']), ...Object.values(key === 'id' ? known : others)],
      ...(key === 'id' || id === undefined ? {} : { id }),
      see: async () => sight((await current(context.api, kept, partner)).dto, ['name', 'lastChanged']),
      tries: ({ service: api }, options) =>
        options ? [] : [() => api.create(leastCall(context, { businessPartner: { [key]: sent } }))],
    }
  },
})

const effects = { effects: true } as const

/** Ways to service call trees of another account or company, and to what they refer to. */
export const treeWays: Readonly<Record<string, FieldWay>> = {
  'service-get': ofTree(
    'service-get',
    (api, { id }, _context, options) =>
      () =>
        api.get(id, options),
  ),
  'service-activity': ofTree(
    'service-activity',
    (api, { id, activity }, _context, options) =>
      () =>
        api.activity(id, activity, options),
  ),
  'service-patch': ofTree(
    'service-patch',
    (api, { id }, { fresh }, options) =>
      () =>
        api.patch(id, { subject: fresh.text() }, options),
    effects,
    ['composite'],
  ),
  'service-bulk-patch': ofTree(
    'service-bulk-patch',
    (api, { id }, { fresh }, options) =>
      () =>
        api.bulk('PATCH', [{ id, subject: fresh.text() }], options),
    effects,
    ['composite'],
  ),
  'service-create': {
    ...effects,
    operation: 'service-create',
    names: 'headers',
    findsNothing: true,
    needs: [...(service.create.needs ?? []), 'service-call'],
    async keep(context) {
      // At home it may make what it likes: only calls that name the company that is checked are sent.
      const sent: unknown[] = []
      const own = leastCall(context)
      const { id } = await created(context, own)
      return {
        secrets: [],
        see: async () => {
          const { subject } = await readTree(context, id)
          await rely(service.get, async () => must.equal('its subject', subject, own['subject']))
          for (const externalId of sent) await mustBeAbsent(context.api, { externalId })
        },
        tries: ({ service: api }, options) => {
          if (options === undefined) return []
          const body = leastCall(context)
          sent.push(body['externalId'])
          return [() => api.create(body, options)]
        },
      }
    },
  },
  'service-create-by-code': referring('code'),
  'service-create-by-external-id': referring('externalId'),
  'service-create-by-id': referring('id'),
}
