import { check, noneCrashes, type Context } from '../../../src/kit/index.ts'
import type { Answer } from '../../../src/clients/answer.ts'
import { rawGet } from '../../token/raw-get.ts'
import { data } from './requirements.ts'
import { call, stored, whole } from '../steps.ts'

/** None of these answers is a 5xx. A record that is stored shows that the target works at all. */
async function mustStand(context: Context, asked: Readonly<Record<string, () => Promise<Answer>>>): Promise<void> {
  const { id } = await stored(context)
  await noneCrashes(asked, () => context.api.data.get(call, id))
}

check(data['no-server-error'], 'dtos-that-do-not-exist', { brokenBy: ['dtos-unknown-crashes'] }, (context) => {
  const { api, fresh } = context
  return mustStand(
    context,
    Object.fromEntries(
      [`${call}.99999`, 'Nothing.1', `${call}`, `${call}.x`, ';;', `${call}.1;${call}.2`].flatMap((dtos) => [
        [`a list with dtos=${dtos}`, () => api.data.list(call, { dtos })],
        [`a record with dtos=${dtos}`, () => api.data.get(call, fresh.id(), { dtos })],
      ]),
    ),
  )
})

check(data['no-server-error'], 'long-values', { brokenBy: ['data-long-parameter-crashes'] }, (context) => {
  const { api, fresh } = context
  const long = fresh.tag.padEnd(3000, 'x')
  return mustStand(context, {
    'a list with a long orderBy': () => api.data.list(call, { query: { orderBy: long } }),
    'a list with a long query': () => api.data.list(call, { query: { query: `subject = "${long}"` } }),
    'a record with a long id': () => api.data.get(call, long),
    'a record with a long external id': () => api.data.get(call, { externalId: long }),
  })
})

check(
  data['no-server-error'],
  'odd-parameters',
  { brokenBy: ['data-odd-page-crashes', 'second-page-of-the-largest-size-crashes'] },
  (context) => {
    const { api, fresh } = context
    // What no page is, may be all: with a query that nothing answers to, that is not the whole system.
    const query = `externalId = "${fresh.externalId()}"`
    return mustStand(context, {
      'a list with pageSize=-1': () => api.data.list(call, { query: { query, pageSize: '-1' } }),
      'a list with page=2 and the largest pageSize': () =>
        api.data.list(call, { query: { page: '2', pageSize: '2147483647' } }),
      'a list with page=-1': () => api.data.list(call, { query: { page: '-1', pageSize: '5' } }),
      'a list with fields of no record': () => api.data.list(call, { query: { fields: ',,nothing' } }),
      'a list with an expand that cannot be read': () => api.data.list(call, { query: { expand: 'count(;fields=' } }),
      'a deleted listing with odd times': () => api.data.deleted(call, { from: 'yesterday', to: '-1' }),
      'a record with an id that is no GUID': () => api.data.get(call, `${fresh.tag} ü/%00`),
      'a create with an odd forceUpdate': () =>
        api.data.create(call, whole(context, { id: fresh.id() }), { query: { forceUpdate: 'perhaps' } }),
    })
  },
)

check(data['no-server-error'], 'null-in-lists', { brokenBy: ['data-null-in-list-crashes'] }, (context) => {
  const { api, fresh } = context
  const holding = (field: string) => () => api.data.create(call, whole(context, { id: fresh.id(), [field]: [null] }))
  return mustStand(context, {
    'a create with technicians: [null]': holding('technicians'),
    'a create with udfValues: [null]': holding('udfValues'),
  })
})

check(
  data['no-server-error'],
  'broken-percent-encoding',
  { brokenBy: ['data-broken-encoding-crashes'] },
  async (context) => {
    const { api, target } = context
    const { exchange } = await api.data.list(call, { query: { pageSize: '1' } })
    const { pathname, search } = new URL(exchange.request.url)
    const { client } = target.identities['admin']!
    return mustStand(context, {
      'a list with orderBy=%ZZ': () => api.raw.send(rawGet(`${pathname}${search}&orderBy=%ZZ`, client)),
      'a list with query=%': () => api.raw.send(rawGet(`${pathname}${search}&query=%`, client)),
      'a record with the id %ZZ': () => api.raw.send(rawGet(`${pathname}/%ZZ${search}`, client)),
    })
  },
)
