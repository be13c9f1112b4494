import { check, must } from '../../src/kit/index.ts'
import { anotherResource } from '../data/offered.ts'
import { stored } from '../data/steps.ts'
import { query } from './requirements.ts'
import { dtosOfQuery, elements } from './statement.ts'

check(
  query['no-server-error'],
  'statements-that-cannot-be-read',
  { brokenBy: ['query-api-malformed-crashes'] },
  async (context) => {
    await stored(context)
    const dtos = dtosOfQuery(context, 'ServiceCall')
    const control = await context.api.query.select('select sc.id from ServiceCall sc', { dtos })
    must.success(control)
    must.some('row in data', elements(control), control)
    for (const statement of [
      '',
      'nonsense',
      'select',
      "select sc.id from ServiceCall sc where sc.id = '",
      'select x.id from Nothing x',
    ])
      must.notCrashed(await context.api.query.select(statement, { dtos }), `the statement ${JSON.stringify(statement)}`)
    const other = await context.api.query.select('select sc.id from ServiceCall sc', { dtos: 'ServiceCall.99999' })
    must.notCrashed(other, 'a DTO version that does not exist')
  },
)

check(
  query['no-server-error'],
  'dtos-of-another-resource',
  { brokenBy: ['query-dto-elsewhere-crashes'] },
  async (context) => {
    await stored(context)
    const statement = 'select sc.id from ServiceCall sc'
    must.success(await context.api.query.select(statement, { dtos: dtosOfQuery(context, 'ServiceCall') }))
    const elsewhere = await context.api.query.select(statement, {
      dtos: dtosOfQuery(context, anotherResource(context)),
    })
    must.notCrashed(elsewhere, 'a select of a resource that dtos does not name')
  },
)
