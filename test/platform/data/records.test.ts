import { beforeEach, describe, expect, test } from 'vitest'
import { createPlatform, type Platform } from '../../../src/platform/platform.ts'
import { dataOf, external, guid, recordOf, versionOf, type Data } from './wire.ts'

let platform: Platform
let data: Data
beforeEach(async () => {
  platform = createPlatform()
  data = await dataOf(platform)
})

const made = async (more: Record<string, unknown> = {}) => {
  const answer = await data('POST', '/ServiceCall', { id: guid(), subject: 'made', ...more })
  expect(answer.status).toBe(201)
  platform.clock.advance(5)
  return recordOf(answer)
}

describe('create', () => {
  test('answers 201 with the record and its address', async () => {
    const answer = await data('POST', '/ServiceCall', { subject: 'new' })
    const { id, subject, chargeableEfforts, lastChangedBy, externalId } = recordOf(answer)
    expect({ subject, chargeableEfforts, lastChangedBy, externalId }).toEqual({
      subject: 'new',
      chargeableEfforts: false,
      lastChangedBy: '20101',
      externalId: null,
    })
    expect(id).toMatch(/^[0-9A-F]{32}$/)
    expect(answer.header('Location')).toBe(`http://platform.test/api/data/v4/ServiceCall/${String(id)}`)
    expect(recordOf(await data('GET', `/ServiceCall/${String(id)}`))).toEqual(recordOf(answer))
  })

  test('is refused for an id in use in any spelling, and changes nothing', async () => {
    const id = guid()
    await made({ id })
    const dashed = id.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    const refused = await data('POST', '/ServiceCall', { id: dashed, subject: 'other' })
    expect(refused.status).toBe(409)
    expect(refused.json['error']).not.toBe('CA-27')
    expect(recordOf(await data('GET', `/ServiceCall/${dashed}`))['subject']).toBe('made')
  })
})

describe('put', () => {
  test('unsets what is not sent, fills what the service fills', async () => {
    const { id, lastChanged } = await made({
      remarks: 'gone',
      priority: 'LOW',
      externalId: 'p-1',
      chargeableEfforts: true,
    })
    const answer = await data('PUT', `/ServiceCall/${String(id)}`, { subject: 'put', priority: 'HIGH', lastChanged })
    expect(answer.status).toBe(201)
    expect(recordOf(answer)).toMatchObject({
      subject: 'put',
      priority: 'HIGH',
      remarks: null,
      externalId: null,
      chargeableEfforts: false,
    })
  })

  test('through a version without externalId leaves the external id alone', async () => {
    const { id, lastChanged } = await made({ externalId: 'p-2' })
    const answer = await data(
      'PUT',
      `/ServiceCall/${String(id)}`,
      { subject: 'old form', lastChanged },
      { query: { dtos: 'ServiceCall.20' } },
    )
    expect(answer.status).toBe(201)
    expect(recordOf(answer)).not.toHaveProperty('externalId')
    expect(recordOf(await data('GET', `/ServiceCall/${external('p-2')}`))).toMatchObject({
      subject: 'old form',
      externalId: 'p-2',
    })
    const byExternalId = await data(
      'PUT',
      `/ServiceCall/${external('p-2')}`,
      { subject: 'again', lastChanged: versionOf(answer) },
      { query: { dtos: 'ServiceCall.20' } },
    )
    expect(byExternalId.status).toBe(201)
  })

  test('by external id keeps that external id', async () => {
    await made({ externalId: 'p-3' })
    const answer = await data(
      'PUT',
      `/ServiceCall/${external('p-3')}`,
      { subject: 'kept' },
      { query: { forceUpdate: 'true' } },
    )
    expect(recordOf(answer)).toMatchObject({ subject: 'kept', externalId: 'p-3' })
  })

  test('on a missing external id never takes over a record by the id in its body', async () => {
    const { id } = await made({ remarks: 'mine' })
    for (const method of ['PUT', 'PATCH']) {
      const answer = await data(method, `/ServiceCall/${external('p-4')}`, { id, subject: 'taken over' })
      expect(answer.status).toBe(409)
    }
    expect(recordOf(await data('GET', `/ServiceCall/${String(id)}`))).toMatchObject({
      subject: 'made',
      remarks: 'mine',
    })
    expect((await data('GET', `/ServiceCall/${external('p-4')}`)).status).toBe(404)
  })

  test('on a missing id needs the id to be a GUID', async () => {
    expect((await data('PUT', '/ServiceCall/nonsense', { subject: 'x' })).status).toBe(400)
  })
})

describe('patch', () => {
  test('touches only what is sent, and null removes', async () => {
    const { id, lastChanged } = await made({ remarks: 'gone', priority: 'LOW' })
    const answer = await data('PATCH', `/ServiceCall/${String(id)}`, { remarks: null, lastChanged })
    expect(recordOf(answer)).toMatchObject({ subject: 'made', priority: 'LOW', remarks: null })
  })

  test('cannot remove a required field', async () => {
    const { id, lastChanged } = await made()
    expect((await data('PATCH', `/ServiceCall/${String(id)}`, { subject: null, lastChanged })).status).toBe(400)
    expect(recordOf(await data('GET', `/ServiceCall/${String(id)}`))).toMatchObject({ subject: 'made', lastChanged })
  })

  test('moves and frees an external id', async () => {
    const { id } = await made({ externalId: 'm-1' })
    const force = { query: { forceUpdate: 'true' } }
    await data('PATCH', `/ServiceCall/${String(id)}`, { externalId: 'm-2' }, force)
    expect((await data('GET', `/ServiceCall/${external('m-1')}`)).status).toBe(404)
    expect(recordOf(await data('GET', `/ServiceCall/${external('m-2')}`))['id']).toBe(id)
    await data('PATCH', `/ServiceCall/${String(id)}`, { externalId: null }, force)
    expect((await data('GET', `/ServiceCall/${external('m-2')}`)).status).toBe(404)
    await made({ externalId: 'm-1' })
    await made({ externalId: 'm-2' })
  })
})

