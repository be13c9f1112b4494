import { describe, expect, test } from 'vitest'
import { callerStatements, contractStatements } from '../../src/contract/index.ts'
import { statementOf } from '../../src/verdict/statements.ts'
import {
  activityShown,
  call,
  id,
  look,
  personShown,
  records,
  reportSent,
  scimGroup,
  scimPatch,
  scimUser,
  sound,
  stale,
  tokenBody,
  treeSent,
  treeShown,
  userPage,
  wishSent,
  without,
  type Sketch,
} from './exchanges.ts'

const token = (more: object): Sketch => sound.token({ answer: { ...tokenBody, ...more } })
const scim = {
  access_token: 'abc',
  account: 'acme',
  account_id: 1,
  tenant_id: null,
  companies: [{ permissionGroupId: 'g', name: 'main', description: 'Main' }],
}
const clientGrant = 'grant_type=client_credentials'
const one = (more: object, query = ''): Sketch =>
  sound.data('GET', `ServiceCall/${id}`, { answer: records({ ...call, ...more }), query })
const external = (method: string, more: Partial<Sketch> & { query?: string } = {}) =>
  sound.data(method, 'ServiceCall/externalId/e-1', more)
const lock = (more: object, status = 409): Sketch =>
  sound.data('PATCH', `ServiceCall/${id}`, { status, answer: { ...stale, ...more } })
const refused = (status: number, answer: unknown, headers?: Sketch['headers']): Sketch =>
  sound.data('GET', `ServiceCall/${id}`, { status, answer, ...(headers ? { headers } : {}) })
const header = { 'Content-Disposition': 'attachment; filename=a' }
const contentPath = `api/data/v4/Attachment/${id}/content?dtos=Attachment.19`
const olderPath = `dataCloudInterface/attachmentService?guid=${id}&operation=download`
const rule = (code: string, text: string, values: unknown = [2]): [Sketch, ...Sketch[]] => [
  sound.passwordError(code, text, values),
  sound.passwordError(code, 'Password refused', values),
]

const tree = (more: object): Sketch => sound.tree({ answer: { ...treeShown, ...more } })
const sentTree = (more: object): Sketch => sound.tree({ send: { ...treeSent, ...more } })
const material = { item: { id }, warehouse: { id }, quantity: 1, moved: 0, used: 0 }
const technician = { externalId: 'T1', email: 'a@b', firstName: 'A', lastName: 'B', businessPartner: 'p' }
const inResults = (more: object = {}) => ({ results: [{ ...technician, ...more }] })
const person = { email: 'a@b', firstName: 'A', lastName: 'B', businessPartner: 'p', mobilePhone: '1' }
const page = {
  first: true,
  last: true,
  number: 0,
  numberOfElements: 1,
  results: [{ externalId: 'T1', firstName: 'A', lastName: 'B', lastChanged: 1 }],
  size: 20,
  totalElements: 1,
  totalPages: 1,
}
const skill = {
  uuid: 'u',
  tagExternalId: 't',
  expiredAt: '2027-01-01',
  approvalDecision: { approvalStatus: 'PENDING' },
}
const readTechnician = (more: object): Sketch => sound.crowd('GET', '/external-id/T1', { answer: inResults(more) })
const operation = { id: '1', operation: 'DELETE', address: { id: 'a' } }
const details = { startDateTime: '2026-01-01T08:00:00Z', endDateTime: '2026-01-01T09:00:00Z', responsible: 't' }
const item = { activityId: 'a', technicianId: 't' }
const mixed = { hasErrors: true, results: [{ status: 404, resource: item, error: { title: 'gone' } }] }
const batchAccept = (more: Partial<Sketch>): Sketch => sound.dispatchAction('accept/batch', { items: [item] }, more)
const act = (action: string, send: Record<string, unknown>): [Sketch, ...Sketch[]] => [
  sound.dispatchAction(action, send),
  sound.dispatchAction(action, send, { status: 204 }),
  sound.dispatchAction(action, without(send, 'activityId')),
]

