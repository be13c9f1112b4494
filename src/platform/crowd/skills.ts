import type { House } from '../house.ts'
import { empty, json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import { perHouse } from '../house.ts'
import { formParts, type FormPart } from './form-data.ts'
import { isRecord, skillOf } from './record.ts'
import { newId, type CrowdFields, type Skill, type Technician } from './technicians.ts'

const certificates = perHouse(() => new Map<string, { readonly bytes: Buffer; readonly type: string }>())

interface Asked {
  readonly method: string
  /** The id of a skill. */
  readonly id: string | undefined
  readonly body: Buffer
  readonly type: string | undefined
}

const sentIn = (body: Buffer): CrowdFields => {
  try {
    const sent: unknown = JSON.parse(body.toString('utf8'))
    return isRecord(sent) ? sent : {}
  } catch {
    return {}
  }
}

/** Puts a skill in the place of the one of an id, or at the end; undefined if no tag is meant. */
function put(technician: Technician, sent: CrowdFields, house: House, id?: string): Skill | undefined {
  const made = skillOf(sent, technician.externalId, house)
  if (made.tagName === '') return undefined
  const before = technician.skills.find(({ uuid }) => uuid === id)
  // A certificate stays until another one is uploaded.
  const skill = before ? { ...made, uuid: before.uuid, certificate: before['certificate'] } : made
  technician.skills = [...technician.skills.filter(({ uuid }) => uuid !== id), skill]
  return skill
}

const without = (technician: Technician, id: string): void => {
  technician.skills = technician.skills.filter(({ uuid }) => uuid !== id)
}

/** A skill as it was sent, and the file beside it: JSON alone, or a form of file and skill. */
async function formIn(
  body: Buffer,
  type: string | undefined,
): Promise<{ readonly sent: CrowdFields; readonly file?: FormPart }> {
  const parts = await formParts(body, type ?? '')
  if (!parts) return { sent: sentIn(body) }
  const skill = parts.find(({ name }) => name === 'skill')
  const file = parts.find(({ name }) => name === 'file')
  return { sent: skill ? sentIn(skill.bytes) : {}, ...(file ? { file } : {}) }
}

/** Keeps a certificate, and tells of it in the skill. */
function certify(technician: Technician, id: string, { bytes, type, fileName }: Omit<FormPart, 'name'>, house: House) {
  certificates(house).set(`${technician.externalId}/${id}`, { bytes, type: type ?? 'application/octet-stream' })
  const certificate = { id: newId(), externalId: newId(), fileName: fileName ?? 'certificate' }
  technician.skills = technician.skills.map((one) => (one.uuid === id ? { ...one, certificate } : one))
}

/** The skills of a technician, in the form of clients in the field: the documents name these calls and show none (B-CRW-18). */
export async function answerOnSkills(
  technician: Technician,
  { method, id, body, type }: Asked,
  house: House,
): Promise<PlatformResponse> {
  const shown = (skills: readonly Skill[]) => ({ results: skills.map((skill) => house.rules.crowd.skill(skill)) })
  const known = technician.skills.find(({ uuid }) => uuid === id)
  if (id !== undefined && !known) return json(404, { title: 'Not found', detail: 'there is no such skill' })
  if (method === 'GET') return json(200, shown(technician.skills))
  if (method === 'DELETE') {
    without(technician, id ?? '')
    return empty(204)
  }
  const { sent, file } = await formIn(body, type)
  const skill = put(technician, { ...known, ...sent }, house, id)
  if (!skill) return json(400, { title: 'Bad Request', detail: 'a skill needs the tagExternalId of a tag' })
  if (file) certify(technician, skill.uuid, file, house)
  return json(id === undefined ? 201 : 200, shown(technician.skills.filter(({ uuid }) => uuid === skill.uuid)))
}

/** One result for each request: what it did, or why it failed. */
export function runSkillBatch(technician: Technician, body: Buffer, house: House): PlatformResponse {
  const { requests } = sentIn(body)
  if (!Array.isArray(requests)) return json(400, { title: 'Bad Request', detail: 'requests must be a list' })
  const results = (requests as readonly unknown[]).map((one) => {
    const { requestId, operation, skill } = isRecord(one) ? one : {}
    const sent = isRecord(skill) ? skill : {}
    const id = operation === 'CREATE' ? undefined : String(sent['uuid'] ?? sent['id'] ?? '')
    const known = technician.skills.find(({ uuid }) => uuid === id)
    if (id !== undefined && !known) return { requestId, status: 404, error: 'NOT_FOUND', failure: true }
    if (operation === 'DELETE') {
      without(technician, id ?? '')
      return { requestId, status: 204, failure: false }
    }
    const entry = put(technician, { ...known, ...sent }, house, id)
    return entry
      ? { requestId, status: id === undefined ? 201 : 200, entry: house.rules.crowd.skill(entry), failure: false }
      : { requestId, status: 400, error: 'BAD_REQUEST', failure: true }
  })
  return json(200, { results })
}

/** The certificate of a skill: uploaded as bytes, as they are then downloaded. */
export async function answerOnCertificate(
  technician: Technician,
  { method, id, body, type }: Asked,
  house: House,
): Promise<PlatformResponse> {
  if (!technician.skills.some(({ uuid }) => uuid === id))
    return json(404, { title: 'Not found', detail: 'there is no such skill' })
  const key = `${technician.externalId}/${id}`
  const kept = certificates(house).get(key)
  if (method === 'GET')
    return kept
      ? { status: 200, headers: [['Content-Type', kept.type]], body: kept.bytes }
      : json(404, { title: 'Not found', detail: 'the skill has no certificate' })
  const [first] = (await formParts(body, type ?? '')) ?? []
  certify(technician, id ?? '', first ?? { bytes: Buffer.from(body), type, fileName: undefined }, house)
  return empty(204)
}
