import type { Answer } from '../../../src/clients/answer.ts'
import type { CallOptions } from '../../../src/clients/call.ts'
import { holdsId, must, objectOf, type Reply } from '../../../src/kit/index.ts'
import { attached, decodedContentOf } from '../../data/attachment/steps.ts'
import { around, listingOf, removed } from '../../data/deleted/steps.ts'
import { madeOnce } from '../../data/made-once.ts'
import { call, refOf, stored, succeeded, type AddressedBy } from '../../data/steps.ts'
import { dtosOfQuery, elements } from '../../query/statement.ts'
import { fileContent, ofData, onFiles, onRecords, type CalledOperation, type ReadyCall } from './operation.ts'

/** Records for reading only: all checks of a target share them. */
const sharedRecord = madeOnce((context) => stored(context))
/** The statement that picks the record, where one may say which it wants (A-QRY-03). */
const sharedStatement = madeOnce(async (context) => {
  const { id } = await sharedRecord(context)
  const plain = `select sc.id from ${call} sc`
  const narrow = `${plain} where sc.id = '${id}'`
  const answer = await context.api.query.select(narrow, { dtos: dtosOfQuery(context, call) })
  return succeeded(answer) && elements(answer).length > 0 ? narrow : plain
})
const sharedDeletion = madeOnce((context) => removed(context))
const sharedAttachment = madeOnce((context) => attached(context, fileContent))

const listIn = (answer: Reply, field: string): readonly unknown[] => {
  const list = objectOf(answer)[field]
  return Array.isArray(list) ? list : []
}

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

/** A list that shows what it should if it is asked for as usual must show it in every other lawful way. */
function listing(
  listed: (options?: CallOptions) => Promise<Answer>,
  shows: (answer: Reply) => boolean,
  served: (reply: Reply) => void = () => undefined,
): ReadyCall {
  let sent: CallOptions | undefined
  return {
    send: (options) => listed((sent = options)),
    async served(reply) {
      must.success(reply)
      served(reply)
      if (shows(reply) || !shows(await listed())) return
      const again = await listed(sent)
      must.hold('the list that is shown to the same caller otherwise', shows(again), again.text)
    },
    undone: nothing,
  }
}

/** Operations that change nothing. */
export const reads: Readonly<Record<string, CalledOperation>> = {
  'company-list': {
    needs: [],
    prepare: async (_context, api) =>
      listing(
        (options) => api.company.list('application/json', options),
        (answer) => listIn(answer, 'companies').length > 0,
        (reply) => must.be('companies', objectOf(reply)['companies'], 'an array', reply),
      ),
  },
  'data-get': getting('by-id'),
  'data-get-by-external-id': getting('by-external-id'),
  'data-list': {
    ...ofData,
    needs: ['service-call'],
    prepare: async (_context, api) =>
      listing(
        (options) => api.data.list(call, { ...options, query: { pageSize: '1', ...options?.query } }),
        (answer) => listIn(answer, 'data').length > 0,
        (reply) => must.be('data', objectOf(reply)['data'], 'an array', reply),
      ),
  },
  'deleted-listing': {
    ...ofData,
    needs: [...onRecords, 'deleted-listing'],
    async prepare(context, api) {
      const record = await sharedDeletion(context)
      return listing(
        (options) => listingOf(context, api, call, around(record), options),
        (answer) => holdsId(answer.json, record.id),
      )
    },
  },
  'attachment-content': downloading('content'),
  'attachment-content-older-form': downloading('contentOldForm'),
  query: {
    needs: [...onRecords, 'query-api'],
    company: true,
    headersOnly: true,
    async prepare(context, api) {
      const statement = await sharedStatement(context)
      const dtos = dtosOfQuery(context, call)
      let last: Answer | undefined
      return reading(
        async (options) => (last = await api.query.select(statement, { ...options, dtos })),
        (reply) => must.some('row in data', last ? elements(last) : [], reply),
      )
    },
  },
}
