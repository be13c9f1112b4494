import { check, keyOf, must, rely, Unexercised } from '../../../src/kit/index.ts'
import { call, stored, type Stored } from '../steps.ts'
import { idsOfDtos, mustBeSearched, scopeOf } from './ladder.ts'
import { shaping } from './requirements.ts'

check(
  shaping['pages-partition'],
  'in-a-batch-as-alone',
  { needs: ['batch'], brokenBy: ['pages-of-parts-begin-by-the-default-size', 'first-page-for-parts'], effects: true },
  async (context) => {
    const records: Stored[] = []
    while (records.length < 5) records.push(await stored(context))
    await mustBeSearched(context, records)
    // Whether the first page is 0 or 1: five records have both of these.
    const queries = ['1', '2'].map((page) => ({
      query: { query: scopeOf(records), orderBy: 'externalId asc', pageSize: '2', page },
    }))
    const { data, batch } = context.api
    const alone: string[][] = []
    for (const query of queries) {
      const answer = await data.list(call, query)
      await rely(shaping['page-size-kept'], async () => must.success(answer))
      alone.push(idsOfDtos(answer.records(keyOf(call))))
    }
    if (alone.some((ids) => ids.length === 0)) throw new Unexercised('a page of two out of five records is empty')
    const { parts } = await batch.send(queries.map((query) => batch.part.list(call, query)))
    for (const [at, ids] of alone.entries())
      must.equal(
        `ids on page ${at + 1} of a list that is a part of a batch, as alone`,
        idsOfDtos(parts[at]?.records(keyOf(call)) ?? []),
        ids,
      )
  },
)