/** Statement -> a sound exchange that it judges, and broken ones. */
const table: Record<string, readonly [Sketch, ...Sketch[]]> = {
  'A-GEN-01': [
    sound.account(),
    sound.account({ type: 'text/html' }),
    sound.account({ answer: 'acme' }),
    sound.data('GET', 'ServiceCall', { answer: '<html>' }),
    sound.data('POST', 'ServiceCall', { send: '<serviceCall/>' }),
  ],
  'A-TOK-01': [
    token({}),
    token({ access_token: 5 }),
    token({ access_token: '' }),
    sound.token({ answer: without(tokenBody, 'access_token') }),
  ],
  'A-TOK-02': [token({ token_type: 'bearer' }), token({ token_type: 'mac' }), token({ token_type: undefined })],
  'A-TOK-03': [token({}), token({ expires_in: '43200' }), token({ expires_in: undefined })],
  'A-TOK-04': [token({ scope: 'general' }), token({ scope: 'all' }), token({ scope: undefined })],
  'A-TOK-05': [token({}), token({ cluster_url: null }), token({ cluster_url: undefined })],
  'A-TOK-06': [token({}), token({ account: 1 })],
  'A-TOK-07': [token({}), token({ account_id: '1' })],
  'A-TOK-08': [
    token({}),
    token({ user: undefined }),
    token({ user_id: '7' }),
    sound.token({ answer: { ...tokenBody, user_email: 1 } }),
  ],
  'A-TOK-09': [
    token({ companies: [] }),
    token({ companies: null }),
    token({ companies: [{ id: '3', name: 'a', description: 'b' }] }),
    token({ companies: [{ id: 3, name: 'a' }] }),
  ],
  'A-TOK-10': [
    sound.token({ send: clientGrant, answer: scim }),
    sound.token({ send: clientGrant, answer: { ...scim, companies: [{ name: 'main', description: 'Main' }] } }),
  ],
  'A-TOK-11': [
    sound.token(),
    sound.token({ headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }),
    sound.token({ headers: { Authorization: 'Basic Zm9v', 'Content-Type': 'application/json' } }),
  ],
  'A-TOK-12': [
    sound.token(),
    sound.token({ send: 'username=a&password=b' }),
    sound.token({ send: 'grant_type=refresh_token' }),
  ],
  'A-TOK-16': [sound.token(), sound.token({ send: 'grant_type=password&username=acme' })],
  'A-TOK-17': [
    sound.token({ send: 'grant_type=authorization_code&code=1&redirect_uri=x' }),
    sound.token({ send: 'grant_type=authorization_code&code=1' }),
  ],
  'A-TOK-18': [
    token({}),
    sound.token({ status: 201 }),
    sound.token({ answer: undefined }),
    sound.token({ answer: [] }),
  ],
  'A-TOK-21': [token({ expires_in: 43199 }), token({ expires_in: 86400 })],
  'A-TOK-23': [
    sound.authorize(),
    sound.authorize({
      url: 'https://auth.test/api/oauth2/v1/authorize?response_type=token&client_id=kit&redirect_uri=x',
    }),
  ],
  'A-TOK-28': [
    sound.token({
      send: 'grant_type=other',
      status: 400,
      answer: { error: 'unsupported_grant_type', error_description: 'no' },
    }),
    sound.token({
      send: 'grant_type=other',
      status: 200,
      answer: { error: 'unsupported_grant_type', error_description: 'no' },
    }),
    sound.token({ send: 'grant_type=other', status: 400, answer: { message: 'no' } }),
    sound.token({ headers: {}, status: 401, answer: undefined }),
  ],
  'A-TOK-30': [
    sound.tokenError(400, 'invalid_grant', 'Bad credentials'),
    sound.token({ status: 400, answer: { error: 'invalid_grant' } }),
    sound.token({ status: 401, answer: { error: 5, error_description: 'x' } }),
    sound.tokenError(200, 'other', 'x'),
  ],
  'A-TOK-31': [
    sound.tokenError(400, 'expired_credentials', 'User credentials have expired'),
    sound.tokenError(401, 'expired_credentials', 'User credentials have expired'),
    sound.tokenError(400, 'expired_credentials', 'old'),
  ],
  'A-TOK-32': [
    sound.tokenError(401, 'invalid_client', 'Client authentication failed'),
    sound.tokenError(400, 'invalid_client', 'Client authentication failed'),
  ],
  'A-TOK-33': [
    sound.tokenError(400, 'invalid_grant', 'Bad credentials'),
    sound.tokenError(401, 'invalid_grant', 'Bad credentials'),
    sound.tokenError(400, 'invalid_grant', 'Wrong password'),
  ],
  'A-TOK-34': [
    sound.tokenError(403, 'saml_redirect', 'SAML redirect is required!', { saml_redirect_url: 'https://idp.test' }),
    sound.tokenError(403, 'saml_redirect', 'SAML redirect is required!'),
    sound.tokenError(400, 'saml_redirect', 'SAML redirect is required!', { saml_redirect_url: 'https://idp.test' }),
  ],
  'A-TOK-35': [
    sound.tokenError(401, 'unauthorized_client', 'Client is not authorized to use this grant type'),
    sound.tokenError(401, 'unauthorized_client', 'Not allowed'),
  ],
  'A-TOK-38': [token({}), token({ refresh_token: 'r' })],
  'A-PWD-01': [sound.password(), sound.password({ send: 'username=a&new_password=b' })],
  'A-PWD-02': [
    sound.password(),
    sound.password({ answer: {} }),
    sound.password({ answer: { expires_in: '1' } }),
    sound.password({ answer: undefined }),
  ],
  'A-PWD-03': [
    sound.passwordError('MC-05', 'Password was already used before', []),
    sound.password({ status: 400, answer: { error: 'MC-05', message: 'Password was already used before' } }),
    sound.password({ status: 400, answer: { error: 'MC-05', values: [] } }),
  ],
  'A-PWD-04': rule('MC-14', "Passwords don't match", []),
  'A-PWD-05': rule('MC-13', 'Password is not valid', []),
  'A-PWD-06': rule('MC-12', 'Password is to fresh to change', []),
  'A-PWD-07': rule('MC-11', 'Password must contain at least [{0}] upper case letter(s)'),
  'A-PWD-08': rule('MC-10', 'Password must contain at least [{0}] special character(s)'),
  'A-PWD-09': rule('MC-09', 'Password must contain at least [{0}] lower case letter(s)'),
  'A-PWD-10': rule('MC-08', 'Password must contain at least [{0}] letter(s)'),
  'A-PWD-11': rule('MC-07', 'Password must contain at least [{0}] digit(s)'),
  'A-PWD-12': rule('MC-06', 'Password must be at least [{0}] character(s) long'),
  'A-PWD-13': rule('MC-05', 'Password was already used before', []),
  'A-PWD-14': [
    sound.passwordError('MC-06', 'Password must be at least [8] character(s) long', []),
    sound.passwordError('MC-06', 'Password must be at least [{0}] character(s) long', []),
  ],
  'A-AUT-01': [
    refused(401, { error: 'invalid_token', error_description: 'x' }),
    refused(403, { error: 'invalid_token', error_description: 'x' }),
    refused(401, { error: 'invalid_token' }),
  ],
  'A-AUT-02': [
    refused(400, { error: 'invalid_request', error_description: 'x' }),
    refused(401, { error: 'invalid_request', error_description: 'x' }),
    refused(400, { error: 'invalid_request' }),
  ],
  'A-AUT-05': [
    refused(401, { error: 'unauthorized', error_description: 'x' }, {}),
    refused(401, { message: 'no' }, {}),
    refused(401, undefined, {}),
  ],
  'A-AUT-10': [
    sound.account(),
    sound.companies({ url: 'https://eu.test/masterCloudInterface/informationService/companies?account=a b' }),
  ],
  'A-AUT-12': [sound.account(), sound.account({ headers: {} })],
  'A-DIR-01': [
    sound.account(),
    sound.account({ answer: { accountName: 'acme', clusterName: 'EU' } }),
    sound.account({ status: 201 }),
    sound.account({ answer: { accountName: 'acme', clusterName: 1, URL: 'x' } }),
  ],
  'A-DIR-02': [sound.account(), sound.account({ url: 'https://directory.test/ds/api/directory/v1/accounts/Müller' })],
  'A-COM-01': [
    sound.companies(),
    sound.companies({ answer: [] }),
    sound.companies({ answer: { companies: [{ name: 'main' }] } }),
    sound.companies({ answer: undefined }),
  ],
  'A-COM-02': [
    sound.companies({ headers: { Authorization: 'Bearer t', Accept: 'application/text' }, answer: 'a\nb' }),
    sound.companies({ headers: { Authorization: 'Bearer t', Accept: 'application/text' } }),
  ],
  'A-COM-03': [
    sound.companies(),
    sound.companies({ headers: { Authorization: 'Bearer t' } }),
    sound.companies({ headers: { Authorization: 'Bearer t', Accept: 'text/html' } }),
  ],
  'A-REC-01': [one({}), one({ id: 5 }), one({ id: 'call-1' }), one({ id: undefined })],
  'A-REC-03': [one({}), one({ lastChanged: '12' }), one({ lastChanged: null }), one({ lastChanged: undefined })],
  'A-REC-05': [one({}), one({ lastChangedBy: 7 })],
  'A-REC-06': [one({}), one({ externalId: { value: 'e' } })],
  'A-REC-08': [
    one({}),
    sound.data('GET', `ServiceCall/${id}`, { answer: call }),
    sound.data('GET', 'ServiceCall', { answer: [call] }),
    sound.data('GET', 'ServiceCall', { answer: { data: { serviceCall: call } } }),
    sound.data('GET', 'ServiceCall', { answer: { data: [{ ServiceCall: call }] } }),
    sound.data('GET', 'ServiceCall', { answer: { data: [{ servicecall: call }] } }),
    sound.data('GET', 'ServiceCall', { answer: { data: [call] } }),
    sound.data('GET', 'ServiceCall', { answer: undefined }),
  ],
  'A-REC-09': [one({}), one({ inactive: 'false' }), one({ chargeableEfforts: 0 })],
  'A-REC-10': [
    one({ endDateTime: '20260102T030405Z' }),
    one({ endDateTime: 5 }),
    one({ endDateTime: '2026-01-02T03:04:05+02:00' }),
    one({ endDateTime: '2026-01-02T03:04:05' }),
  ],
  'A-REC-11': [
    one({}),
    one({ businessPartner: { id } }),
    one({ technicians: [{ id }] }),
    one({ businessPartner: { id } }, '&expand=technicians'),
  ],
  'A-DAT-01': [one({}), one({ id: '00000000000000000000000000000000' })],
  'A-DAT-05': [
    sound.data('PUT', `ServiceCall/${id}`),
    sound.data('PUT', `ServiceCall/${id}`, { status: 200 }),
    sound.data('PUT', `ServiceCall/${id}`, { answer: undefined }),
    sound.data('PUT', `ServiceCall/${id}`, { answer: { data: [] } }),
  ],
  'A-DAT-07': [
    sound.data('PATCH', `ServiceCall/${id}`),
    sound.data('PATCH', `ServiceCall/${id}`, { status: 204, answer: undefined }),
  ],
  'A-DAT-10': [
    sound.data('DELETE', `ServiceCall/${id}`, { query: '&lastChanged=1' }),
    sound.data('DELETE', `ServiceCall/${id}`, { status: 204, query: '&lastChanged=1' }),
  ],
  'A-DAT-11': [
    sound.data('DELETE', `ServiceCall/${id}`, { query: '&lastChanged=1' }),
    sound.data('DELETE', `ServiceCall/${id}`),
    sound.data('DELETE', `ServiceCall/${id}`, { query: '&lastChanged=now' }),
  ],
  'A-DAT-14': [external('GET'), external('GET', { answer: records({ ...call, externalId: 'e-2' }) })],
  'A-DAT-15': [
    external('PUT'),
    external('PUT', { status: 200 }),
    external('PATCH', { status: 200 }),
    external('PATCH', { answer: records({ ...call, externalId: 'other' }) }),
  ],
  'A-DAT-16': [
    external('DELETE', { query: '&forceDelete=true' }),
    external('DELETE', { status: 202, query: '&forceDelete=true' }),
  ],
  'A-DAT-19': [lock({}), lock({ values: undefined }), lock({ message: 5 }), lock({ values: 'none' })],
  'A-DAT-20': [
    lock({ values: ['1700000000000'] }),
    lock({}, 412),
    lock({ message: 'conflict' }),
    lock({ values: [] }),
    lock({ values: [null] }),
  ],
  'A-DAT-31': [
    sound.data('POST', 'ServiceCall', { status: 201 }),
    sound.data('POST', 'ServiceCall', { answer: call }),
    sound.data('POST', 'ServiceCall', { answer: { data: call } }),
  ],
  'A-PAR-01': [
    sound.data('GET', 'ServiceCall'),
    sound.data('GET', 'ServiceCall', { url: 'https://eu.test/api/data/v4/ServiceCall' }),
    sound.data('GET', 'ServiceCall', { url: 'https://eu.test/api/data/v4/ServiceCall?dtos=ServiceCall' }),
  ],
  'A-PAR-05': [
    sound.data('GET', 'ServiceCall', { query: '&page=1&pageSize=2147483647' }),
    sound.data('GET', 'ServiceCall', { query: '&pageSize=2147483648' }),
    sound.data('GET', 'ServiceCall', { query: '&page=x' }),
  ],
  'A-DEL-01': [
    sound.deleted(),
    sound.deleted({ url: 'https://eu.test/api/data/v4/ServiceCall/deleted?from=1&dtos=DeletedObjects.2' }),
  ],
  'A-DEL-02': [
    sound.deleted(),
    sound.deleted({ answer: { deletedIds: [{ id, externalId: null }] } }),
    sound.deleted({ answer: [id] }),
  ],
  'A-ATT-02': [sound.attachment({ fileContent: '' }), sound.attachment({ fileContent: 'QUJD' })],
  'A-ATT-03': [sound.content(contentPath, header), sound.content(contentPath, {})],
  'A-ATT-04': [sound.content(olderPath, header), sound.content(olderPath, {})],
  'A-BAT-01': [
    sound.batch(),
    sound.batch({ headers: { Authorization: 'Bearer t', 'Content-Type': 'application/json' } }),
    sound.batch({ headers: { Authorization: 'Bearer t', 'Content-Type': 'multipart/mixed' } }),
  ],
  'A-QRY-02': [
    sound.query({ status: 201 }),
    sound.query({ answer: [{ sc: { id } }] }),
    sound.query({ answer: { data: { sc: { id } } } }),
    sound.query({ answer: { data: [{ id, subject: 'pump' }] } }),
    sound.query({ answer: { data: [{}] } }),
    sound.query({ answer: { data: [id] } }),
    sound.query({ answer: undefined }),
  ],
  'A-QRY-04': [
    sound.query(),
    sound.query({ url: 'https://eu.test/api/query/v1?account=acme&company=main&clientIdentifier=kit' }),
    sound.query({ url: 'https://eu.test/api/query/v1?account=acme&dtos=ServiceCall.27&clientIdentifier=kit' }),
    sound.query({ url: 'https://eu.test/api/query/v1?account=acme&company=main&dtos=ServiceCall.27' }),
    sound.query({ headers: { Authorization: 'Bearer t', 'Content-Type': 'application/json', 'X-Client-ID': 'kit' } }),
    sound.query({
      headers: {
        Authorization: 'Bearer t',
        'Content-Type': 'text/plain',
        'X-Client-ID': 'kit',
        'X-Client-Version': '1',
      },
    }),
    sound.query({ send: ['select'] }),
  ],
  'B-SCM-01': [
    sound.scim('GET', 'Users'),
    sound.scim('GET', 'Users', undefined, { headers: { Authorization: 'Bearer t', Accept: 'application/scim+json' } }),
    sound.scim('GET', 'Users', undefined, {
      headers: { Authorization: 'Bearer t', Accept: 'text/html', 'Content-Type': 'application/scim+json' },
    }),
    sound.scim('GET', 'Groups', undefined, {
      headers: { Accept: 'application/scim+json', 'Content-Type': 'application/scim+json' },
    }),
  ],
  'B-SCM-04': [
    sound.scim('POST', 'Users', scimUser),
    sound.scim('POST', 'Users', without(scimUser, 'emails')),
    sound.scim('POST', 'Users', { ...scimUser, emails: [] }),
  ],
  'B-SCM-05': [
    sound.scim('PUT', 'Users/7', scimUser),
    sound.scim('PUT', 'Users/7', without(scimUser, 'active')),
    sound.scim('PUT', 'Users/7', without(scimUser, 'userName')),
  ],
  'B-SCM-08': [sound.scim('POST', 'Groups', scimGroup), sound.scim('POST', 'Groups', 'no object')],
  'B-SCM-12': [
    sound.scim('POST', 'Users', scimUser),
    sound.scim('POST', 'Users', { ...scimUser, schemas: ['urn:other'] }),
    sound.scim('PUT', 'Users/7', { ...scimUser, active: 'yes' }),
  ],
  'B-SCM-13': [
    sound.scim('PUT', 'Groups/7', scimGroup),
    sound.scim('PUT', 'Groups/7', without(scimGroup, 'schemas')),
    sound.scim('POST', 'Groups', { ...scimGroup, members: ['7'] }),
  ],
  'B-SCM-14': [
    sound.scim('PATCH', 'Groups/7', scimPatch),
    sound.scim('PATCH', 'Groups/7', without(scimPatch, 'Operations')),
    sound.scim('PATCH', 'Groups/7', { ...scimPatch, Operations: [{ op: 'append', path: 'members' }] }),
    ...[{ value: '7' }, ['7'], [{ id: '7' }]].map((value) =>
      sound.scim('PATCH', 'Groups/7', { ...scimPatch, Operations: [{ op: 'add', path: 'members', value }] }),
    ),
  ],
  'B-USR-01': [
    sound.user('GET', ''),
    sound.user('GET', '', { headers: { Authorization: 'Bearer t', 'X-Client-Version': '1' } }),
    sound.user('GET', '/7', { headers: { Authorization: 'Bearer t', 'X-Request-ID': 'r-1' } }),
  ],
  'B-USR-03': [
    sound.user('GET', '/7'),
    sound.user('GET', '/7', { answer: { ...personShown, id: '7' } }),
    sound.user('GET', '/7', { answer: { ...personShown, active: 'true' } }),
    sound.user('GET', '/7', { answer: { ...personShown, created: 'yesterday' } }),
    sound.user('GET', '', { answer: { ...userPage, content: [{ ...personShown, companies: ['main'] }] } }),
  ],
  'B-USR-05': [
    sound.user('GET', ''),
    sound.user('GET', '', { answer: [personShown] }),
    sound.user('GET', '', { answer: without(userPage, 'firstPage') }),
    sound.user('GET', '', { answer: { ...userPage, totalPages: '1' } }),
    sound.user('GET', '', { answer: { ...userPage, sort: [] } }),
    sound.user('GET', '', { answer: undefined }),
  ],
  'B-USR-06': [
    sound.user('GET', '', { query: '&Page=1&Size=2&active=true' }),
    sound.user('GET', '', { query: '&Page=first' }),
    sound.user('GET', '', { query: '&active=yes' }),
    sound.user('GET', '', { query: '&Sort=name%20sideways' }),
    sound.user('GET', '', { query: '&Sort=name%20(down)' }),
    sound.user('GET', '', { query: '&Sort=email&Sort=name+ascending' }),
    sound.user('GET', '', { url: 'https://eu.test/api/user/v1/users' }),
  ],
  'B-USR-09': [
    sound.user('POST', ''),
    sound.user('POST', '', { answer: undefined }),
    sound.user('POST', '', { send: { email: 'a@b.test' } }),
    sound.user('POST', '', { send: { companyGroupId: 3 } }),
    sound.user('POST', '', { url: 'https://eu.test/api/user/v1/users' }),
  ],
  'B-USR-10': [
    sound.user('GET', '/7'),
    sound.user('GET', '/7', { answer: undefined }),
    sound.user('GET', '/7', { url: 'https://eu.test/api/user/v1/users/7' }),
  ],
  'B-USR-11': [
    sound.user('PUT', '/7'),
    sound.user('PUT', '/7', { send: { companyGroupId: 3 } }),
    sound.user('PUT', '/7', { url: 'https://eu.test/api/user/v1/users/7' }),
  ],
  'B-USR-12': [
    sound.user('DELETE', '/7'),
    sound.user('DELETE', '/7', { status: 202 }),
    sound.user('DELETE', '/7', { url: 'https://eu.test/api/user/v1/users/7' }),
  ],
  'B-USR-26': [
    sound.user('PUT', '/7', { send: { id: 7, phone: null } }),
    sound.user('PUT', '/7', { send: { id: '7' } }),
    sound.user('POST', '', { send: { companyGroupId: '3', email: 'a@b.test' } }),
  ],
  'B-PRV-03': [sound.tree(), sound.tree({ headers: { 'Content-Type': 'application/json' } })],
  'B-OPT-01': [
    sound.reoptimize(),
    ...['request-id', 'client-id', 'client-version', 'account-id', 'account-name', 'company-id', 'company-name'].map(
      (name) =>
        sound.reoptimize({
          headers: Object.fromEntries(
            Object.entries(sound.reoptimize().headers ?? {}).filter(([key]) => key.toLowerCase() !== `x-${name}`),
          ),
        }),
    ),
    sound.reoptimize({
      headers: { ...(sound.reoptimize().headers as Record<string, string>), 'X-Account-Id': 'seven' },
    }),
    sound.reoptimize({
      headers: {
        ...(sound.reoptimize().headers as Record<string, string>),
        'X-Client-ID': 'a kit',
        'X-Client-Id': 'a kit',
      },
    }),
  ],
  'B-OPT-02': [
    sound.reoptimize(),
    sound.reoptimize({ send: { ...wishSent, activityIds: id } }),
    sound.reoptimize({ send: { ...wishSent, start: 'tomorrow' } }),
    sound.reoptimize({ send: { ...wishSent, partitioningStrategy: [] } }),
    sound.reoptimize({ send: without(wishSent, 'end') }),
    sound.reoptimize({ send: { ...wishSent, Skills: ['a'] } }),
    sound.reoptimize({ send: { ...wishSent, partitioningStrategy: { Skills: ['a'] } } }),
  ],
  'B-OPT-04': [
    sound.reoptimize(),
    sound.reoptimize({ status: 200 }),
    sound.reoptimize({ answer: { result: false } }),
    sound.reoptimize({ answer: {} }),
  ],
  'B-OPT-06': [
    sound.reoptimize({ status: 400, answer: { error: 'OPT-1', error_description: 'no' } }),
    sound.reoptimize({ status: 400, answer: { message: 'no' } }),
    sound.reoptimize({ status: 400, answer: { error: 1, error_description: 'no' } }),
    sound.reoptimize({ status: 400, answer: undefined }),
  ],
  'B-RPT-02': [
    sound.report('/build'),
    sound.report('/build', { send: { ...reportSent, reportParameters: 'x' } }),
    sound.report('', { send: { ...reportSent, reportLanguage: 7 } }),
    sound.report('/build', {
      headers: { ...(sound.report('/build').headers as Record<string, string>), 'Content-Type': 'text/plain' },
    }),
  ],
  'B-RPT-05': [
    sound.report('/download'),
    sound.report('/download', { send: {} }),
    sound.report('/download', { send: '["x"]' }),
  ],
  'B-RPT-06': [sound.report('/build'), sound.report('/build', { send: { ...reportSent, reportTemplate: 7 } })],
  'B-RPT-10': [sound.report('/build'), sound.report('/build', { headers: { 'Content-Type': 'application/json' } })],
  'B-SVC-01': [
    sound.tree(),
    ...['X-Account-Name', 'X-Company-Name', 'X-Client-ID', 'X-Client-Version'].map((name) =>
      sound.tree({
        headers: Object.fromEntries(Object.entries(sound.tree().headers ?? {}).filter(([key]) => key !== name)),
      }),
    ),
  ],
  'B-SVC-03': [sound.tree(), sound.tree({ status: 201 }), sound.tree({ answer: undefined })],
  'B-SVC-05': [sound.tree({ path: `/${id}` }), sound.tree({ path: `/${id}`, status: 202 })],
  'B-SVC-06': [
    sound.tree({ path: `/${id}/activities/${id}`, answer: activityShown }),
    sound.tree({ path: `/${id}/activities/${id}`, answer: activityShown, status: 206 }),
  ],
  'B-SVC-07': [
    sentTree({}),
    ...['businessPartner', 'subject', 'priority', 'status'].map((field) => sentTree({ [field]: undefined })),
    sentTree({ activities: [{ remarks: 'none' }] }),
  ],
  'B-SVC-08': [tree({}), tree({ id: { value: 1 } }), tree({ id: undefined }), tree({ code: 5 })],
  'B-SVC-09': [
    tree({}),
    tree({ businessPartner: id }),
    tree({ contact: { id: 5 } }),
    sentTree({ contact: { code: 5 } }),
  ],
  'B-SVC-10': [
    tree({
      address: { city: 'Delft', location: { latitude: 1, longitude: 2 }, source: 'EQUIPMENT', sourceId: { uuid: id } },
    }),
    tree({ address: 'Delft' }),
    tree({ address: { sourceId: id } }),
    tree({ address: { zipCode: 2600 } }),
  ],
  'B-SVC-14': [
    tree({ reservedMaterials: [material] }),
    tree({ reservedMaterials: [{ ...material, quantity: '1' }] }),
    sentTree({ reservedMaterials: [{ ...material, moved: 0.5 }] }),
    ...(['item', 'quantity', 'warehouse'] as const).map((name) =>
      sentTree({ reservedMaterials: [without(material, name)] }),
    ),
    sentTree({ activities: [{ subject: 'a', reservedMaterials: [without(material, 'warehouse')] }] }),
  ],
  'B-SVC-15': [
    tree({ requirements: [{ mandatory: true }], udfValues: [{ value: 'B' }], attachments: [{ id: { uuid: id } }] }),
    tree({ requirements: [{ mandatory: 'true' }] }),
    tree({ udfValues: [{ value: 5 }] }),
    tree({ attachments: [{ id: { uuid: id }, title: 5 }] }),
    sentTree({ requirements: [{ inherited: 1 }] }),
  ],
  'B-SVC-16': [
    tree({ durationInMinutes: 5, dueDateTime: '2031-01-02T03:04:05Z' }),
    tree({ lastChanged: '1' }),
    tree({ dueDateTime: 5 }),
    sentTree({ durationInMinutes: '5' }),
  ],
  'B-SVC-22': [tree({}), tree({ subject: 5 }), tree({ responsibles: id }), sentTree({ remarks: 5 })],
  'B-SVC-23': [
    tree({}),
    tree({ activities: [{ ...activityShown, remarks: 5 }] }),
    sentTree({ activities: [{ subject: 'look', responsibles: {} }] }),
  ],
  'B-CRW-01': [
    sound.crowd('GET', '/external-id/T1', { answer: inResults() }),
    sound.crowd('GET', '/external-id/T1', { answer: inResults(), headers: { 'X-Company-Id': undefined } }),
    sound.crowd('GET', '/external-id/T1', { answer: inResults(), headers: { Accept: 'text/plain' } }),
  ],
  'B-CRW-03': [
    sound.crowd('POST', '', { send: person, status: 201, answer: inResults() }),
    sound.crowd('POST', '', { send: person, status: 200, answer: inResults() }),
    sound.crowd('POST', '', { send: without(person, 'email'), status: 201, answer: inResults() }),
  ],
  'B-CRW-04': [
    sound.crowd('POST', '', { send: person, status: 201, answer: inResults() }),
    sound.crowd('POST', '', { send: person, status: 201, answer: inResults({ externalId: undefined }) }),
  ],
  'B-CRW-05': [
    sound.crowd('PUT', '/external-id/T1', { send: person, status: 201, answer: inResults() }),
    sound.crowd('PUT', '/external-id/T1', { send: person, status: 202, answer: inResults() }),
    sound.crowd('PUT', '/external-id/T1', { send: without(person, 'mobilePhone'), answer: inResults() }),
  ],
  'B-CRW-06': [
    sound.crowd('GET', '/external-id/T1', { answer: inResults() }),
    sound.crowd('GET', '/external-id/T1', { status: 203, answer: inResults() }),
  ],
  'B-CRW-07': [
    sound.crowd('GET', '?Page=1&skllValidityDate=2026-01-01', { answer: page }),
    sound.crowd('GET', '', { answer: without(page, 'totalPages') }),
    sound.crowd('GET', '', { answer: { ...page, first: 'yes' } }),
    sound.crowd('GET', '?skllValidityDate=soon', { answer: page }),
  ],
  'B-CRW-08': [
    sound.crowd('DELETE', '/external-id/T1', { status: 204, type: undefined }),
    sound.crowd('DELETE', '/external-id/T1', { status: 200, answer: {} }),
  ],
  'B-CRW-09': [
    sound.crowd('POST', '/T1/addresses', { send: { city: 'a' }, status: 201, answer: { results: [{ id: '1' }] } }),
    sound.crowd('POST', '/T1/addresses', { send: { city: 'a' }, status: 200, answer: { results: [{ id: '1' }] } }),
  ],
  'B-CRW-10': [
    sound.crowd('GET', '/T1/addresses/1', { answer: { results: [{ id: '1' }] } }),
    sound.crowd('GET', '/T1/addresses/1', { status: 206, answer: { results: [{ id: '1' }] } }),
  ],
  'B-CRW-11': [
    sound.crowd('PUT', '/T1/addresses/1', { send: { city: 'a' }, status: 201 }),
    sound.crowd('PUT', '/T1/addresses/1', { send: { city: 'a' }, status: 204 }),
  ],
  'B-CRW-12': [
    sound.crowd('DELETE', '/T1/addresses/1', { status: 204, type: undefined }),
    sound.crowd('DELETE', '/T1/addresses/1', { status: 200 }),
  ],
  'B-CRW-13': [
    sound.crowd('POST', '/T1/addresses/actions/batch?transactional=true', {
      send: { requests: [operation] },
      status: 201,
    }),
    sound.crowd('POST', '/T1/addresses/actions/batch', { send: { requests: [operation] }, status: 200 }),
    sound.crowd('POST', '/T1/addresses/actions/batch?transactional=yes', {
      send: { requests: [operation] },
      status: 201,
    }),
    sound.crowd('POST', '/T1/addresses/actions/batch', {
      send: { requests: [without(operation, 'operation')] },
      status: 201,
    }),
  ],
  'B-CRW-14': [
    sound.crowd('GET', '/T1/skills/u', { answer: skill }),
    sound.crowd('GET', '/T1/skills/u', { answer: [skill] }),
    sound.crowd('GET', '/T1/skills/u', { answer: { results: skill } }),
  ],
  'B-CRW-16': [
    readTechnician({ serviceArea: { latitude: 1.5, radius: { unit: 'km', value: 2 } } }),
    readTechnician({ serviceArea: { radius: { unit: 'm', value: 2 } } }),
    readTechnician({ serviceArea: { latitude: 'north' } }),
    sound.crowd('POST', '', { send: { ...person, serviceArea: { radius: { unit: 'm', value: 2 } } }, status: 400 }),
  ],
  'B-CRW-17': [
    readTechnician({ skills: [skill] }),
    readTechnician({ skills: [{ ...skill, approvalDecision: { approvalStatus: 'OK' } }] }),
  ],
  'B-CRW-21': [
    readTechnician({ skills: [{ ...skill, certificate: null }] }),
    readTechnician({ skills: [{ ...skill, expiredAt: 'soon' }] }),
    readTechnician({ skills: [{ ...skill, uuid: 7 }] }),
  ],
  'B-CRW-22': [
    readTechnician({ createdAt: '2026-01-01T00:00:00Z', address: null }),
    readTechnician({ createdAt: 7 }),
    readTechnician({ skills: {} }),
    sound.crowd('POST', '', { send: { ...person, skills: {} }, status: 400 }),
  ],
  'B-CRW-23': [
    sound.crowd('GET', '/T1/addresses/1', { answer: { results: [{ id: '1', number: 12, zipCode: '0815' }] } }),
    sound.crowd('GET', '/T1/addresses/1', { answer: { results: [{ id: '1', city: 7 }] } }),
    sound.crowd('POST', '/T1/addresses', { send: { city: 7 }, status: 201, answer: { results: [] } }),
  ],
  'B-CRW-24': [
    sound.crowd('GET', '/external-id/T1', { answer: inResults() }),
    sound.crowd('GET', '/external-id/T1', { answer: technician }),
    sound.crowd('GET', '/external-id/T1', { answer: { results: technician } }),
  ],
  'B-DSP-01': [
    sound.dispatch('GET', '/api/v1/assignment-details', { answer: [] }),
    sound.dispatch('GET', '/api/v1/assignment-details', { answer: [], headers: { 'X-Company-ID': undefined } }),
  ],
  'B-DSP-03': [
    sound.dispatch('GET', '/api/v1/assignment-details?page=1000&partnerDispatchingStatus=NOTIFIED', { answer: [] }),
    sound.dispatch('GET', '/api/v1/assignment-details', { status: 206, answer: [] }),
    sound.dispatch('GET', '/api/v1/assignment-details?page=1001', { answer: [] }),
    sound.dispatch('GET', '/api/v1/assignment-details?partnerDispatchingStatus=CONFIRMED', { answer: [] }),
  ],
  'B-DSP-04': [
    sound.dispatch('PUT', '/api/v1/assignment-details/a', { send: details }),
    sound.dispatch('PUT', '/api/v1/assignment-details/a', { send: details, status: 204 }),
    sound.dispatch('PUT', '/api/v1/assignment-details/a', { send: without(details, 'responsible') }),
  ],
  'B-DSP-06': act('confirm', { activityId: 'a', technicianid: 't' }),
  'B-DSP-07': act('notify', { activityId: 'a' }),
  'B-DSP-08': act('reject', { activityId: 'a', technicianId: 't' }),
  'B-DSP-09': act('accept', { activityId: 'a', technicianid: 't' }),
  'B-DSP-11': [
    batchAccept({ status: 207, answer: mixed }),
    batchAccept({ status: 200, answer: mixed }),
    batchAccept({ status: 207, answer: without(mixed, 'hasErrors') }),
    batchAccept({ status: 207, answer: { ...mixed, results: [{ resource: item, status: '404' }] } }),
    batchAccept({ send: { items: Array.from({ length: 51 }, () => item) } }),
  ],
  'B-DSP-12': act('release', { activityId: 'a' }),
}

