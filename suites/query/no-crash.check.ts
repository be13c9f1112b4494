import { check, ifRead, must, noneCrashes } from '../../src/kit/index.ts'
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
    const record = await stored(context)
    const control = await selected(context, ['id'], 'sc', [record])
    must.success(control)
    must.some('row in data', elements(control), control)
    const { query: api } = context.api
    const statements = [
      '',
      'nonsense',
      'select',
      "select sc.id from ServiceCall sc where sc.id = '",
      'select x.id from Nothing x',
    ]
    await noneCrashes(
      {
        ...Object.fromEntries(
          statements.map((one) => [`the statement ${JSON.stringify(one)}`, () => api.select(one, { dtos })]),
        ),
        'a DTO version that does not exist': () =>
          api.select('select sc.id from ServiceCall sc', { dtos: 'ServiceCall.99999' }),
      },
      () => selected(context, ['id'], 'sc', [record]),
    )
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
