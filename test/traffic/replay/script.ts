import { batchOf, dispatcher, login } from './connector.ts'

const data = '/api/data/v4'

/** A morning of a connector: each interface that it uses, records that refer to each other, locks, batches, listings, refusals. */
export async function script(origin: string): Promise<void> {
  const me = await login(origin)
  const { call, record } = me
  await call('GET', '/ds/api/directory/v1/accounts/acme')
  await call('GET', '/masterCloudInterface/informationService/companies', undefined, {}, { Accept: 'application/json' })
  const began = Date.now()
  const partner = record(await call('POST', `${data}/BusinessPartner`, { name: 'Müller & Söhne', externalId: 'BP/10 50%' }))
  const first = record(await call('POST', `${data}/ServiceCall`, { subject: 'Leaking valve', externalId: 'K-1', businessPartner: partner.id, startDateTime: '2026-12-01T08:00:00Z' }))
  const second = record(await call('POST', `${data}/ServiceCall`, { id: '0A1B2C3D4E5F60718293A4B5C6D7E8F9', subject: 'Second of the day', externalId: 'K-2', remarks: `see ${first.id.toLowerCase()}` }))
  await call('GET', `${data}/ServiceCall/${first.id}`)
  await call('GET', `${data}/ServiceCall/externalId/${encodeURIComponent('K-2')}`)
  await call('GET', `${data}/BusinessPartner/externalId/${encodeURIComponent('BP/10 50%')}`)
  const patched = record(await call('PATCH', `${data}/ServiceCall/${first.id}`, { id: first.id, lastChanged: first.lastChanged, remarks: 'on the way' }))
  await call('PATCH', `${data}/ServiceCall/${first.id}`, { id: first.id, lastChanged: first.lastChanged, remarks: 'stale' })
  await call('PUT', `${data}/ServiceCall/${second.id}`, { ...second, subject: 'Second, renamed' })
  await call('GET', `${data}/ServiceCall`, undefined, { query: `externalId like "K-%" and lastChanged >= ${first.lastChanged}`, orderBy: 'subject desc' })
  await call('GET', `${data}/ServiceCall`, undefined, { query: `businessPartner = "${partner.id}"`, fields: 'id,externalId,businessPartner', useExternalIds: 'true' })
  await call('GET', `${data}/ServiceCall`)
  await call('GET', `${data}/ServiceCall`, undefined, { pageSize: '1', page: '1' })
  await call('POST', '/api/query/v1', { query: `SELECT sc.id, sc.subject FROM ServiceCall sc WHERE sc.id = "${first.id}" OR sc.externalId = "K-2" ORDER BY sc.subject` }, { dtos: 'ServiceCall.27', clientIdentifier: 'fieldproof-connector' })
  const where = 'account=acme&company=Acme%20North&user=admin'
  const batched = await call('POST', '/api/data/batch/v1/', batchOf([
    { method: 'POST', path: `${data}/ServiceCall?dtos=ServiceCall.27&${where}`, id: 'one', body: { id: '11111111-2222-3333-4444-555555555555', externalId: 'Bätch-1', subject: 'In a batch', businessPartner: partner.id } },
    { method: 'PATCH', path: `${data}/ServiceCall/11111111222233334444555555555555?dtos=ServiceCall.27&forceUpdate=true&${where}`, id: 'two', body: { remarks: `after ${partner.id}` } },
    { method: 'GET', path: `${data}/ServiceCall/externalId/B%C3%A4tch-1?dtos=ServiceCall.27&${where}`, id: 'three' },
    { method: 'GET', path: `${data}/ServiceCall/${first.id}?dtos=ServiceCall.27&${where}`, id: 'four' },
  ]), {}, { 'Content-Type': 'multipart/mixed; boundary=edge' })
  if (batched.status >= 300) throw new Error(`the script's batch was refused: ${batched.text}`)
  await call('POST', '/api/data/batch/v1/', batchOf([
    { method: 'PATCH', path: `${data}/ServiceCall/${second.id}?dtos=ServiceCall.27&forceUpdate=true&${where}`, body: { remarks: 'to be taken back' } },
    { method: 'GET', path: `${data}/ServiceCall/0000000000000000000000000000000F?dtos=ServiceCall.27&${where}` },
  ]), { transactional: 'true' }, { 'Content-Type': 'multipart/mixed; boundary=edge' })
  await call('GET', `${data}/ServiceCall/${second.id}`)
  const attached = record(await call('POST', `${data}/Attachment`, { fileName: 'valve.txt', fileContent: Buffer.from('a leaking valve').toString('base64'), object: { objectId: first.id, objectType: 'SERVICECALL' } }))
  await call('GET', `${data}/Attachment/${attached.id}/content`)
  const other = await login(origin, dispatcher)
  await other.call('GET', `${data}/ServiceCall/${first.id}`, undefined, { user: 'super' })
  await call('DELETE', `${data}/ServiceCall/${first.id}`, undefined, { lastChanged: String(first.lastChanged) })
  await call('DELETE', `${data}/ServiceCall/${first.id}`, undefined, { lastChanged: String(patched.lastChanged) })
  await call('GET', `${data}/ServiceCall/${first.id}`)
  await call('GET', `${data}/ServiceCall/deleted`, undefined, { dtos: 'DeletedObjects.2', from: String(began), to: String(Date.now() + 1) })
  await call('DELETE', `${data}/ServiceCall/externalId/K-2`, undefined, { forceDelete: 'true' })
  await call('GET', `${data}/ServiceCall`, undefined, { query: 'subject = ' })
}
