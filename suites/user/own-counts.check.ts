import { check, holdsId, must, observe, newNumbers, placesOf, type Context } from '../../src/kit/index.ts'
import { asking, looks, toldOf, waysOf, withInverse } from '../data/expansion/steps.ts'
import { around, deletions, listingOf, mustBeListed } from '../data/deleted/steps.ts'
import { dtosOfQuery, elements } from '../query/statement.ts'
import { countedAsForNobody } from '../token/elsewhere/counted.ts'
import { byId, kept, owner } from './own-kept.ts'
import { user } from './requirements.ts'

const whose = 'records that the caller is refused by id'

check(
  user['own-records'],
  'uncounted-in-lists',
  { needs: ['query-language'], brokenBy: ['own-counted-in-lists', 'own-counted-in-headers'] },
  async (context) => {
    const record = await kept(context)
    const { data } = owner(context)
    const listed = (id: string) => () => data.list(record.resource, byId({ id }))
    must.noServerError(await countedAsForNobody(listed(record.id), listed(context.fresh.id()), whose))
  },
)

check(
  user['own-records'],
  'uncounted-in-a-batch',
  { needs: ['query-language', 'batch'], brokenBy: ['own-counted-in-a-batch'] },
  async (context) => {
    const record = await kept(context)
    const { batch } = owner(context)
    const listed = (id: string) => async () => {
      const answer = await batch.send([batch.part.list(record.resource, byId({ id }))], { transactional: false })
      must.noServerError(answer)
      return answer.parts[0] ?? answer
    }
    await countedAsForNobody(listed(record.id), listed(context.fresh.id()), whose)
  },
)

const numbersIn = (answer: Parameters<typeof elements>[0]): readonly unknown[] =>
  [...placesOf(elements(answer))].flatMap(({ value }) => (typeof value === 'number' ? [value] : []))

// No form of a statement that counts is shown: where one is served, what it counts of a record that is kept is what it counts of none.
check(
  user['own-records'],
  'uncounted-by-selects',
  { needs: ['query-api'], brokenBy: ['own-counted-by-selects', 'own-counted-by-a-function'] },
  async (context) => {
    const record = await kept(context)
    const { resource } = record
    const { query } = owner(context)
    const dtos = dtosOfQuery(context, resource)
    for (const columns of ['t.id', 'count(t.id)', 'count(t)', 'count(*)']) {
      const selected = (id: string) => () =>
        query.select(`select ${columns} from ${resource} t where t.id = '${id}'`, { dtos })
      const [asked, nobody] = [selected(record.id), selected(context.fresh.id())]
      const answer = await countedAsForNobody(asked, nobody, whose)
      must.noServerError(answer)
      if (columns !== 't.id' && answer.status < 300)
        must.equal(`numbers in the rows of ${columns}`, numbersIn(answer), numbersIn(await nobody()))
    }
  },
)

/** Whether the caller is refused all of these by id. */
async function areKept(context: Context, records: ReadonlyArray<{ readonly resource: string; readonly id: string }>) {
  const { data } = owner(context)
  for (const { resource, id } of records) if (holdsId((await data.get(resource, id)).json, id)) return false
  return true
}

check(
  user['own-records'],
  'uncounted-by-expansions',
  { needs: ['inverse', 'expansion'], brokenBy: ['own-counted-by-expansions'] },
  async (context) => {
    const { other, ...family } = await withInverse(context)
    const api = owner(context)
    const isShown = async ({ parent }: typeof other) => !(await areKept(context, [parent]))
    if (!(await isShown(family)) || !(await isShown(other))) return
    if (!(await areKept(context, [...family.related, ...other.related]))) return
    for (const look of waysOf(context)) {
      const counted: number[] = []
      for (const one of [family, other]) {
        const plain = await looks[look](api, one.parent, {})
        const answer = await looks[look](api, one.parent, asking(context, one, `count(${one.field})`))
        must.noServerError(answer)
        const before = toldOf(plain, one.parent)
        if (newNumbers(toldOf(answer, one.parent), before).includes(one.related.length))
          counted.push(one.related.length)
      }
      // One of the numbers alone may stand for anything.
      must.hold(`no numbers of ${whose}, ${look}`, counted.length < 2, counted)
    }
  },
)

// A deleted listing has ids of what is gone, and lists those that were deleted (A-DEL-01): whether Own keeps any of them is not said.
observe(
  user['privileges-seen'],
  'deleted-listing-of-own',
  { needs: ['own-resource', 'writes', 'deleted-listing'] },
  async (context) => {
    const record = await kept(context)
    if (!record) return 'the user is shown a record of another by its id'
    const { resource, id } = record
    await deletions['by-id'](context, record)
    const { span } = await mustBeListed(context, { resource, id }, around(record))
    const answer = await listingOf(context, owner(context), resource, span, { dtos: 'DeletedObjects.2' })
    return `the deleted listing of a user who was refused the record has its id: ${holdsId(answer.json, id) ? 'yes' : 'no'}`
  },
)
