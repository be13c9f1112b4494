import { describe, expect, test } from 'vitest'
import { call, id, look, records, sound, stale, tokenBody, without, type Sketch } from './exchanges.ts'

const get = (answer: unknown, query = '', more: Partial<Sketch> = {}) =>
  sound.data('GET', `ServiceCall/${id}`, { answer, query, ...more })
const older = (answer: unknown): Sketch => ({
  url: `https://eu.test/api/data/v4/ServiceCall/${id}?dtos=ServiceCall.18`,
  headers: { Authorization: 'Bearer t' },
  answer,
})
const refused = (status: number, answer: unknown) => sound.data('PATCH', `ServiceCall/${id}`, { status, answer })

/** What real systems do, and what the documents leave open: never a finding. */
const lawful: Record<string, Sketch> = {
  'create answers 201 with Location': sound.data('POST', 'ServiceCall', {
    status: 201,
    answerHeaders: { Location: '/x' },
  }),
  'create answers 204 without a body': sound.data('POST', 'ServiceCall', {
    status: 204,
    answer: undefined,
    type: undefined,
  }),
  'create answers something that is no record': sound.data('POST', 'ServiceCall', { answer: { created: 1 } }),
  'missing record as empty data': get({ data: [] }),
  'missing record as 404 of any form': get('<h1>gone</h1>', '', { status: 404, type: 'text/html' }),
  'list envelope with paging fields': sound.data('GET', 'ServiceCall', {
    answer: {
      ...records(call, call),
      pageSize: 20,
      currentPage: 1,
      lastPage: 1,
      totalObjectCount: 2,
      truncated: false,
    },
  }),
  'empty list': sound.data('GET', 'ServiceCall', { answer: { data: [] } }),
  'token with more fields, a second old': sound.token({
    answer: {
      ...tokenBody,
      expires_in: 43199,
      authorities: ['ADMIN'],
      companies: [{ id: 1, name: 'a', description: 'b', strictEncryptionPolicy: false, personId: null }],
    },
  }),
  'token with a tenant that is no SCIM form': sound.token({
    send: 'grant_type=client_credentials',
    answer: {
      ...without(without(without(tokenBody, 'user'), 'user_id' as never), 'user_email' as never),
      tenant_id: null,
    },
  }),
  'OAuth error with more fields': sound.tokenError(400, 'invalid_grant', 'Bad credentials', {
    timestamp: 1,
    path: '/x',
  }),
  'OAuth description in other letter case, with a prefix': sound.tokenError(
    401,
    'invalid_client',
    'OAUTH-7: client authentication failed',
  ),
  'code never issued': sound.token({
    send: 'grant_type=authorization_code&code=1&redirect_uri=x',
    status: 401,
    answer: { error: 'invalid_grant', error_description: 'Invalid authorization code' },
  }),
  'account login without user fields': sound.token({
    send: 'grant_type=password&username=acme&password=x',
    answer: without(without(tokenBody, 'user'), 'user_id' as never),
  }),
  'password error with code prefix, filled number and children': sound.passwordError(
    'MC-06',
    'MC-06: Password must be at least [8] character(s) long',
    [],
    {
      children: [{ error: 'MC-07' }],
    },
  ),
  'password error in a 200': sound.password({
    status: 200,
    answer: { error: 'MC-13', message: 'Password is not valid', values: [] },
  }),
  'password number as text': sound.passwordError('MC-07', 'Password must contain at least [{0}] digit(s)', ['1']),
  'wrong old password as invalid_grant': sound.password({
    status: 400,
    answer: { error: 'invalid_grant', error_description: 'Wrong old password' },
  }),
  'wrong old password in a 200': sound.password({
    answer: { error: 'invalid_grant', error_description: 'Wrong old password' },
  }),
  'changed with 201': sound.password({ status: 201 }),
  'CA-27 with a placeholder': refused(409, {
    ...stale,
    message: 'Resource concurrent modification detected {0}',
  }),
  'CA-27 with prefix, children and more values': refused(409, {
    ...stale,
    message: 'CA-27: Resource concurrent modification detected',
    values: ['1700000000000', 5],
    children: [{ ...stale, children: [] }],
  }),
  'another conflict': refused(409, { error: 'CA-10', message: 'taken' }),
  'a data error of any form': refused(400, { message: 'no' }),
  'a data error that borrows a word': refused(422, { error: 'invalid_request', message: 'no', values: [] }),
  'id in lower case with dashes': get(records({ ...call, id: '2f1c9a4e-7b5d-4c0f-8e6a-3b2d1c0f9e8d' })),
  'an unknown account, with an empty object': sound.account({ answer: {} }),
  'unknown cluster code': sound.account({ answer: { accountName: 'acme', clusterName: 'XX-7', URL: 'x', region: 1 } }),
  'unknown account': sound.account({ status: 404, answer: 'none', type: 'text/plain' }),
  'references widened by useExternalIds': get(
    records({ ...call, businessPartner: { id, externalId: 'b' } }),
    '&useExternalIds=true',
  ),
  'an expanded reference': get(
    records({ ...call, businessPartner: { id, name: 'x' } }),
    '&expand=businessPartner;fields=id,name',
  ),
  'a counted reference': get(records({ ...call, technicians: 3 }), '&expand=count(technicians)'),
  'a shaped record': get(records({ subject: 'x' }), '&fields=subject'),
  'unset fields left out': get(records(without(without(call, 'externalId'), 'lastChangedBy' as never))),
  'lastChangedBy null (written by a client)': get(records({ ...call, lastChangedBy: null })),
  'fields of an older version are not bound': older(records({ ...call, lastChangedBy: 7, externalId: 5 })),
  'fields of an unknown resource are not bound': {
    url: 'https://eu.test/api/data/v4/Gizmo?dtos=Gizmo.3',
    headers: { Authorization: 'Bearer t' },
    answer: { data: [{ gizmo: { id, lastChanged: 1, lastChangedBy: 7, inactive: 'yes' } }] },
  },
  'an acronym may be lowered as one': {
    url: 'https://eu.test/api/data/v4/UDFMeta?dtos=UDFMeta.3',
    headers: { Authorization: 'Bearer t' },
    answer: { data: [{ udfMeta: { id, lastChanged: 1 } }] },
  },
  'rate limit': sound.account({ status: 429, answer: 'slow down', type: 'text/plain' }),
  'rate limit of the token service': sound.token({ status: 429, answer: { error: 'too_many_requests' } }),
  unavailable: sound.companies({ status: 503, answer: undefined }),
  'server error': sound.data('GET', 'ServiceCall', { status: 500, answer: '<html>', type: 'text/html' }),
  redirect: sound.data('GET', 'ServiceCall', { status: 307, answer: undefined }),
  'login page': sound.authorize({ status: 200, type: 'text/html', answer: '<form>' }),
  'short directory path': sound.account({ url: 'https://directory.test/api/directory/v1/accounts/acme' }),
  'empty text list': sound.companies({
    headers: { Authorization: 'Bearer t', Accept: 'application/text' },
    answer: undefined,
  }),
  'deleted listing by DeletedObjects.1': sound.deleted({
    url: 'https://eu.test/api/data/v4/ServiceCall/deleted?from=1&to=2&dtos=DeletedObjects.1',
    answer: [id],
  }),
  'JSON without a content type': sound.account({ type: undefined }),
  'JSON by another name': sound.account({ type: 'application/vnd.fsm+json' }),
  'echo is open where the body names another id': sound.data('PUT', `ServiceCall/${id}`, {
    send: { id: '00000000000000000000000000000000' },
    answer: records({ ...call, id: '00000000000000000000000000000000' }),
  }),
  'refusal for lack of permission': sound.data('GET', 'ServiceCall', { status: 403, answer: { error: 'forbidden' } }),
  'missing context as 401': {
    ...sound.data('GET', 'ServiceCall', { status: 401, answer: { error: 'context' } }),
    url: 'https://eu.test/api/data/v4/ServiceCall?dtos=ServiceCall.27',
  },
}

describe('lawful answers', () => {
  test.each(Object.entries(lawful))('%s', (_, sketch) => {
    const seen = look(sketch)
    expect(seen.operation).toBeDefined()
    expect(seen.findings.filter(({ side }) => side === 'server')).toEqual([])
  })

  test('a statement is asserted only where it was exercised', () => {
    expect(look(lawful['fields of an older version are not bound'] as Sketch).asserted).not.toContain('A-REC-06')
    expect(look(get(records({ ...call, externalId: null }))).asserted).not.toContain('A-REC-06')
    expect(look(sound.tokenError(400, 'invalid_grant', 'Bad credentials')).asserted).not.toContain('A-TOK-31')
    expect(look(get({ data: [] })).asserted).not.toContain('A-REC-08')
    expect(look(lawful['rate limit'] as Sketch, { side: 'server' }).asserted).toEqual([])
    expect(look(sound.token({ send: 'grant_type=client_credentials' })).asserted).not.toContain('A-TOK-08')
  })
})
