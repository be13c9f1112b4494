import { check } from '../../src/kit/index.ts'
import { must } from '../../src/kit/must.ts'
import { requestUuid } from '../../src/target/request-uuid.ts'
import { validation } from './requirements.ts'
import { companies, control, freshToken, hours, minutes, records, served } from './steps.ts'
import { rawGet } from './raw-get.ts'
import { withAnotherEnd } from './another-end.ts'

/** What a call of local scope says of its client. */
type NamedClient = Readonly<Record<'id' | 'version', string>>

check(validation['invalid-token'], 'another-end', { brokenBy: ['tampered-signature-ok'] }, async ({ api }) => {
  const value = await freshToken(api)
  await control(companies(api, { token: { value } }))
  must.refused(await companies(api, { token: { value: withAnotherEnd(value) } }), 401, 'invalid_token')
})

// What its parts are answered is another matter: the batch itself is a call, too.
check(
  validation['invalid-token'],
  'told-by-the-batch-itself',
  { needs: ['service-call', 'writes', 'batch'], brokenBy: ['batch-bad-token-told-in-parts'] },
  async ({ api, fresh }) => {
    const part = api.batch.part.get('ServiceCall', fresh.id())
    must.refused(await api.batch.send([part], { token: { value: `${fresh.tag}-never-issued` } }), 401, 'invalid_token')
    const { parts } = await api.batch.send([part])
    must.some('part in the answer to a batch with a valid token', parts)
  },
)

check(
  validation['invalid-token'],
  'expired-with-a-comma',
  { alone: true, needs: ['clock'], brokenBy: ['revived-by-whitespace'] },
  async ({ api, clock }) => {
    const value = await freshToken(api)
    await clock.advance(12 * hours + minutes)
    must.refused4xx(await companies(api, { token: { value: `${value},` } }))
    await control(companies(api))
  },
)

for (const [situation, header, brokenBy] of [
  ['bearer-alone', 'Bearer', ['empty-bearer-guest', 'invalid-request-plain']],
  ['bearer-and-a-blank', 'Bearer ', ['empty-bearer-guest', 'invalid-request-plain']],
] as const) {
  check(validation['no-token-refused'], situation, { brokenBy }, async ({ api }) => {
    await control(companies(api))
    must.oauthError(await companies(api, { token: 'none', headers: { Authorization: header } }))
  })
}

check(
  validation['local-context-required'],
  'empty-client-id',
  { needs: ['service-call'], brokenBy: ['empty-context-passes', 'auth-client-id-optional'] },
  async ({ api }) => {
    await control(records(api))
    must.refused4xx(await records(api, { headers: { 'X-Client-ID': undefined }, query: { clientId: '' } }))
  },
)

// An item that came in the query says nothing about the other one: each is required by itself.
for (const [missing, there, withOne] of [
  ['version', 'id', ({ id }) => ({ clientId: id })],
  ['id', 'version', ({ version }) => ({ clientVersion: version })],
] as const satisfies ReadonlyArray<readonly [string, string, (client: NamedClient) => Record<string, string>]>) {
  check(
    validation['local-context-required'],
    `without-client-${missing}-and-the-client-${there}-in-the-query`,
    {
      needs: ['service-call'],
      brokenBy: [`client-${missing}-optional-beside-the-${there}-in-the-query`, `auth-client-${missing}-optional`],
    },
    async ({ api, target }) => {
      const { client } = target.identities['admin']!
      const header = { id: 'X-Client-ID', version: 'X-Client-Version' } as const
      const query = withOne(client)
      await control(records(api, { headers: { [header[there]]: undefined }, query }))
      must.refused4xx(
        await records(api, { headers: { 'X-Client-ID': undefined, 'X-Client-Version': undefined }, query }),
      )
    },
  )
}

check(
  validation['request-id-optional'],
  'same-id-on-two-writes',
  {
    effects: true,
    needs: ['writes', 'service-call'],
    brokenBy: ['request-id-dedupe', 'request-id-ends-the-second-update'],
  },
  async ({ api, fresh }) => {
    const headers = { 'X-Request-ID': requestUuid(`${fresh.tag}-twice`) }
    const ids = [fresh.id(), fresh.id()]
    for (const id of ids)
      must.success(
        await api.data.create(
          'ServiceCall',
          fresh.body('ServiceCall', { id, externalId: fresh.externalId(), subject: `${fresh.tag} ${id}` }),
          {
            headers,
          },
        ),
      )
    for (const id of ids) {
      const read = await api.data.get('ServiceCall', id)
      must.success(read)
      must.equal('subject of each record', read.record('serviceCall')?.['subject'], `${fresh.tag} ${id}`)
    }
    const [id = ''] = ids
    const later = [`${fresh.tag} first`, `${fresh.tag} second`]
    for (const subject of later)
      must.success(await api.data.patch('ServiceCall', id, { subject }, { headers, force: true }))
    const changed = await api.data.get('ServiceCall', id)
    must.equal('subject after two changes', changed.record('serviceCall')?.['subject'], later[1])
  },
)

check(
  validation['unreserved-characters-equal'],
  'names-of-parameters',
  { needs: ['service-call'], brokenBy: ['encoded-name-unread'] },
  async ({ api, target }) => {
    const plain = records(api)
    await control(plain)
    const sent = new URL((await plain).exchange.request.url)
    const query = [...sent.searchParams].map(
      ([name, value]) =>
        `%${name.charCodeAt(0).toString(16).toUpperCase()}${name.slice(1)}=${encodeURIComponent(value)}`,
    )
    const { client } = target.identities['admin']!
    served(await api.raw.send(rawGet(`${sent.pathname}?${query.join('&')}`, client)))
  },
)
