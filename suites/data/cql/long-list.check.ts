import { check, eventually, keyOf, matchers, must } from '../../../src/kit/index.ts'
import { stored, succeeded } from '../steps.ts'
import { cql } from './requirements.ts'

/** As many as some stores take at once: what is beyond has to be asked for as well. */
const atOnce = 1000

check(
  cql['query-in'],
  'the-last-of-a-thousand-and-one',
  { effects: true, brokenBy: ['cql-list-cut-after-a-thousand'] },
  async (context) => {
    const record = await stored(context)
    const among = (values: readonly number[]) =>
      context.api.data.list(record.resource, {
        query: { query: `id = "${record.id}" AND lastChanged in (${values.join(',')})` },
      })
    const isListed = (answer: Awaited<ReturnType<typeof among>>) =>
      matchers.equal('records listed', answer.records(keyOf(record.resource)).length, 1)
    const early = Array.from({ length: atOnce }, (_, at) => at + 1)
    await eventually(context, () => among([1, record.lastChanged]), isListed)
    const answer = await among([...early, record.lastChanged])
    // How long a query may be is not shown.
    if (!succeeded(answer)) return must.refused4xx(answer)
    must.equal('records listed by the last of a list', answer.records(keyOf(record.resource)).length, 1)
  },
)
