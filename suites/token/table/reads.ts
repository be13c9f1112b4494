import type { Answer } from '../../../src/clients/answer.ts'
import type { CallOptions } from '../../../src/clients/call.ts'
import { must, objectOf, type Reply } from '../../../src/kit/index.ts'
import { attached, decodedContentOf } from '../../data/attachment/steps.ts'
import { madeOnce } from '../../data/made-once.ts'
import { call, refOf, stored, type AddressedBy } from '../../data/steps.ts'
import { dtosOfQuery, elements } from '../../query/statement.ts'
import { fileContent, ofData, onFiles, onRecords, type CalledOperation, type ReadyCall } from './operation.ts'

/** Records for reading only: all checks of a target share them. */
const sharedRecord = madeOnce((context) => stored(context))
const sharedAttachment = madeOnce((context) => attached(context, fileContent))

const nothing = async (): Promise<void> => undefined

const reading = (
  send: ReadyCall['send'],
  served: (reply: Reply) => void = (reply) => must.success(reply),
): ReadyCall => ({
  send,
  served: async (reply) => {
    must.success(reply)
    served(reply)
  },
  undone: nothing,
})

const getting = (by: AddressedBy): CalledOperation => ({
  ...ofData,
  needs: onRecords,
  async prepare(context, api) {
    const record = await sharedRecord(context)
    return reading(
      (options) => api.data.get(call, refOf(record, by), options),
      (reply) => must.containIds('the record', reply.json, [record.id]),
    )
  },
})

const downloading = (form: 'content' | 'contentOldForm'): CalledOperation => ({
  needs: onFiles,
  // The older form is no path of the Data API, and its guid needs no company to be found.
  ...(form === 'content' ? ofData : {}),
  async prepare(context, api) {
    const { id } = await sharedAttachment(context)
    let last: Answer | undefined
    return reading(
      async (options) => (last = await api.data[form](id, options)),
      () => must.equal('the content', last && decodedContentOf(last)?.toString(), fileContent.toString()),
    )
  },
})

/** Operations that change nothing. */
export const reads: Readonly<Record<string, CalledOperation>> = {
  'company-list': {
    needs: [],
    prepare: async (_context, api) =>
      reading(
        (options) => api.company.list('application/json', options),
        (reply) => must.be('companies', objectOf(reply)['companies'], 'an array', reply),
      ),
  },
  'data-get': getting('by-id'),
  'data-get-by-external-id': getting('by-external-id'),
  'data-list': {
    ...ofData,
    needs: ['service-call'],
    async prepare(_context, api) {
      const listed = (options?: CallOptions) =>
        api.data.list(call, { ...options, query: { pageSize: '1', ...options?.query } })
      let sent: CallOptions | undefined
      return {
        send: (options) => listed((sent = options)),
        async served(reply) {
          must.success(reply)
          must.be('data', objectOf(reply)['data'], 'an array', reply)
          if (elements(reply).length > 0 || elements(await listed()).length === 0) return
          must.some('record in a list that has some if it is asked for as usual', elements(await listed(sent)), reply)
        },
        undone: nothing,
      }
    },
  },
  'deleted-listing': {
    ...ofData,
    needs: [...onRecords, 'deleted-listing'],
    async prepare(context, api) {
      const { lastChanged } = await sharedRecord(context)
      return reading((options) => api.data.deleted(call, { from: lastChanged - 2000, to: lastChanged - 1000 }, options))
    },
  },
  'attachment-content': downloading('content'),
  'attachment-content-older-form': downloading('contentOldForm'),
  query: {
    needs: [...onRecords, 'query-api'],
    company: true,
    headersOnly: true,
    async prepare(context, api) {
      await sharedRecord(context)
      const dtos = dtosOfQuery(context, call)
      let last: Answer | undefined
      return reading(
        async (options) => (last = await api.query.select(`select sc.id from ${call} sc`, { ...options, dtos })),
        (reply) => must.some('row in data', last ? elements(last) : [], reply),
      )
    },
  },
}
