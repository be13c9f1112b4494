import { check, ifRead, must } from '../../src/kit/index.ts'
import { anotherResource } from '../data/offered.ts'
import { stored } from '../data/steps.ts'
import { query } from './requirements.ts'
import { dtosOfQuery, elements, selected } from './statement.ts'

check(
  query['no-server-error'],
  'statements-that-cannot-be-read',
  { brokenBy: ['query-api-malformed-crashes'] },
  async (context) => {
    const dtos = dtosOfQuery(context, 'ServiceCall')
    const control = await selected(context, ['id'], 'sc', [await stored(context)])
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
    const asked = context.api.query.select('select sc.id from ServiceCall sc', { dtos: 'ServiceCall.99999' })
    const other = await ifRead(asked)
    if (other) must.notCrashed(other, 'a DTO version that does not exist')
  },
)

check(
  query['no-server-error'],
  'dtos-of-another-resource',
  { brokenBy: ['query-dto-elsewhere-crashes'] },
  async (context) => {
    must.success(await selected(context, ['id'], 'sc', [await stored(context)]))
    const asked = context.api.query.select('select sc.id from ServiceCall sc', {
      dtos: dtosOfQuery(context, anotherResource(context)),
    })
    const elsewhere = await ifRead(asked)
    if (elsewhere) must.notCrashed(elsewhere, 'a select of a resource that dtos does not name')
  },
)
