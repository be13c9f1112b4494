import { afterAll, beforeAll, expect, it } from 'vitest'
import { zip } from './peer-b/report-archive.ts'
import type { Peer } from './peer.ts'
import { startPeer } from './peer.ts'
import { works } from './world.ts'

let peer: Peer
const tokens: Record<string, string> = {}
const passwords = { alice: 'Alice-secret-01', bob: 'Bob:secret+02', carla: 'Carla secret&03', pete: 'Pete-secret-09' }
beforeAll(async () => {
  peer = await startPeer()
  const basic = `Basic ${Buffer.from('connector:s3cret:with-colon').toString('base64')}`
  for (const [name, password] of Object.entries(passwords)) {
    const body = new URLSearchParams({ grant_type: 'password', username: `globex/${name}`, password })
    const answer = await fetch(`${peer.origin}/api/oauth2/v1/token`, {
      method: 'POST',
      headers: { authorization: basic },
      body,
    })
    tokens[name] = ((await answer.json()) as { access_token: string }).access_token
  }
})
afterAll(() => peer.close())

const common = {
  'x-request-id': 'r1',
  'x-client-id': 'test',
  'x-client-version': '1',
  'x-account-id': '11',
  'x-account-name': 'globex',
  'x-company-id': '71',
  'x-company-name': works,
  accept: 'application/json;charset=UTF-8',
  'content-type': 'application/json',
}
async function go(who: string, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await fetch(peer.origin + path, {
    method,
    headers: { ...common, authorization: `Bearer ${tokens[who] ?? 'none'}`, ...headers },
    ...(body !== undefined && { body: text }),
  })
  const said = await answer.text()
  const json = /json/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(said) : undefined
  return { status: answer.status, text: said, json }
}
const data = (who: string, method: string, path: string, dtos: string, body?: unknown) =>
  go(
    who,
    method,
    `/api/data/v4/${path}?account=globex&company=${encodeURIComponent(works)}&user=${who}&dtos=${dtos}`,
    body,
  )

it('keeps users and groups by SCIM', async () => {
  const scim = (method: string, path: string, body?: unknown, who = 'alice') =>
    go(who, method, `/api/scim/v2/${path}`, body, {
      accept: 'application/scim+json',
      'content-type': 'application/scim+json',
    })
  const [user, group, patch] = [
    ['urn:ietf:params:scim:schemas:core:2.0:User'],
    ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  ]
  const made = await scim('POST', 'Users', { schemas: user, emails: [{ value: 'zoe@x.example', primary: true }] })
  expect(made).toMatchObject({ status: 201, json: { userName: 'zoe@x.example', active: false } })
  const twice = await scim('POST', 'Users', { schemas: user, emails: [{ value: 'ZOE@x.example' }] })
  expect(twice).toMatchObject({ status: 409, json: { status: '409', scimType: 'uniqueness' } })
  const id = made.json.id as string
  expect(await scim('PUT', `Users/${id}`, { schemas: user, userName: 'zoe', active: true })).toMatchObject({
    status: 200,
  })
  const held = (await scim('POST', 'Groups', { schemas: group, displayName: 'G' })).json.id as string
  const operations = async (...Operations: unknown[]) =>
    (await scim('PATCH', `Groups/${held}`, { schemas: patch, Operations })).status
  const members = async () =>
    (await scim('GET', 'Groups')).json.Resources.find((one: { id: string }) => one.id === held).members
  expect(await operations({ op: 'add', path: 'members', value: [{ value: id }, { value: '901' }] })).toBe(204)
  expect(await members()).toHaveLength(2)
  expect(await operations({ op: 'remove', path: 'members[value eq "901"]' }, { op: 'add', value: { nope: 1 } })).toBe(
    400,
  )
  expect(await members()).toHaveLength(2)
  expect(await operations({ op: 'remove', path: 'members', value: [{ value: '901' }] })).toBe(204)
  expect(await members()).toMatchObject([{ value: id }])
  expect((await scim('DELETE', `Users/${id}`)).status).toBe(204)
  expect(await members()).toBeUndefined()
  expect((await scim('GET', `Users/${id}`)).status).toBe(404)
  expect((await scim('GET', 'Users', undefined, 'carla')).status).toBe(401)
})

