import { check } from '../../src/kit/index.ts'
import { must } from '../../src/kit/must.ts'
import { observe } from '../../src/kit/observe.ts'
import { objectOf } from '../../src/kit/object-of.ts'
import { general } from './requirements.ts'
import { companies, freshToken, records, served } from './steps.ts'

check(
  general['bodies-are-json'],
  'token-directory-companies-records',
  {
    needs: ['service-call'],
    brokenBy: ['general-json-as-text', 'general-json-with-prefix'],
  },
  async ({ api, target }) => {
    for (const ask of [
      () => api.token.obtain(),
      () => api.directory.account(target.account),
      () => companies(api),
      () => records(api),
    ]) {
      const answer = await ask()
      must.success(answer)
      must.some('field of a JSON object in the body', Object.keys(objectOf(answer)), answer)
      // The documents name no header: a body without a type, or called plain text, may be JSON all the same.
      const type = answer.header('content-type') ?? 'none'
      must.hold('no content type of a page', !/html|xml/i.test(type), type)
    }
  },
)

check(
  general['one-token-for-all-interfaces'],
  'directory-companies-records',
  {
    needs: ['service-call'],
    brokenBy: [
      'general-token-refused-by-directory',
      'general-token-refused-by-company',
      'general-token-refused-by-data',
      'auth-header-refused',
    ],
  },
  async ({ api, target }) => {
    const value = await freshToken(api)
    const found = await api.directory.account(target.account, { token: { value } })
    must.success(found)
    must.hold('an account from the directory', typeof objectOf(found)['accountName'] === 'string', found.text)
    served(await companies(api, { token: { value } }))
    served(await records(api, { token: { value } }))
  },
)

check(
  general['dto-versions'],
  'one-record-in-two-versions',
  {
    effects: true,
    needs: ['older-dto', 'writes'],
    brokenBy: ['general-one-dto-version', 'dtos-version-ignored'],
  },
  async ({ api, target, fresh }) => {
    const { older, ...newer } = target.dtos['ServiceCall']!
    const id = fresh.id()
    must.success(
      await api.data.create('ServiceCall', fresh.body('ServiceCall', { id, externalId: fresh.externalId() })),
    )
    const seen = []
    for (const { version, syncBase } of older ? [newer, older] : [newer]) {
      const answer = await api.data.get('ServiceCall', id, { dtos: `ServiceCall.${version}` })
      must.success(answer)
      const record = answer.record('serviceCall')
      must.present(`the record as ServiceCall.${version}`, record, answer)
      const carries = ['externalId', 'lastChangedBy'].filter((field) => (record?.[field] ?? null) !== null)
      seen.push({ carries, syncBase })
    }
    // These are the fields that the documents tie to a base version. An older version may show one of them, too: not both, as the newer one does.
    for (const { carries, syncBase } of seen) {
      // A-REC-18: what a token without user writes as lastChangedBy is not shown.
      if (syncBase >= 10 && target.identities['admin']?.username?.includes('/'))
        must.equal(`fields of base version ${syncBase}`, carries, ['externalId', 'lastChangedBy'])
      if (syncBase < 9) must.differ(`fields of base version ${syncBase}`, carries.length, 2)
    }
  },
)

observe(general['rate-limits-and-retirement'], 'headers-seen', {}, async ({ api }) => {
  const answer = await companies(api)
  const told =
    answer.exchange.response?.headers
      .map(([name]) => name)
      .filter((name) => /rate-?limit|retry-after|deprecat|sunset/i.test(name)) ?? []
  return told.length > 0 ? `headers ${told.join(', ')}` : 'no header speaks of rate limits, deprecation or retirement'
})
