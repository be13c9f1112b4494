import { check } from '../../src/kit/index.ts'
import { must } from '../../src/kit/must.ts'
import { Blocked } from '../../src/target/blocked.ts'
import { general } from './requirements.ts'

check(
  general['bodies-are-json'],
  'list-with-every-character',
  {
    effects: true,
    needs: ['writes', 'service-call', 'query-language'],
    brokenBy: ['latin1-json-on-list', 'control-char-raw'],
  },
  async ({ api, fresh }) => {
    const id = fresh.id()
    const create = (subject: string) =>
      api.data.create(
        'ServiceCall',
        fresh.body('ServiceCall', { id, externalId: fresh.externalId(), subject: `${fresh.tag} ${subject}` }),
      )
    // Control characters may be refused, and what is in no table of Latin letters.
    const first = await create('Zürich €\tand\nmore')
    must.success(first.status < 300 ? first : await create('Zürich'))
    const single = await api.data.get('ServiceCall', id)
    must.success(single)
    const known = single.record('serviceCall')
    must.match('subject of the record created', known?.['subject'], new RegExp(`^${fresh.tag} Z`))
    const listed = await api.data.list('ServiceCall', { query: { query: `id = "${id}"` } })
    must.success(listed)
    const { data } = (listed.json ?? {}) as { data?: unknown }
    must.be('data of the list', data, 'an array', listed)
    // What a service makes of a control character is its own affair: a list shows what the record shows.
    const [record] = listed.records('serviceCall')
    if (record) must.equal('subject in the list', record['subject'], known?.['subject'])
  },
)

check(
  general['dto-versions'],
  'pairs-in-either-order',
  {
    needs: ['writes', 'reference', 'expansion', 'older-dto'],
    brokenBy: ['own-pair-must-be-first', 'only-first-pair-read', 'root-in-version-of-first-pair'],
  },
  async ({ api, fresh, target }) => {
    const { resource, field, to } = target.fixtures.reference!
    const [own, other] = [target.dtos[resource], target.dtos[to]]
    if (!own || !other) throw new Blocked(`dtos has no ${own ? to : resource}`)
    const [id, referred] = [fresh.id(), fresh.id()]
    must.success(await api.data.create(to, fresh.body(to, { id: referred, externalId: fresh.externalId() })))
    must.success(
      await api.data.create(resource, fresh.body(resource, { id, externalId: fresh.externalId(), [field]: referred })),
    )
    const pairs = [`${resource}.${own.version}`, `${to}.${other.older?.version ?? other.version}`]
    const seen = []
    for (const dtos of [pairs.join(';'), pairs.toReversed().join(';')]) {
      const answer = await api.data.get(resource, id, { dtos, query: { expand: field } })
      must.success(answer)
      const record = answer.record(resource.charAt(0).toLowerCase() + resource.slice(1))
      must.present('the record', record, answer)
      seen.push(record?.[field])
    }
    must.equal(`${field}, expanded, with the pairs of dtos in the other order`, seen[1], seen[0])
  },
)
