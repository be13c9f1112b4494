import { describe, expect, test } from 'vitest'
import { match } from '../../src/contract/match.ts'
import { facts } from './exchanges.ts'

const data = 'https://eu.test/clusters/eu/api/data/v4'
const cases: ReadonlyArray<readonly [method: string, url: string, operation: string | undefined, path?: object]> = [
  ['GET', `${data}/ServiceCall`, 'data/list', { resourceName: 'ServiceCall' }],
  ['GET', `${data}/ServiceCall?dtos=a.1`, 'data/list'],
  ['GET', `${data}/ServiceCall/deleted`, 'data/deleted', { resourceName: 'ServiceCall' }],
  ['PUT', `${data}/ServiceCall/deleted`, 'data/replace', { resourceName: 'ServiceCall', resourceId: 'deleted' }],
  ['GET', `${data}/ServiceCall/abc`, 'data/get', { resourceName: 'ServiceCall', resourceId: 'abc' }],
  ['GET', `${data}/ServiceCall/externalId`, 'data/get'],
  [
    'PATCH',
    `${data}/ServiceCall/externalId/a%2Fb%3F`,
    'data/update-by-external-id',
    { resourceName: 'ServiceCall', externalId: 'a%2Fb%3F' },
  ],
  ['GET', `${data}/Attachment/abc/content`, 'data/attachment-content', { attachmentId: 'abc' }],
  ['GET', `${data}/ServiceCall/abc/content`, undefined],
  ['GET', `${data}/ServiceCall/a/b/c`, undefined],
  ['GET', `${data}/ServiceCall/`, undefined],
  ['GET', `${data}/`, undefined],
  ['HEAD', `${data}/ServiceCall`, undefined],
  ['POST', `${data}/ServiceCall/abc`, undefined],
  ['GET', 'https://eu.test/dataCloudInterface/attachmentService?guid=a', 'data/attachment-content-older'],
  [
    'GET',
    'https://any.test/proxy/ds/api/directory/v1/accounts/M%C3%BCller%20%26%20S%C3%B6hne',
    'directory/account',
    { accountName: 'M%C3%BCller%20%26%20S%C3%B6hne' },
  ],
  ['GET', 'https://any.test/api/directory/v1/accounts/acme#top', 'directory/account', { accountName: 'acme' }],
  ['GET', 'https://any.test/ds/api/directory/v1/accounts/a/b', undefined],
  ['POST', 'https://auth.test/api/oauth2/v1/token', 'token/request'],
  ['GET', 'https://auth.test/api/oauth2/v1/token', undefined],
  ['GET', 'https://auth.test/api/oauth2/v1/authorize?response_type=code', 'token/authorize'],
  ['GET', 'https://eu.test/masterCloudInterface/informationService/companies', 'company/list'],
  ['GET', 'https://eu.test', undefined],
  ['GET', 'nonsense', undefined],
]

describe('the operation of a request', () => {
  test.each(cases.map(([method, url, operation, path]) => [method, url, operation, path] as const))(
    '%s %s',
    (method, url, operation, path) => {
      const found = match(method, url, facts)
      expect(found?.operation.id).toBe(operation)
      if (path) expect(found?.path).toEqual(path)
    },
  )

  test('goes by the base path that the target declares, an empty one by its address', () => {
    const moved = { ...facts, basePaths: { ...facts.basePaths, token: '', data: '/v9' } }
    expect(match('POST', 'https://auth.test/token?x=1', moved)?.operation.id).toBe('token/request')
    expect(match('POST', 'https://elsewhere.test/token', moved)).toBeUndefined()
    expect(match('GET', 'https://eu.test/v9/Item', moved)?.operation.id).toBe('data/list')
  })
})
