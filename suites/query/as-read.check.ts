import { check, must } from '../../src/kit/index.ts'
import { call, succeeded } from '../data/steps.ts'
import { filled, mustReadAlike } from '../data/values/as-read.ts'
import { query } from './requirements.ts'
import { ownRows, rowsOf, selected } from './statement.ts'

check(
  query.rows,
  'fields-of-every-kind',
  {
    brokenBy: [
      'value-boolean-turned-in-rows',
      'query-api-last-field-missing',
      'query-api-booleans-as-numbers',
      'query-api-moments-as-in-sql',
      'query-api-row-for-each-element',
    ],
    effects: true,
  },
  async (context) => {
    const { record, dto, body } = await filled(context, call)
    const own = { ...record, dto, lastChanged: Number(dto['lastChanged']) }
    const fields = Object.keys(body).filter((name) => name !== 'id' && (dto[name] ?? null) !== null)
    const answer = await selected(context, ['id', ...fields], 'sc', [own])
    if (!succeeded(answer)) {
      // Which fields a statement may select is not shown; id is one that it may.
      must.noServerError(answer, `a statement that selects ${fields.join(', ')}`)
      return must.success(await selected(context, ['id'], 'sc', [own]))
    }
    must.some('row under the alias', rowsOf(answer, 'sc'), answer)
    const [row] = ownRows(rowsOf(answer, 'sc'), [own])[0] ?? []
    if (!row) return
    const selectedAll = fields.filter((name) => !['lastChanged', 'lastChangedBy', 'externalId'].includes(name))
    must.include('the fields of a row', Object.keys(row), selectedAll)
    mustReadAlike('a row', row, dto, { set: selectedAll, mayBePart: true })
  },
)
