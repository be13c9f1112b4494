import type { Platform } from '../../../src/platform/platform.ts'
import { peopleOf } from '../user/wire.ts'

const user = 'urn:ietf:params:scim:schemas:core:2.0:User'
const group = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const patch = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** What the SCIM API answers to calls of every kind: one line each. */
export async function play(platform: Platform): Promise<string[]> {
  const people = peopleOf(platform)
  const told: string[] = []
  const call = async (...[method, path, body, options]: Parameters<typeof people>) => {
    const sent = await people(method, `/scim/v2/${path}`, body, options)
    told.push(`${method} ${path} ${sent.status} ${sent.header('Content-Type')} ${sent.header('Location')} ${sent.text}`)
    return String(sent.json['id'] ?? sent.json['Id'] ?? /(\d+)$/.exec(sent.header('Location') ?? '')?.[1] ?? 0)
  }
  const sent = (n: number, more: object = {}) => ({
    schemas: [user],
    userName: `user-${n}`,
    name: { familyName: `Family ${n}`, givenName: `Given ${n}` },
    emails: [{ value: `mail-${n}@example.com`, primary: true }],
    active: false,
    ...more,
  })
  const one = await call('POST', 'Users', sent(1))
  const two = await call('POST', 'Users', sent(2, { active: true }))
  await call('POST', 'Users', sent(3, { userName: undefined }))
  await call('POST', 'Users', sent(4, { emails: undefined }))
  await call('POST', 'Users', sent(4, { emails: [] }))
  await call('POST', 'Users', sent(1))
  await call('POST', 'Users', sent(5, { emails: [{ value: 'MAIL-1@example.com' }] }))
  await call('POST', 'Users', sent(6, { schemas: undefined }))
  await call('POST', 'Users', sent(7), { headers: { 'Content-Type': 'application/json' } })
  await call('POST', 'Users', 'null')
  await call('GET', 'Users')
  await call('GET', `Users/${one}`)
  await call('GET', 'Users/98765')
  await call('GET', 'Users', undefined, { headers: { Authorization: 'Bearer none' } })
  await call('GET', 'Users', undefined, { headers: { Authorization: '' } })
  await call('GET', 'Users', undefined, { as: 'user' })
  const put = async (path: string, body: object) => {
    await call('PUT', path, body)
    await call('GET', path)
  }
  await put(`Users/${one}`, sent(11, { active: true }))
  await put(`Users/${one}`, sent(13, { emails: [{ value: 'mail-2@example.com', primary: true }] }))
  await put(`Users/${one}`, sent(12, { emails: undefined, name: undefined }))
  await put(`Users/${one}`, sent(13, { userName: undefined }))
  await put(`Users/${one}`, sent(13, { active: undefined }))
  await put(`Users/${one}`, sent(13, { schemas: [group] }))
  const members = (...ids: string[]) => ids.map((value) => ({ value }))
  const made = await call('POST', 'Groups', { schemas: [group], displayName: 'g', members: members(one) })
  const bare = await call('POST', 'Groups', { schemas: [group] })
  await call('POST', 'Groups', { displayName: 'h' })
  await call('GET', 'Groups')
  const operations = async (...Operations: object[]) => {
    await call('PUT', `Groups/${made}`, { schemas: [group], displayName: 'g', members: members(one) })
    await call('PATCH', `Groups/${made}`, { schemas: [patch], Operations })
    await call('GET', 'Groups')
  }
  const three = '20101'
  const path = 'members'
  await operations({ op: 'add', path, value: members(two, three) })
  await operations({ op: 'add', path, value: members(two, three) }, { op: 'remove', path, value: members(one, two) })
  await operations({ op: 'replace', path, value: members(two, three) })
  await operations({ op: 'add', path, value: members(two) }, { op: 'remove', path: `members[value eq "${one}"]` })
  const met = `members[value eq "${one}"]`
  for (const op of ['add', 'replace'])
    await operations({ op: 'add', path, value: members(two) }, { op, path: met, value: members(three) })
  await operations({ op: 'remove', path })
  await operations({ op: 'add', value: { members: members(two) } })
  await operations({ op: 'append', path, value: members(two) })
  await operations({ op: 'add', path, value: members(two) }, { op: 'append', path, value: members(two) })
  await operations({ op: 'replace', path: 'displayName', value: 'other' })
  await call('PATCH', `Groups/${made}`, { schemas: [patch] })
  await call('PATCH', `Groups/${made}`, { Operations: [] })
  await call('PATCH', `Groups/${made}`, { schemas: [patch], Operations: [] }, { as: 'user' })
  await call('PUT', `Groups/${made}`, { schemas: [group], displayName: 'i', members: members(two) })
  await call('PUT', `Groups/${made}`, { schemas: [group], displayName: 'j' })
  await call('DELETE', `Groups/${bare}`)
  await call('GET', 'Groups')
  await call('DELETE', `Users/${one},${two}`)
  await call('DELETE', `Users/${two}`)
  await call('GET', `Users/${two}`)
  await call('GET', 'Users')
  return told.map((line) => line.replace(/202[56]-\d\d[^"]*Z|\b17\d{11}\b/g, '<time>'))
}