describe('delete', () => {
  test('frees id and external id', async () => {
    const { id, lastChanged } = await made({ externalId: 'd-1' })
    expect(
      (
        await data('DELETE', `/ServiceCall/${external('d-1')}`, undefined, {
          query: { lastChanged: String(lastChanged) },
        })
      ).status,
    ).toBe(200)
    expect((await data('GET', `/ServiceCall/${String(id)}`)).status).toBe(404)
    await made({ id, externalId: 'd-1' })
  })

  test('does not take a lastChanged that is no number', async () => {
    const { id } = await made()
    for (const lastChanged of ['', 'now', '1e3', '0x10']) {
      expect((await data('DELETE', `/ServiceCall/${String(id)}`, undefined, { query: { lastChanged } })).status).toBe(
        400,
      )
    }
    expect((await data('GET', `/ServiceCall/${String(id)}`)).status).toBe(200)
  })
})

test('an attachment is created, shown without its content and deleted; it cannot be updated', async () => {
  const body = {
    id: guid(),
    fileName: 'a.txt',
    fileContent: 'YQ==',
    object: { objectId: 'F1E1D0000000000000000000000000F1', objectType: 'SERVICECALL' },
  }
  const created = await data('POST', '/Attachment', body)
  expect(created.status).toBe(201)
  expect(recordOf(created)['fileContent'] ?? null).toBeNull()
  for (const method of ['PUT', 'PATCH']) {
    const refused = await data(
      method,
      `/Attachment/${body.id}`,
      { ...body, fileContent: 'Yg==' },
      { query: { forceUpdate: 'true' } },
    )
    expect(refused.status).toBe(400)
  }
  expect((await data('DELETE', `/Attachment/${body.id}`, undefined, { query: { forceDelete: 'true' } })).status).toBe(
    200,
  )
  const dangling = await data('POST', '/Attachment', {
    ...body,
    object: { objectId: guid(), objectType: 'SERVICECALL' },
  })
  expect(dangling.status).toBe(400)
})

test('bodies that no client should send are refused, and are no 500', async () => {
  const bodies = [
    '',
    'null',
    '[]',
    '1',
    '"text"',
    '{',
    '{"subject":}',
    '{"constructor":1,"toString":2,"subject":3}',
    '{"subject":{"a":1}}',
    '{"id":"short","subject":"x"}',
    '{"subject":"x","technicians":"one"}',
    '{"subject":"x","technicians":[1]}',
    '{"subject":"x","udfValues":[{"constructor":1}]}',
    '{"subject":"x","businessPartner":{}}',
    '{"subject":"x","externalId":7}',
  ]
  for (const raw of bodies)
    expect([raw, (await data('POST', '/ServiceCall', undefined, { raw })).status]).toEqual([raw, 400])
})

test('fields named like those that every object has are unknown fields', async () => {
  const raw = '{"subject":"x","constructor":1,"toString":{},"__proto__":{"remarks":"y"},"hasOwnProperty":null}'
  const answer = await data('POST', '/ServiceCall', undefined, { raw })
  expect([answer.status, recordOf(answer)['remarks']]).toEqual([201, null])
})

test('companies and accounts have records of their own', async () => {
  const { id } = await made({ externalId: 'own' })
  const elsewhere = { query: { company: 'Acme South & Sons' } }
  expect((await data('GET', `/ServiceCall/${String(id)}`, undefined, elsewhere)).status).toBe(404)
  expect(
    (await data('POST', '/ServiceCall', { id, subject: 'other company', externalId: 'own' }, elsewhere)).status,
  ).toBe(201)
  expect(recordOf(await data('GET', `/ServiceCall/${String(id)}`))['subject']).toBe('made')
})

test('two platforms share nothing', async () => {
  const { id } = await made()
  const other = await dataOf(createPlatform())
  expect((await other('GET', `/ServiceCall/${String(id)}`)).status).toBe(404)
})

test('a user without permission is refused with a Data API error body', async () => {
  const nobody = await dataOf(platform, 'calls-only')
  const answer = await nobody('POST', '/BusinessPartner', { name: 'x' })
  expect([
    answer.status,
    typeof answer.json['error'],
    typeof answer.json['message'],
    Array.isArray(answer.json['values']),
  ]).toEqual([403, 'string', 'string', true])
})

test('a list without paging holds at most 20 records', async () => {
  for (let count = 0; count < 25; count += 1) await made()
  const { json } = await data('GET', '/ServiceCall')
  expect((json['data'] as unknown[]).length).toBe(20)
})

test('a reference may be an external id that looks like an id', async () => {
  const key = guid()
  const partner = recordOf(await data('POST', '/BusinessPartner', { name: 'By key', externalId: key }))
  await made({ externalId: 'r-1' })
  const answer = await data(
    'PATCH',
    `/ServiceCall/${external('r-1')}`,
    { businessPartner: key },
    { query: { forceUpdate: 'true' } },
  )
  expect([answer.status, recordOf(answer)['businessPartner']]).toEqual([201, partner['id']])
})
