import { check, must, plainId } from '../../src/kit/index.ts'
import type { Answer } from '../../src/clients/answer.ts'
import { nameField, stored } from '../data/steps.ts'
import { user } from './requirements.ts'

const idsIn = ({ records }: Pick<Answer, 'records'>): readonly string[] =>
  records().map(({ id }) => plainId(String(id)))

check(
  user['permission-groups'],
  'none-on-reading-by-external-id',
  { brokenBy: ['permission-none-reads-by-external-id'] },
  async (context) => {
    const { identity, resource } = context.target.fixtures.unreadable!
    const { id, externalId, dto } = await stored(context, {}, resource)
    const { data } = context.as(identity)
    must.success(await data.list('ServiceCall', { query: { pageSize: '1' } }))
    const answer = await data.get(resource, { externalId })
    must.noServerError(answer)
    must.lack('record that the caller may not read', idsIn(answer), plainId(id))
    const name = String(dto[nameField(resource)])
    must.hold('nothing of the record that the caller may not read', !answer.text.includes(name), answer.text)
  },
)
