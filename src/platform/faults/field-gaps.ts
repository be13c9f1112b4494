import type { Fault } from '../deviation.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { json } from '../http/answers.ts'
import { objectSent } from '../variants/turned-away.ts'
import { askedOf, headerIn, isWell, passing, reshaping, type Asked, type Json } from './passing.ts'
import { treePath } from './tree-wire.ts'

const technicians = '/api/crowd/v2/technicians'
const isCreate = ({ method, path }: Asked): boolean => method === 'POST' && path.endsWith(technicians)
const isRead = ({ method, path }: Asked): boolean => method === 'GET' && path.includes(`${technicians}/external-id/`)

const withSkills = (change: (skills: readonly Json[]) => readonly Json[]) => (body: Json) => ({
  ...body,
  results: (body['results'] as Json[]).map((one) =>
    Array.isArray(one['skills']) ? { ...one, skills: change(one['skills'] as Json[]) } : one,
  ),
})
const eachSkill = (change: (skill: Json) => Json) => withSkills((skills) => skills.map(change))

const skillPath = /\/technicians\/([^/]+)\/skills\/([^/]+)$/

/** The skill as the last caller saw it who had a right to. */
function shownToAll(id: string, says: string, isMeant: (authorization: string) => boolean): Fault {
  const last = new WeakMap<object, Map<string, PlatformResponse>>()
  return passing(id, ['B-CRW-19', 'B-CRW-26'], says, async (request: PlatformRequest, go, { house }) => {
    const response = await go(request)
    const { method, path } = askedOf(request)
    if (method !== 'GET' || !skillPath.test(path)) return response
    const known = last.get(house) ?? new Map<string, PlatformResponse>()
    last.set(house, known)
    if (isWell(response)) known.set(path, response)
    return response.status === 401 && isMeant(headerIn(request, 'Authorization') ?? '')
      ? (known.get(path) ?? json(404, {}))
      : response
  })
}

const lowered = (address: unknown): unknown => {
  const source = (address as Json | null | undefined)?.['source']
  return typeof source === 'string' ? { ...(address as Json), source: source.toLowerCase() } : address
}

/** What a sweep of the wire showed that nothing looked at. */
export const fieldGapFaults: readonly Fault[] = [
  reshaping(
    'crowd-create-tells-another-skill-id',
    ['B-CRW-28'],
    'The skills in the answer to a creation have other ids than those of the record.',
    isCreate,
    eachSkill((skill) => ({
      ...skill,
      uuid: String(skill['uuid']).replace(/^./, (sign) => (sign === '0' ? '1' : '0')),
    })),
  ),
  reshaping(
    'crowd-create-tells-skill-of-nobody',
    ['B-CRW-28'],
    'The skills in the answer to a creation name another technician.',
    isCreate,
    eachSkill((skill) => ({ ...skill, technicianExternalId: `${String(skill['technicianExternalId'])}0` })),
  ),
  reshaping(
    'crowd-create-tells-tag-in-lower-case',
    ['B-CRW-28'],
    'The tags in the answer to a creation are in lower case.',
    isCreate,
    eachSkill((skill) => ({ ...skill, tagExternalId: String(skill['tagExternalId']).toLowerCase() })),
  ),
  reshaping(
    'crowd-last-skill-shown-twice',
    ['B-CRW-28'],
    'The last skill of a technician is shown twice.',
    isRead,
    withSkills((skills) => [...skills, ...skills.slice(-1)]),
  ),
  shownToAll('crowd-skill-to-any-token', 'A skill is shown to any token.', (authorization) =>
    authorization.endsWith('-never-issued'),
  ),
  shownToAll('crowd-skill-without-token', 'A skill is shown without a token.', (authorization) => authorization === ''),
  reshaping(
    'service-call-source-read-in-lower-case',
    ['B-SVC-10'],
    'The source of a call’s address is written in lower case where the tree is read.',
    ({ method, path }) => method === 'GET' && path.includes(treePath),
    (body) => ({ ...body, ...('address' in body ? { address: lowered(body['address']) } : {}) }),
  ),
  reshaping(
    'service-equipment-told-with-the-code-sent',
    ['B-SVC-09'],
    'An equipment in the answer to a creation has the code that was sent beside its id.',
    ({ method, path }) => method === 'POST' && path.endsWith(treePath),
    (body, _, request) => {
      const sent = objectSent(request)['equipments']
      const codes = Array.isArray(sent) ? (sent as Json[]).map(({ code }) => code) : []
      const shown = body['equipments']
      return Array.isArray(shown)
        ? { ...body, equipments: (shown as Json[]).map((one, at) => ({ ...one, code: codes[at] ?? one['code'] })) }
        : body
    },
  ),
  reshaping(
    'crowd-created-at-cut',
    ['B-CRW-22'],
    'A createdAt breaks off behind its seconds.',
    (asked) => isCreate(asked) || isRead(asked),
    (body) => ({
      ...body,
      results: (body['results'] as Json[]).map((one) => ({ ...one, createdAt: String(one['createdAt']).slice(0, 20) })),
    }),
  ),
]
