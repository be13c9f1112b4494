import { check, must } from '../../../src/kit/index.ts'
import { data } from '../record/requirements.ts'
import { call, read, stored, succeeded, whole } from '../steps.ts'

const text = 'soon empty'

/** Ways to make a text empty. */
const ways = {
  'patch-by-id': { rule: data['partial-update'], method: 'patch', by: 'id' },
  'patch-by-external-id': { rule: data['update-by-external-id'], method: 'patch', by: 'external-id' },
  'put-by-id': { rule: data.replace, method: 'put', by: 'id' },
} as const

for (const name of ['patch-by-id', 'patch-by-external-id', 'put-by-id'] as const) {
  const { rule, method, by } = ways[name]
  check(
    rule,
    `${name}-of-an-empty-text`,
    {
      brokenBy: [method === 'put' ? 'empty-text-overlooked-by-put' : 'empty-text-overlooked-by-patch'],
      sampled: true,
      effects: true,
    },
    async (context) => {
      const { id, externalId } = await stored(context, { remarks: text })
      const body = method === 'put' ? whole(context, { externalId, remarks: '' }) : { remarks: '' }
      const answer = await context.api.data[method](call, by === 'id' ? id : { externalId }, body, { force: true })
      // That an empty text is one is not stated; a service may make null of it as well.
      if (!succeeded(answer)) return must.refused4xx(answer)
      const now = await read(context.api, id)
      must.sameId('the id of the record', now?.['id'], id)
      must.differ(`remarks after a ${method.toUpperCase()} with an empty text`, now?.['remarks'], text)
    },
  )
}
