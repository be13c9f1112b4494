import type { CallOptions } from '../../../src/clients/call.ts'
import { actions, startOf, type Action } from '../../../src/dispatch/machine.ts'
import type { Context } from '../../../src/kit/index.ts'
import { madeOnce } from '../../data/made-once.ts'
import { actionBody, details, type Subject } from '../../dispatch/acting.ts'
import { dispatch } from '../../dispatch/requirements.ts'
import { inState, led, standing, steadyPart } from '../../dispatch/subject.ts'
import type { FieldWay } from './field-way.ts'

/** Those who may act are obeyed: else it says nothing that a stranger is not. */
const obeyed = madeOnce(async (context) => {
  const subject = await inState(context, 'planned')
  for (const action of ['confirm', 'notify', 'accept'] as const) await led(context, action, subject)
})

const ofDispatch = (action: Action): FieldWay => ({
  operation: `dispatch-${action}`,
  names: 'ID',
  needs: dispatch[action].needs ?? [],
  async keep(context) {
    await obeyed(context)
    const subject = await inState(context, startOf[action])
    return {
      secrets: [],
      see: async () => steadyPart(await standing(context, subject)),
      tries: ({ dispatch: api }, options) => [() => acted(api, action, subject, options)],
    }
  },
})

function acted(api: Context['api']['dispatch'], action: Action, subject: Subject, options?: CallOptions) {
  if (action === 'update') return api.update(subject.activityId, details(subject), options)
  if (action === 'batch-accept') return api.acceptBatch([{ ...subject }], options)
  return api.act(action, actionBody(action, subject), options)
}

/** Ways to assignments of another account or company. */
export const dispatchWays: Readonly<Record<string, FieldWay>> = {
  'dispatch-list': {
    ...ofDispatch('accept'),
    operation: 'dispatch-list',
    async keep(context) {
      await obeyed(context)
      const subject = await inState(context, 'notified')
      return {
        secrets: [],
        id: subject.activityId,
        see: async () => steadyPart(await standing(context, subject)),
        tries: ({ dispatch: { list } }, options) =>
          [{}, { page: '0' }, { page: '1' }].map(
            (page) => () => list({ ...options, query: { partnerDispatchingStatus: 'NOTIFIED', ...page } }),
          ),
      }
    },
  },
  ...Object.fromEntries(actions.map((action) => [`dispatch-${action}`, ofDispatch(action)] as const)),
}