it('keeps users by the User API', async () => {
  const users = (method: string, rest: string, body?: unknown) => go('alice', method, `/api/user/v1/users${rest}`, body)
  const made = await users('POST', '?account=globex', { companyGroupId: 301, email: 'max@x.example', phone: '1' })
  expect(made).toMatchObject({ status: 201, json: { name: 'max', active: true, phone: '1' } })
  const { id, companies } = made.json as { id: number; companies: unknown[] }
  expect(companies).toHaveLength(2)
  expect((await users('POST', '?account=globex', { companyGroupId: 301, email: 'max@x.example' })).status).toBe(400)
  const sorted = await users('GET', '?account=globex&Sort=name%20desc&Size=3&Page=2')
  expect(sorted.json).toMatchObject({ number: 2, size: 3, numberOfElements: 3, firstPage: false })
  expect((await users('GET', '?account=globex&email=MAX@x.example')).json.content).toHaveLength(1)
  expect((await users('GET', '?account=nobody')).json).toMatchObject({ code: 'UA-01' })
  const changed = await users('PUT', `/${id}?account=globex`, { id, email: 'max@x.example', companyGroupId: 302 })
  expect(changed.json).toMatchObject({ phone: null, active: null, name: 'max', companies: [{ groupId: 302 }, {}] })
  const depot = '&company=Shelbyville%20Depot'
  expect((await users('DELETE', `/${id}?account=globex${depot}`)).json.companies).toHaveLength(1)
  expect((await users('POST', '?account=globex', { companyGroupId: 303, email: 'max@x.example' })).json.id).toBe(id)
  expect((await users('DELETE', `/${id}?account=globex`)).status).toBe(204)
  expect((await users('GET', `/${id}?account=globex`)).status).toBe(404)
  expect((await users('DELETE', `/${id}?account=globex`)).status).toBe(400)
  const many = []
  for (let at = 0; at < 50; at++)
    many.push((await users('POST', '?account=globex', { companyGroupId: 301, email: `u${at}@x.example` })).json.id)
  expect((await users('GET', `/${many.at(-1)}?account=globex`)).json).toMatchObject({ code: 'UA-03' })
  await users('DELETE', `/${many[0]}?account=globex`)
  expect((await users('GET', `/${many.at(-1)}?account=globex`)).status).toBe(200)
})

it('keeps crowd technicians', async () => {
  const crowd = (method: string, rest: string, body?: unknown) =>
    go('bob', method, `/api/crowd/v2/technicians${rest}`, body)
  const person = { businessPartner: 'bp', email: 't@x.example', firstName: 'T', lastName: 'X' }
  const made = await crowd('POST', '', {
    ...person,
    address: { city: 'Ulm', zipCode: 89073 },
    skills: [{ tagExternalId: 'tag', tagName: 'weld', expiredAt: '2030-01-01' }],
  })
  expect(made).toMatchObject({ status: 201, json: { results: [{ address: { zipCode: '89073' } }] } })
  const { externalId, skills } = made.json.results[0] as { externalId: string; skills: { uuid: string }[] }
  expect((await crowd('GET', `/${externalId}/skills/${skills[0]?.uuid ?? ''}`)).json.results).toEqual(skills)
  expect((await crowd('GET', '?skillName=weld&skllValidityDate=2030-01-01')).json.totalElements).toBe(1)
  const address = (await crowd('POST', `/${externalId}/addresses`, { city: 'Bonn' })).json.results[0]
  const requests = [
    { id: 1, operation: 'UPDATE', address: { ...address, city: 'Köln' } },
    { id: 2, operation: 'DELETE', address: { id: 'nowhere' } },
  ]
  const path = `/${externalId}/addresses/actions/batch`
  const city = async () => (await crowd('GET', `/${externalId}/addresses/${address.id}`)).json.results[0].city
  expect((await crowd('POST', `${path}?transactional=true`, { requests })).status).toBe(404)
  expect(await city()).toBe('Bonn')
  expect((await crowd('POST', path, { requests })).status).toBe(201)
  expect(await city()).toBe('Köln')
  const put = await crowd('PUT', `/external-id/${externalId}`, { ...person, mobilePhone: '1' })
  expect(put).toMatchObject({ status: 201, json: { results: [{ mobilePhone: '1', businessPartner: 'bp' }] } })
  expect((await crowd('DELETE', `/external-id/${externalId}`)).status).toBe(204)
  expect((await crowd('GET', `/external-id/${externalId}`)).status).toBe(404)
})

