import type { Api } from '../../../src/clients/api.ts'
import type { CallOptions } from '../../../src/clients/call.ts'
import { must, type Context, type Reply } from '../../../src/kit/index.ts'
import type { Need } from '../../../src/target/needs.ts'
import { attachmentResource, bodyOf, mustHoldBytes } from '../../data/attachment/steps.ts'
import {
  call,
  mustBeAbsent,
  mustShow,
  read,
  refOf,
  sight,
  stored,
  tracked,
  whole,
  type AddressedBy,
  type Stored,
} from '../../data/steps.ts'
import { fileContent, ofData, onFiles, onRecords, type CalledOperation } from './operation.ts'

/** A record of its own for each call: it is changed. */
const changing = (
  send: (api: Api, record: Stored, body: Record<string, unknown>, options?: CallOptions) => Promise<Reply>,
  bodyFor: (context: Context, record: Stored) => Record<string, unknown>,
): CalledOperation => ({
  ...ofData,
  needs: onRecords,
  effects: true,
  async prepare(context, api) {
    const record = await stored(context)
    const body = bodyFor(context, record)
    return {
      send: (options) => send(api, record, body, options),
      async served(reply) {
        must.success(reply)
        mustShow('the record afterwards', await read(context.api, record.id), { subject: body['subject'] })
      },
      undone: () => unchanged(context, record),
    }
  },
})

/** Read by id, the record is as it was. */
async function unchanged({ api }: Context, before: Stored): Promise<void> {
  const now = await read(api, before.id, before.resource)
  must.equal('the record after a refused call', sight(now, tracked), sight(before.dto, tracked))
}

const putting = (by: AddressedBy): CalledOperation =>
  changing(
    (api, record, body, options) => api.data.put(call, refOf(record, by), body, options),
    (context, { id, externalId, lastChanged }) => whole(context, { id, externalId, lastChanged }),
  )

const patching = (by: AddressedBy): CalledOperation =>
  changing(
    (api, record, body, options) => api.data.patch(call, refOf(record, by), body, options),
    ({ fresh }, { lastChanged }) => ({ subject: fresh.text(), lastChanged }),
  )

const deleting = (by: AddressedBy): CalledOperation => ({
  ...ofData,
  needs: onRecords,
  effects: true,
  async prepare(context, api) {
    const record = await stored(context)
    return {
      send: (options) => api.data.remove(call, refOf(record, by), record.lastChanged, options),
      async served(reply) {
        must.success(reply)
        await mustBeAbsent(context.api, { id: record.id })
      },
      undone: () => unchanged(context, record),
    }
  },
})

const creating = (
  resource: string,
  needs: readonly Need[],
  bodyFor: (context: Context) => Record<string, unknown>,
  seen: (context: Context, body: Readonly<Record<string, unknown>>, api: Api) => Promise<void>,
): CalledOperation => ({
  ...ofData,
  needs,
  effects: true,
  async prepare(context, api) {
    const body = bodyFor(context)
    return {
      send: (options) => api.data.create(resource, body, options),
      async served(reply) {
        must.success(reply)
        await seen(context, body, api)
      },
      undone: () => mustBeAbsent(context.api, { id: body['id'] }, resource),
    }
  },
})

/** Operations that write, each on a record of its own. */
export const writes: Readonly<Record<string, CalledOperation>> = {
  'data-post': creating(
    call,
    onRecords,
    (context) => whole(context, { id: context.fresh.id() }),
    async ({ api }, { id, subject }) => mustShow('the created record', await read(api, String(id)), { id, subject }),
  ),
  'data-put': putting('by-id'),
  'data-put-by-external-id': putting('by-external-id'),
  'data-patch': patching('by-id'),
  'data-patch-by-external-id': patching('by-external-id'),
  'data-delete': deleting('by-id'),
  'data-delete-by-external-id': deleting('by-external-id'),
  'attachment-post': creating(
    attachmentResource,
    onFiles,
    (context) => bodyOf(context, fileContent),
    // Who else may read a content is not stated (A-AUT-13).
    async (_context, { id }, api) => mustHoldBytes(await api.data.content(String(id)), fileContent),
  ),
  batch: {
    needs: [...onRecords, 'batch'],
    effects: true,
    async prepare(context, api) {
      const record = await stored(context)
      const subject = context.fresh.text()
      return {
        // What is left out of the batch is left out of its part: whether the part would do is not said (A-BAT-17).
        async send({ token = 'header', ...options } = {}) {
          const part = api.batch.part.patch(call, record.id, { subject }, { force: true, ...options })
          const answer = await api.batch.send([part], { ...options, token })
          // The status of a whole batch is not shown (A-BAT-14).
          return answer.parts[0] ?? answer
        },
        async served(reply) {
          must.success(reply)
          mustShow('the record afterwards', await read(context.api, record.id), { subject })
        },
        undone: () => unchanged(context, record),
      }
    },
  },
}
