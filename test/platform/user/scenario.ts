import type { Platform } from '../../../src/platform/platform.ts'
import { tokenOf } from '../access/wire.ts'
import { peopleOf } from './wire.ts'

const users = '/user/v1/users'
const group = 301
const south = { company: 'Acme South & Sons' }

/** What the User API answers to calls of every kind: one line each. */
export async function play(platform: Platform): Promise<string[]> {
  const people = peopleOf(platform)
  const told: string[] = []
  const call = async (...[method, path, body, options]: Parameters<typeof people>) => {
    const sent = await people(method, `${users}${path}`, body, options)
    told.push(`${method} ${path} ${sent.status} ${sent.text}`)
    return (sent.json['id'] as number | undefined) ?? 0
  }
  const sent = (n: number, more: object = {}) => ({
    companyGroupId: group,
    email: `one${n}.two@example.com`,
    firstName: `First ${n}`,
    lastName: 'Ærø',
    phone: '12',
    name: `name-${n}`,
    active: true,
    ...more,
  })
  const one = await call('POST', '', sent(1))
  const two = await call('POST', '', sent(2, { firstName: 'A', active: false, companyGroupId: 302 }))
  const unnamed = await call('POST', '', sent(3, { name: undefined }))
  const local = await call('POST', '', sent(4), { query: south })
  await call('POST', '', sent(4))
  await call('POST', '', sent(1))
  await call('POST', '', sent(5, { companyGroupId: undefined }))
  await call('POST', '', sent(6, { email: undefined }))
  await call('POST', '', sent(6, { email: '' }))
  await call('POST', '', sent(7), { query: { company: 'none' } })
  const odd = { id: 99999, created: '2001-01-01T00:00:00Z', lastChanged: '2001-01-01T00:00:00Z' }
  await call('POST', '', sent(8, { ...odd, companies: [{ companyId: 5001, groupId: 303 }] }))
  for (const query of [
    {},
    { Size: '2' },
    { Size: '2', Page: '1' },
    { Size: '2', Page: '2' },
    { Size: '1' },
    { Size: '2', Page: '9' },
    { Offset: '1', Size: '3' },
    { Offset: '1' },
    { email: 'one1.two@example.com' },
    { email: 'ONE1.TWO@example.com' },
    { email: 'one1' },
    { email: 'two@example.com' },
    { name: 'name-1' },
    { name: 'NAME-1' },
    { name: 'name' },
    { email: 'one2.two@example.com', active: 'true' },
    { email: 'one1.two@example.com', active: 'false' },
    { email: 'one1.two@example.com', name: 'name-2' },
    { Sort: 'email desc' },
    { Sort: 'email,desc' },
    { Sort: 'firstName desc' },
    { Sort: 'firstName' },
    { Sort: ['lastName', 'firstName'] },
    { Size: '-1' },
    { account: 'none' },
    { account: undefined },
  ])
    await call('GET', '', undefined, { query })
  told.push(`other path ${(await people('GET', '/users')).status}`)
  await call('GET', '', undefined, { as: 'user' })
  await call('POST', '', sent(9), { as: 'user' })
  await call('GET', '', undefined, { headers: { Authorization: 'Bearer none' } })
  await call('GET', '', undefined, { headers: { 'X-Request-ID': '' } })
  await call('GET', '', undefined, { headers: { 'X-Client-Version': '' } })
  const token = await tokenOf(platform, 'admin')
  await call('GET', '', undefined, { headers: { Authorization: '' }, query: { access_token: token } })
  const calls = {
    user: 'calls',
    company: 'Acme North',
    dtos: 'BusinessPartner.25',
    clientId: 'kit',
    clientVersion: '1',
  }
  const partners = await people('GET', '/data/v4/BusinessPartner', undefined, { as: 'calls-only', query: calls })
  told.push(`partners ${partners.status} ${partners.text}`)
  await call('GET', `/${one}`)
  await call('GET', `/${two}`)
  await call('GET', '/98765')
  await call('GET', '/none')
  const put = async (id: number, body: object, query = {}) => {
    await call('PUT', `/${id}`, body, { query })
    await call('GET', `/${id}`)
  }
  await put(one, { ...sent(1), id: one, phone: undefined })
  await put(one, { ...sent(1), id: one, lastName: undefined })
  await put(one, { ...sent(1), id: one, firstName: '' })
  await put(one, {
    ...sent(1),
    id: one,
    email: 'new@example.com',
    name: undefined,
    lastName: 'N',
    phone: '9',
    active: false,
  })
  await put(one, { ...sent(1), id: one })
  await put(one, { ...sent(1), id: one, email: undefined, active: undefined })
  await put(one, { ...sent(1), id: one, companyGroupId: 302 })
  await put(one, { ...sent(1), id: one, companyGroupId: 303 }, south)
  await put(one, { ...sent(12), id: two })
  await call('GET', `/${two}`)
  await put(one, { ...sent(1), id: undefined })
  await put(one, { ...sent(2), id: one })
  await put(one, { ...sent(1), id: one }, { company: 'none' })
  await call('PUT', `/${one}`, 'null')
  await call('PUT', `/${one}`, { ...sent(1), id: one, phone: '8' }, { headers: { 'Content-Type': 'text/plain' } })
  await call('PUT', '', [{ ...sent(1), id: one }])
  await call('DELETE', `/${one},${two}`)
  await call('DELETE', `/${one}`, undefined, { query: { company: 'none' } })
  await call('DELETE', `/${one}`, undefined, { query: south })
  await call('GET', `/${one}`)
  await call('DELETE', `/${unnamed}`)
  await call('GET', `/${unnamed}`)
  await call('DELETE', `/${unnamed}`)
  await call('PUT', `/${unnamed}`, { ...sent(3), id: unnamed })
  await call('DELETE', `/${local}`)
  await call('GET', '', undefined, { query: { Size: '50' } })
  return told.map((line) => line.replace(/202[56]-\d\d[^"]*Z|\b17\d{11}\b/g, (time) => time.replace(/\d/g, '0')))
}
