import { check, eventually, matchers, must, plainId, rely } from '../../src/kit/index.ts'
import type { Answer } from '../../src/clients/answer.ts'
import { cql } from '../data/cql/requirements.ts'
import { withReference } from '../data/expansion/steps.ts'
import { nameField, read, stored } from '../data/steps.ts'
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

// Whoever may not read a record may yet guess at what it holds, if others are found by it.
for (const [way, needs, fault] of [
  ['query', [], 'permission-none-filtered-by'],
  ['query-in-a-batch', ['batch'], 'permission-none-filtered-by-in-a-batch'],
] as const)
  check(
    user['permission-groups'],
    `none-on-reading-by-a-${way}-of-linked-records`,
    { needs: ['query-language', 'reference', ...needs], brokenBy: [fault] },
    async (context) => {
      const { identity, resource } = context.target.fixtures.unreadable!
      if (context.target.fixtures.reference?.to !== resource) return
      const { field, parent, related } = await withReference(context)
      const [secret] = related
      const caller = context.as(identity)
      if (!secret || !(await read(caller, parent.id, parent.resource))) return
      const own = plainId(parent.id)
      const asked = async ({ data, batch }: typeof caller, name: string): Promise<readonly string[]> => {
        const query = `id = "${parent.id}" AND ${field}.${nameField(resource)} = "${name}"`
        const options = { query: { query } }
        if (way === 'query') return idsIn(await data.list(parent.resource, options))
        const sent = await batch.send([batch.part.list(parent.resource, options)], { transactional: false })
        return sent.parts.flatMap((part) => [...idsIn(part)])
      }
      const name = String(secret.dto[nameField(resource)])
      await rely(cql['query-linked-field'], () =>
        eventually(
          context,
          () => asked(context.api, name),
          (ids) => matchers.include('records found by a linked one', ids, [own]),
        ),
      )
      const [found, otherwise] = [await asked(caller, name), await asked(caller, context.fresh.text())]
      must.equal(
        `whether it is found by what the ${resource} that the caller may not read holds, and by what it does not hold`,
        found.includes(own),
        otherwise.includes(own),
      )
    },
  )
