import { batchOf, dispatcher, login, type Count } from './connector.ts'

const data = '/api/data/v4'
const where = 'account=acme&company=Acme%20North&user=admin'
const mixed = { 'Content-Type': 'multipart/mixed; boundary=edge' }
const part = (path: string): string => `${data}/${path}${path.includes('?') ? '&' : '?'}dtos=ServiceCall.27&${where}`

/**
 * A morning of a connector: each interface that it uses, records that refer to each other, locks, batches, listings, refusals.
 * Answers where each named step stands in the recording.
 */
export async function script(origin: string): Promise<Readonly<Record<string, number>>> {
  const count: Count = { sent: 0 }
  const steps: Record<string, number> = {}
  const { call, record } = await login(origin, count)
  const step = (name: string, ...given: Parameters<typeof call>): ReturnType<typeof call> => {
    steps[name] = count.sent + 1
    return call(...given)
  }

  await step('directory', 'GET', '/ds/api/directory/v1/accounts/acme')
  await step(
    'companies',
    'GET',
    '/masterCloudInterface/informationService/companies',
    undefined,
    {},
    { Accept: 'application/json' },
  )
  const began = Date.now()
  const partner = record(
    await step('create partner', 'POST', `${data}/BusinessPartner`, {
      name: 'Müller & Söhne',
      externalId: 'BP/10 50%',
    }),
  )
  const first = record(
    await step('create first', 'POST', `${data}/ServiceCall`, {
      subject: 'Leaking valve',
      externalId: 'K-1',
      businessPartner: partner.id,
      startDateTime: '2026-12-01T08:00:00Z',
    }),
  )
  const second = record(
    await step('create second', 'POST', `${data}/ServiceCall`, {
      id: '0A1B2C3D4E5F60718293A4B5C6D7E8F9',
      subject: 'Second of the day',
      externalId: 'K-2',
      remarks: `see ${first.id.toLowerCase()}`,
    }),
  )
  await step('create by put', 'PUT', `${data}/ServiceCall/0A1B2C3D4E5F60718293A4B5C6D7E8FA`, {
    subject: 'A third',
    code: 'T3',
  })
  await step('create by external id', 'PUT', `${data}/ServiceCall/externalId/K-4`, {
    subject: 'A fourth',
    externalId: 'K-4',
  })
  await step('same external id', 'POST', `${data}/ServiceCall`, { subject: 'Twice', externalId: 'K-1' })
  await step('get first', 'GET', `${data}/ServiceCall/${first.id}`)
  await step('get second', 'GET', `${data}/ServiceCall/externalId/K-2`)
  await step('get partner', 'GET', `${data}/BusinessPartner/externalId/${encodeURIComponent('BP/10 50%')}`)
  const patched = record(
    await step('patch first', 'PATCH', `${data}/ServiceCall/${first.id}`, {
      id: first.id,
      lastChanged: first.lastChanged,
      remarks: 'on the way',
      startDateTime: null,
    }),
  )
  await step('stale patch', 'PATCH', `${data}/ServiceCall/${first.id}`, {
    id: first.id,
    lastChanged: first.lastChanged,
    remarks: 'stale',
  })
  await step('stale put', 'PUT', `${data}/ServiceCall/${first.id}`, { ...first, subject: 'stale' })
  await step('put second', 'PUT', `${data}/ServiceCall/${second.id}`, { ...second, subject: 'Second, renamed' })
  await step('sorted list', 'GET', `${data}/ServiceCall`, undefined, {
    query: `externalId like "K-%" AND lastChanged >= ${first.lastChanged}`,
    orderBy: 'subject desc',
  })
  await step('references', 'GET', `${data}/ServiceCall`, undefined, {
    query: `businessPartner = "${partner.id}"`,
    fields: 'id,externalId,businessPartner',
    useExternalIds: 'true',
  })
  await step('whole list', 'GET', `${data}/ServiceCall`)
  await step('one page', 'GET', `${data}/ServiceCall`, undefined, { pageSize: '1', page: '1' })
  await step('malformed query', 'GET', `${data}/ServiceCall`, undefined, { query: 'subject = ' })
  await step('malformed body', 'POST', `${data}/ServiceCall`, '{"subject":')
  await step(
    'select',
    'POST',
    '/api/query/v1',
    {
      query: `SELECT sc.id, sc.subject FROM ServiceCall sc WHERE sc.id = "${first.id}" OR sc.externalId = "K-2" ORDER BY sc.subject`,
    },
    { dtos: 'ServiceCall.27', clientIdentifier: 'fieldproof-connector' },
  )
  await step(
    'batch',
    'POST',
    '/api/data/batch/v1/',
    batchOf([
      {
        method: 'POST',
        path: part('ServiceCall'),
        id: 'one',
        body: {
          id: '11111111-2222-3333-4444-555555555555',
          externalId: 'Bätch-1',
          subject: 'In a batch',
          businessPartner: partner.id,
        },
      },
      {
        method: 'PATCH',
        path: part('ServiceCall/11111111222233334444555555555555?forceUpdate=true'),
        id: 'two',
        body: { remarks: `after ${partner.id}` },
      },
      { method: 'GET', path: part('ServiceCall/externalId/B%C3%A4tch-1'), id: 'three' },
      {
        method: 'PATCH',
        path: part(`ServiceCall/${first.id}`),
        id: 'four',
        body: { lastChanged: patched.lastChanged, remarks: 'in a batch' },
      },
      { method: 'POST', path: part('ServiceCall'), id: 'five', body: { subject: 'Without a name of its own' } },
    ]),
    {},
    mixed,
  )
  await step(
    'failing batch',
    'POST',
    '/api/data/batch/v1/',
    batchOf([
      {
        method: 'PATCH',
        path: part(`ServiceCall/${second.id}?forceUpdate=true`),
        body: { remarks: 'to be taken back' },
      },
      { method: 'PATCH', path: part(`ServiceCall/${second.id}`), body: { lastChanged: 1, remarks: 'stale' } },
      { method: 'GET', path: part(`ServiceCall/${first.id}`) },
    ]),
    { transactional: 'true' },
    mixed,
  )
  await step('after the failure', 'GET', `${data}/ServiceCall/${second.id}`)
  const attached = record(
    await step('attach', 'POST', `${data}/Attachment`, {
      fileName: 'valve.bin',
      fileContent: Buffer.from('a\0valve\r\nthat \xffleaks', 'latin1').toString('base64'),
      object: { objectId: first.id, objectType: 'SERVICECALL' },
    }),
  )
  await step('content', 'GET', `${data}/Attachment/${attached.id}/content`)
  await step('old content', 'GET', '/dataCloudInterface/attachmentService', undefined, {
    guid: attached.id,
    operation: 'download',
  })
  const other = await login(origin, count, dispatcher)
  steps['as another user'] = count.sent + 1
  await other.call('GET', `${data}/ServiceCall/${first.id}`, undefined, { user: 'super' })
  await step('stale delete', 'DELETE', `${data}/ServiceCall/${first.id}`, undefined, {
    lastChanged: String(first.lastChanged),
  })
  await step('delete', 'DELETE', `${data}/ServiceCall/${first.id}`, undefined, { forceDelete: 'true' })
  await step('get deleted', 'GET', `${data}/ServiceCall/${first.id}`)
  await step('deleted listing', 'GET', `${data}/ServiceCall/deleted`, undefined, {
    dtos: 'DeletedObjects.2',
    from: String(began),
    to: String(Date.now() + 1),
  })
  await step('delete by external id', 'DELETE', `${data}/ServiceCall/externalId/K-2`, undefined, {
    forceDelete: 'true',
  })
  return steps
}
