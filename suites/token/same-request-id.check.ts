import type { CallOptions } from '../../src/clients/call.ts'
import { check, eventually, keyOf, matchers, must, type Context } from '../../src/kit/index.ts'
import { call, refOf, stored, type Stored } from '../data/steps.ts'
import { validation } from './requirements.ts'

type Read = (context: Context, record: Stored, options: CallOptions) => Promise<unknown>

/** The subject of a record, as each way of reading shows it. */
const reads: Readonly<Record<string, Read>> = {
  'by-id': async ({ api }, record, options) => {
    const answer = await api.data.get(call, refOf(record, 'by-id'), options)
    must.success(answer)
    return answer.record(keyOf(call))?.['subject']
  },
  'by-external-id': async ({ api }, record, options) => {
    const answer = await api.data.get(call, refOf(record, 'by-external-id'), options)
    must.success(answer)
    return answer.record(keyOf(call))?.['subject']
  },
  'in-a-list': async ({ api }, { id }, options) => {
    const answer = await api.data.list(call, { ...options, query: { ...options.query, query: `id = "${id}"` } })
    must.success(answer)
    return answer.records(keyOf(call))[0]?.['subject']
  },
}

const forms: Readonly<Record<string, (id: string) => CallOptions>> = {
  header: (id) => ({ headers: { 'X-Request-ID': id } }),
  query: (id) => ({ headers: { 'X-Request-ID': undefined }, query: { requestId: id } }),
}

// The id is for tracing: a read with the id of an earlier one shows what is there now.
for (const [route, read] of Object.entries(reads)) {
  for (const [form, sent] of Object.entries(forms)) {
    check(
      validation['request-id-optional'],
      `same-id-in-${form}-on-two-reads-${route}`,
      {
        effects: true,
        sampled: true,
        needs: ['writes', 'service-call', ...(route === 'in-a-list' ? (['query-language'] as const) : [])],
        brokenBy: ['read-replayed-by-request-id'],
      },
      async (context) => {
        const record = await stored(context)
        const options = sent(`${context.fresh.tag}-read`)
        const shows = (subject: unknown) =>
          eventually(
            context,
            () => read(context, record, options),
            (seen) => matchers.equal('subject', seen, subject),
          )
        await shows(record.dto['subject'])
        const subject = context.fresh.text()
        must.success(await context.api.data.patch(call, record.id, { subject }, { force: true }))
        await shows(subject)
      },
    )
  }
}
