import type { CallOptions } from '../../src/clients/call.ts'
import { check, eventually, keyOf, matchers, must, rely, type Context } from '../../src/kit/index.ts'
import type { Need } from '../../src/target/needs.ts'
import { requestUuid } from '../../src/target/request-uuid.ts'
import { data } from '../data/record/requirements.ts'
import { call, refOf, stored, type Stored } from '../data/steps.ts'
import { validation } from './requirements.ts'

type Read = (context: Context, record: Stored, options: CallOptions) => Promise<unknown>

const getting =
  (by: 'by-id' | 'by-external-id'): Read =>
  async ({ api }, record, options) => {
    const answer = await api.data.get(call, refOf(record, by), options)
    must.success(answer)
    return answer.record(keyOf(call))?.['subject']
  }

/** Each way to read the subject of a record. */
const reads: Readonly<Record<string, { readonly needs: readonly Need[]; readonly read: Read }>> = {
  'by-id': { needs: [], read: getting('by-id') },
  'by-external-id': { needs: [], read: getting('by-external-id') },
  'in-a-list': {
    needs: ['query-language'],
    async read({ api }, { id }, options) {
      const answer = await api.data.list(call, { ...options, query: { ...options.query, query: `id = "${id}"` } })
      must.success(answer)
      return answer.records(keyOf(call))[0]?.['subject']
    },
  },
}

/** Both ways to send the id, and a fault of each. */
const forms: Readonly<Record<string, { readonly fault: string; sent(id: string): CallOptions }>> = {
  '': { fault: 'get-with-known-request-id-from-memory', sent: (id) => ({ headers: { 'X-Request-ID': id } }) },
  '-in-query': {
    fault: 'read-replayed-by-request-id-in-query',
    sent: (id) => ({ headers: { 'X-Request-ID': undefined }, query: { requestId: id } }),
  },
}
const ways = Object.entries(reads).flatMap(([route, read]) =>
  Object.entries(forms).map(([form, how]) => ({ ...read, ...how, name: `${route}${form}` })),
)

// The id of a request is for tracing: it makes no two requests one.
for (const { name, needs, read, fault, sent } of ways) {
  check(
    validation['request-id-optional'],
    `same-id-on-two-reads-${name}`,
    {
      needs: ['writes', 'service-call', ...needs],
      sampled: true,
      brokenBy: name.startsWith('in-a-list') ? [fault] : [fault, 'reads-replayed-by-request-id-for-two-seconds'],
    },
    async (context) => {
      const record = await stored(context)
      const options = sent(requestUuid(`${context.fresh.tag}-twice`))
      const shows = (what: string, subject: unknown) =>
        // A list may lag behind; a record itself does not.
        eventually(
          context,
          () => read(context, record, options),
          (told) => matchers.equal(what, told, subject),
          name.startsWith('in-a-list') ? {} : { lag: 0 },
        )
      await shows('subject', record.dto['subject'])
      const subject = context.fresh.text()
      await rely(data['partial-update'], async () =>
        must.success(await context.api.data.patch(call, record.id, { subject }, { force: true })),
      )
      await shows('subject in a second read with the same request id, after a change', subject)
    },
  )
}
