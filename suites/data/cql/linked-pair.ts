import { must, type Context } from '../../../src/kit/index.ts'
import { idsOfDtos, mustBeSearched, scopeOf } from '../list/ladder.ts'
import { madeOnce } from '../made-once.ts'
import { call, stored, type Stored } from '../steps.ts'

interface TwoLinked {
  readonly partners: readonly [Stored, Stored]
  readonly calls: readonly [Stored, Stored]
}

/** Two calls, each with a partner of its own. */
export const twoLinked = madeOnce(async (context): Promise<TwoLinked> => {
  const { tag } = context.fresh
  const partner = (name: string) => stored(context, { name: `${tag} ${name}` }, 'BusinessPartner')
  const [north, south] = [await partner('North'), await partner('south')]
  const of = ({ id }: Stored) => stored(context, { businessPartner: id })
  return { partners: [north, south], calls: [await of(north), await of(south)] }
})

/** Which of the two calls a criterion finds. */
export async function mustFindOfTwo(
  context: Context,
  { calls }: TwoLinked,
  criterion: string,
  expected: readonly number[],
) {
  await mustBeSearched(context, calls)
  const answer = await context.api.data.list(call, { query: { query: `${scopeOf(calls)} AND ${criterion}` } })
  must.success(answer)
  const ids = idsOfDtos(answer.records())
  must.equal(
    `which of two calls with a partner each ${criterion} finds`,
    idsOfDtos(calls.map(({ dto }) => dto)).flatMap((id, at) => (ids.includes(id) ? [at + 1] : [])),
    expected,
  )
}
