import type { Api } from '../../../src/clients/api.ts'
import type { Dto } from '../../../src/clients/answer.ts'
import { check, keyOf, must, plainId, Unexercised, type Context } from '../../../src/kit/index.ts'
import { cql } from './requirements.ts'
import { otherWriter } from '../other-user.ts'
import { call, changed, current, stored, whole, type Stored, read } from '../steps.ts'

/** Four records, written in turn by the user who asks and by another identity, each at a moment of its own; as that user reads them. The last was made by the one and changed by the other. */
async function written(context: Context, api: Api, first: Stored): Promise<readonly Stored[]> {
  const records: Stored[] = []
  const byUser = async (): Promise<Stored> => {
    const body = whole(context, { id: context.fresh.id() })
    must.success(await api.data.create(call, body))
    return current(api, { id: String(body['id']), externalId: String(body['externalId']) })
  }
  for (const writer of ['first', 'other', 'user', 'other after user'] as const) {
    if (writer === 'first') records.push(first)
    else if (writer === 'user') records.push(await byUser())
    else {
      const other = writer === 'other' ? await stored(context) : await changed(context, await byUser())
      // No document lets every user read what others made or changed.
      if (await read(api, other.id)) records.push(await current(api, other))
    }
    await context.wait(10)
  }
  return records
}

/** How a connector polls: what others, or the user alone, changed between two moments. */
check(
  cql['query-me'],
  'polled-intervals',
  {
    needs: ['sync-base-10', 'user-grant'],
    effects: true,
    brokenBy: [
      'cql-me-somebody-else',
      'cql-me-everybody',
      'cql-others-than-me-are-nobody',
      'cql-greater-equal-exclusive',
      'cql-less-inclusive',
      'cql-two-bounds-inclusive',
      'interval-query-goes-by-the-first-writer',
      'cql-outer-signs-taken-for-a-pair',
      'me-is-nobody-on-later-pages',
    ],
  },
  async (context) => {
    const { api, record: first } = await otherWriter(context, await stored(context))
    await context.wait(10)
    const records = await written(context, api, first)
    const me = records[0]?.dto['lastChangedBy']
    const times = records.map(({ lastChanged }) => lastChanged)
    const [from, between, last] = [Math.min(...times), times[1] ?? 0, Math.max(...times)]
    const scope = `externalId in (${records.map(({ externalId }) => `"${externalId}"`).join(', ')})`
    const [mine, others] = [(dto: Dto) => dto['lastChangedBy'] === me, (dto: Dto) => dto['lastChangedBy'] !== me]
    for (const [low, high] of [
      [from, last + 1],
      [from, between],
      [between, last],
      [last, last + 1],
    ] as const) {
      for (const [operator, wanted] of [
        ['=', mine],
        ['!=', others],
      ] as const) {
        // As integration rule 4 has it: the first and the last sign are no pair.
        const query = `(lastChangedBy ${operator} me()) AND ${scope} AND (lastChanged >= ${low}) AND (lastChanged < ${high})`
        const answer = await api.data.list(call, { query: { query } })
        must.success(answer)
        const ids = answer.records(keyOf(call)).map((record) => plainId(String(record['id'])))
        // What a comparison says of a record without a writer is open.
        const told = records.flatMap(({ id, dto }, at) =>
          (dto['lastChangedBy'] ?? null) === null && operator === '!=' ? [] : [{ at, id: plainId(id), dto }],
        )
        const expected = told.filter(
          ({ dto }) => wanted(dto) && Number(dto['lastChanged']) >= low && Number(dto['lastChanged']) < high,
        )
        const turns = (list: typeof told) => list.map(({ at }) => at + 1)
        must.equal(
          `which of the records, by the order of writing, lastChangedBy ${operator} me() holds between two moments`,
          turns(told.filter(({ id }) => ids.includes(id))),
          turns(expected),
        )
      }
    }
    if (!('shaping' in context.target.lacks))
      for (const page of ['1', '2']) {
        // The last page that is asked for may be beyond the end: then it may be anything but a record of the user alone.
        const query = {
          query: `(lastChangedBy != me()) AND ${scope}`,
          orderBy: 'lastChanged desc',
          pageSize: '1',
          page,
        }
        const answer = await api.data.list(call, { query })
        must.noServerError(answer, `page ${page} of a poll`)
        const own = answer.status < 300 ? answer.records(keyOf(call)).filter(mine) : []
        must.none(`record that the user wrote last, on page ${page} of what others wrote`, own, () => answer.text)
      }
    if (!records.some(({ dto }) => (dto['lastChangedBy'] ?? null) !== null && others(dto)))
      throw new Unexercised('no other user reads what somebody else wrote')
  },
)