it('builds service calls, dispatches, optimizes', async () => {
  const { id: partner } = (
    await data('bob', 'POST', 'BusinessPartner', 'BusinessPartner.22', { name: 'P', code: 'P1' })
  ).json.data[0].businessPartner as { id: string }
  const place = { city: 'Ulm', object: { objectId: partner, objectType: 'BusinessPartner' } }
  expect((await data('bob', 'POST', 'Address', 'Address.22', place)).status).toBe(200)
  const worker = (await data('bob', 'POST', 'Person', 'Person.24', { lastName: 'W', plannableResource: true })).json
    .data[0].person.id as string
  const service = '/api/service-management/v2/composite-tree/service-calls'
  const tree = { businessPartner: { code: 'P1' }, subject: 'S', priority: 'HIGH', status: 'NEW' }
  const made = await go('bob', 'POST', service, { ...tree, activities: [{ subject: 'A', address: { city: 'Bonn' } }] })
  expect(made).toMatchObject({
    status: 200,
    json: { address: { city: 'Ulm', source: 'BUSINESSPARTNER' }, activities: [{ address: { city: 'Bonn' } }] },
  })
  const call = made.json.id.uuid as string
  const activity = made.json.activities[0].id.uuid as string
  expect((await go('bob', 'GET', `${service}/${call}`)).json).toEqual(made.json)
  expect((await go('bob', 'GET', `${service}/${call}/activities/${activity}`)).json.subject).toBe('A')
  expect((await data('bob', 'GET', `ServiceCall/${call}`, 'ServiceCall.31')).json.data[0].serviceCall).toMatchObject({
    subject: 'S',
    businessPartner: partner,
  })
  expect((await go('bob', 'POST', service, tree)).json.activities).toHaveLength(1)
  expect((await go('bob', 'POST', `${service}?autoCreateActivity=false`, tree)).json.activities).toEqual([])

  const act = (who: string, action: string, technicianid = worker) =>
    go(who, 'POST', `/cloud-partner-dispatch-service/api/partner-dispatch/v1/${action}`, {
      activityId: activity,
      technicianid,
    })
  expect((await act('bob', 'confirm')).status).toBe(404)
  expect((await go('bob', 'POST', '/peer/plan', { activityId: activity, partner: 'acme-crew' })).status).toBe(201)
  expect((await act('pete', 'confirm')).status).toBe(403)
  expect((await act('alice', 'confirm')).status).toBe(401)
  expect([(await act('bob', 'confirm')).status, (await act('bob', 'notify')).status]).toEqual([201, 202])
  const items = [
    { activityId: activity, technicianId: worker },
    { activityId: 'none', technicianId: worker },
  ]
  const dispatch = '/cloud-partner-dispatch-service/api'
  const accepted = await go('pete', 'POST', `${dispatch}/partner-dispatch/v1/accept/batch`, { items })
  expect(accepted).toMatchObject({
    status: 207,
    json: { hasErrors: true, results: [{ status: 201 }, { status: 404 }] },
  })
  const listed = await go('pete', 'GET', `${dispatch}/v1/assignment-details?partnerDispatchingStatus=ACCEPTED`)
  expect(listed.json.assignmentDetails).toMatchObject([{ activityId: activity }])
  const detail = { startDateTime: '2030-01-01T08:00:00Z', endDateTime: '2030-01-01T09:00:00Z', responsible: worker }
  expect((await go('pete', 'PUT', `${dispatch}/v1/assignment-details/${activity}`, detail)).status).toBe(201)
  expect((await act('pete', 'release')).status).toBe(202)
  expect((await go('bob', 'GET', '/peer/events')).json).toHaveLength(3)

  const job = {
    activityIds: [activity],
    optimizationPlugin: 'Nearest',
    start: '2031-01-01T08:00:00Z',
    end: '2031-01-02T08:00:00Z',
  }
  const optimize = (body: unknown) => go('bob', 'POST', '/optimization/api/v1/jobs/actions/re-optimize', body)
  expect((await optimize({ ...job, more: 1 })).status).toBe(400)
  expect(await optimize(job)).toMatchObject({ status: 202, json: { result: true } })
  expect((await optimize(job)).status).toBe(409)
  await expect
    .poll(async () => (await data('bob', 'GET', `Activity/${activity}`, 'Activity.40')).json.data[0].activity)
    .toMatchObject({
      responsibles: [worker],
      startDateTime: '2031-01-01T08:00:00.000Z',
      status: 'OPEN',
      checkedout: false,
    })
})

it('builds and hands out reports', async () => {
  const built = await go('carla', 'POST', '/api/reporting/v1/build', {
    reportTemplate: 'Service Report',
    reportParameters: { checklistInstanceId: 'c' },
  })
  expect(built).toMatchObject({ status: 201, json: { reportTemplate: 'Service Report' } })
  const template = (await data('bob', 'POST', 'ReportTemplate', 'ReportTemplate.18', { name: 'mine' })).json.data[0]
    .reportTemplate.id as string
  const archive = zip({
    'report.jrxml': '<r><parameter name="n" class="java.lang.Integer"/></r>',
    'translations_de_CH.properties': '',
  })
  await data('bob', 'POST', 'Attachment', 'Attachment.17', {
    title: 'a.zip',
    fileContent: archive.toString('base64'),
    object: { objectId: template, objectType: 'ReportTemplate' },
  })
  expect(
    (await data('bob', 'GET', `ReportTemplate/${template}`, 'ReportTemplate.18')).json.data[0].reportTemplate,
  ).toMatchObject({ languages: ['de_CH'], paramatersSchema: { properties: { n: { type: 'integer' } } } })
  const form = `reportTemplate=${template}&reportParameters.n=5`
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await go('carla', 'POST', '/api/reporting/v1', form, type)).json).toMatchObject({
    reportParameters: { n: 5 },
  })
  expect((await go('carla', 'POST', '/api/reporting/v1', form.replace('.n=5', '.n=x'), type)).status).toBe(400)
  const parts = `--b\r\nContent-Disposition: form-data; name="reportTemplate"\r\n\r\n${template}\r\n--b--\r\n`
  const multipart = { 'content-type': 'multipart/form-data; boundary=b' }
  expect((await go('carla', 'POST', '/api/reporting/v1', parts, multipart)).status).toBe(201)
  expect((await go('carla', 'POST', '/api/reporting/v1/download', { reportTemplate: template })).text).toMatch(/^PK/)
})