test('the table holds every statement that the contract can judge, and no other', () => {
  expect(Object.keys(table).sort()).toEqual(contractStatements('both'))
})

test('each statement that binds callers is broken by a caller somewhere in the table, and kept without a word', () => {
  const silent = callerStatements().filter((statement) => {
    const [kept, ...broken] = table[statement] ?? [sound.account()]
    const caller = (sketch: Sketch) =>
      look(sketch).findings.some((finding) => finding.side === 'client' && finding.statement === statement)
    return caller(kept) || !broken.some(caller)
  })
  expect(silent).toEqual([])
})

describe.each(Object.entries(table))('%s', (statement, [kept, ...broken]) => {
  test('is asserted, without a finding, by a sound exchange', () => {
    const seen = look(kept)
    // A request may be at fault where its refusal is not.
    expect(seen.findings.filter(({ side }) => side === 'server' || statementOf(statement)?.side !== 'server')).toEqual(
      [],
    )
    expect([...seen.asserted, ...seen.asked]).toContain(statement)
  })

  test.each(broken.map((sketch, position) => [position + 1, sketch] as const))(
    'is cited for broken exchange %i',
    (_, sketch) => {
      const seen = look(sketch)
      expect(seen.findings.map((finding) => finding.statement)).toContain(statement)
      expect([...seen.asserted, ...seen.asked]).toContain(statement)
      for (const { expected, actual } of seen.findings)
        expect(
          [expected.length, actual.length].every((length) => length > 0 && length < 260),
          `${expected} / ${actual}`,
        ).toBe(true)
    },
  )
})

test('requests are judged only when asked', () => {
  const seen = look(sound.account({ headers: {} }), { side: 'server' })
  expect(seen.findings).toEqual([])
  expect(contractStatements()).not.toContain('A-AUT-12')
})
