import { holdsId, observe, placesOf, show, type Context } from '../../src/kit/index.ts'
import { around, deletions, listingOf, mustBeListed } from '../data/deleted/steps.ts'
import { stored } from '../data/steps.ts'
import { dtosOfQuery, elements } from '../query/statement.ts'
import { countsIn } from '../token/elsewhere/counted.ts'
import { user } from './requirements.ts'

// A permission of None keeps records from being read (B-USR-25). No sentence says what a list or a statement counts, and the deleted listing has
// ids of what is gone, and lists those that were deleted (A-DEL-01): what of this such a caller is told is looked at, and judged nowhere.

const needs = ['unreadable-resource', 'service-call', 'writes'] as const
const closed = ({ target }: Context) => target.fixtures.unreadable!

observe(
  user['privileges-seen'],
  'counts-of-lists-under-none',
  { needs: [...needs, 'query-language'] },
  async (context) => {
    const { identity, resource } = closed(context)
    const { id } = await stored(context, {}, resource)
    const told = async (asked: string) => {
      const answer = await context.as(identity).data.list(resource, { query: { query: `id = "${asked}"` } })
      return `status ${answer.status}, counts ${show(Object.fromEntries(countsIn(answer)))}`
    }
    return `a list by the id of a record that the caller may not read: ${await told(id)}; by an id of none: ${await told(context.fresh.id())}`
  },
)

observe(
  user['privileges-seen'],
  'counts-of-selects-under-none',
  { needs: [...needs, 'query-api'] },
  async (context) => {
    const { identity, resource } = closed(context)
    const { id } = await stored(context, {}, resource)
    const { query } = context.as(identity)
    const dtos = dtosOfQuery(context, resource)
    const seen: string[] = []
    for (const columns of ['t.id', 'count(t.id)', 'count(t)', 'count(*)']) {
      const told = async (asked: string) => {
        const answer = await query.select(`select ${columns} from ${resource} t where t.id = '${asked}'`, { dtos })
        const numbers = [...placesOf(elements(answer))].flatMap(({ value }) =>
          typeof value === 'number' ? [value] : [],
        )
        return `status ${answer.status}, counts ${show(Object.fromEntries(countsIn(answer)))}, numbers in rows ${show(numbers)}`
      }
      seen.push(`${columns} by the id of a record that the caller may not read: ${await told(id)}`)
      seen.push(`by an id of none: ${await told(context.fresh.id())}`)
    }
    return seen.join('; ')
  },
)

observe(
  user['privileges-seen'],
  'deleted-listing-under-none',
  { needs: [...needs, 'deleted-listing'] },
  async (context) => {
    const { identity, resource } = closed(context)
    const record = await stored(context, {}, resource)
    await deletions['by-id'](context, record)
    const { span } = await mustBeListed(context, record, around(record))
    const answer = await listingOf(context, context.as(identity), resource, span, { dtos: 'DeletedObjects.2' })
    return `the deleted listing of a caller who may not read these records: status ${answer.status}, with the id: ${holdsId(answer.json, record.id) ? 'yes' : 'no'}`
  },
)
