import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { objectSent } from '../variants/turned-away.ts'
import { crowdParts } from './crowd-parts.ts'
import { showing } from './edits.ts'
import { firstIn } from './fifth-crew.ts'
import { askedOf, isWell, jsonIn, passing, withJson, type Json } from './passing.ts'

const { crowd } = crowdRules
const { fault } = crowdParts

type Fields = Readonly<Record<string, unknown>>

const crew = '/api/crowd/v2/technicians'
const person = /\/technicians\/external-id\/([^/?]+)$/
const stated = 'PENDING REVIEW APPROVED DECLINED APPROVED_CLOSED DECLINED_CLOSED CANCELLED APPROVAL_NOT_REQUIRED'

const skillsOf = (record: Json): readonly Json[] =>
  Array.isArray(record['skills']) ? (record['skills'] as Json[]) : []

const updatesOf = perHouse(() => new Map<string, number>())
const sentUuids = perHouse(() => new Map<string, string>())
const sentOwners = perHouse(() => new Map<string, unknown>())
const firstOfTag = perHouse(() => new Map<string, string>())

/** The technicians in an answer with their skills changed. */
const withSkills = (body: Json, change: (skill: Json, at: number, owner: Json) => Json): Json => ({
  ...body,
  ...(Array.isArray(body['results'])
    ? {
        results: (body['results'] as Json[]).map((one) =>
          'skills' in one ? { ...one, skills: skillsOf(one).map((skill, at) => change(skill, at, one)) } : one,
        ),
      }
    : {}),
})

const dayBefore = (value: unknown): unknown => {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-01/.test(value)) return value
  return new Date(Date.parse(`${value.slice(0, 10)}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
}

/** Skills whose decision is kept as it was sent. */
const marked = (sent: Fields, isMeant: boolean): Fields =>
  Array.isArray(sent['skills'])
    ? {
        ...sent,
        skills: (sent['skills'] as Json[]).map((skill) =>
          skill['approvalDecision']
            ? { ...skill, approvalDecision: { ...(skill['approvalDecision'] as Json), isMeant } }
            : skill,
        ),
      }
    : sent

/** Quiet breaches of skills that a fifth reader thought up (suites/two-readings). */
export const fifthSkillFaults: readonly Fault[] = [
  passing(
    'crowd-later-skills-keep-a-sent-uuid',
    ['B-CRW-21'],
    'All skills of a technician but the first have the uuid that was sent.',
    async (request, go, { house }) => {
      const [front = '', asked = ''] = request.target.split('/skills/')
      const known = [...sentUuids(house)].find(([, sent]) => sent === asked)?.[0]
      const response = await go(known === undefined ? request : { ...request, target: `${front}/skills/${known}` })
      if (!request.target.includes(crew) || !isWell(response)) return response
      const sent = skillsOf(objectSent(request) as Json)
      const made = skillsOf(firstIn(response))
      if (request.method !== 'GET')
        for (const [at, { uuid }] of sent.entries())
          if (at > 0 && typeof uuid === 'string' && made[at]) sentUuids(house).set(String(made[at]['uuid']), uuid)
      return withJson(response, (body) =>
        withSkills(body, (skill) => ({ ...skill, uuid: sentUuids(house).get(String(skill['uuid'])) ?? skill['uuid'] })),
      )
    },
  ),
  passing(
    'crowd-skill-of-the-first-with-its-tag',
    ['B-CRW-21'],
    'A skill names the technician who had one of its tag first.',
    async (request, go, { house }) => {
      const response = await go(request)
      if (!request.target.includes(crew) || !isWell(response) || !jsonIn(response)) return response
      return withJson(response, (body) =>
        withSkills(body, (skill, _at, owner) => {
          const tag = String(skill['tagExternalId'])
          const first = firstOfTag(house).get(tag) ?? String(owner['externalId'])
          firstOfTag(house).set(tag, first)
          return { ...skill, technicianExternalId: first }
        }),
      )
    },
  ),
  {
    id: 'crowd-cancelled-by-id-with-one-l',
    breaks: ['B-CRW-17', 'B-CRW-14'],
    says: 'A decision comes with its technician; by its id a skill that was CANCELLED is CANCELED.',
    rule: {
      crowd: {
        approval: (sent) => {
          const status = (sent as Json | null | undefined)?.['approvalStatus']
          return typeof status === 'string' && stated.split(' ').includes(status)
            ? { approvalStatus: status, reason: null }
            : crowd.approval(sent)
        },
      },
    },
    wire: showing(
      ({ method, path }) => method === 'GET' && /\/technicians\/[^/]+\/skills\/[^/]+$/.test(path),
      (body) => JSON.parse(JSON.stringify(body).replaceAll('"CANCELLED"', '"CANCELED"')) as unknown,
    ),
  },
  fault('later-skills-with-any-approval', 'B-CRW-17', 'The approval of all skills but the first is kept as sent.', {
    stores: (sent) =>
      Array.isArray(sent['skills'])
        ? {
            ...sent,
            skills: (sent['skills'] as Json[]).map((skill, at) =>
              at > 0 && skill['approvalDecision']
                ? { ...skill, approvalDecision: { ...(skill['approvalDecision'] as Json), isLater: true } }
                : skill,
            ),
          }
        : sent,
    approval: (sent) => {
      const { isLater, approvalStatus } = (sent ?? {}) as Json
      return isLater === true ? { approvalStatus, reason: null } : crowd.approval(sent)
    },
  }),
  fault('updated-skills-with-any-approval', 'B-CRW-17', 'The approval of skills is kept as an update sent it.', {
    stores: (sent, before) => marked(sent, before !== undefined),
    approval: (sent) => {
      const { isMeant, approvalStatus } = (sent ?? {}) as Json
      return isMeant === true ? { approvalStatus, reason: null } : crowd.approval(sent)
    },
  }),
  passing(
    'crowd-skill-keeps-a-sent-owner',
    ['B-CRW-21'],
    'A skill names the technician that it was sent with.',
    async (request, go, { house }) => {
      const response = await go(request)
      if (!request.target.includes(crew) || !isWell(response) || !jsonIn(response)) return response
      const made = skillsOf(firstIn(response))
      if (request.method !== 'GET')
        for (const [at, { technicianExternalId }] of skillsOf(objectSent(request) as Json).entries())
          if (technicianExternalId !== undefined)
            sentOwners(house).set(String(made[at]?.['uuid']), technicianExternalId)
      return withJson(response, (body) =>
        withSkills(body, (skill) => ({
          ...skill,
          technicianExternalId: sentOwners(house).get(String(skill['uuid'])) ?? skill['technicianExternalId'],
        })),
      )
    },
  ),
  passing(
    'crowd-first-of-month-is-the-day-before',
    ['B-CRW-21', 'B-CRW-28'],
    'After an update of its technician a skill that starts or ends on the first of a month does so the day before.',
    async (request, go, { house }) => {
      const response = await go(request)
      const { method, path } = askedOf(request)
      const [, id] = person.exec(path) ?? []
      if (id === undefined || !isWell(response)) return response
      if (method === 'PUT') updatesOf(house).set(id, 1)
      return updatesOf(house).has(id) && method === 'GET'
        ? withJson(response, (body) =>
            withSkills(body, (skill) => ({
              ...skill,
              startedAt: dayBefore(skill['startedAt']),
              expiredAt: dayBefore(skill['expiredAt']),
            })),
          )
        : response
    },
  ),
  fault(
    'certificates-of-one-name',
    'B-CRW-21',
    'Certificates come with their skills; all of a technician have the name of the last.',
    {
      certificate: (sent) => sent ?? null,
      shows: (record) => {
        const list = skillsOf(record as Json)
        const last = list.findLast(({ certificate }) => certificate)?.['certificate'] as Json | undefined
        return {
          ...record,
          skills: list.map((skill) => ({
            ...skill,
            certificate: skill['certificate'] && {
              ...(skill['certificate'] as Json),
              fileName: last?.['fileName'],
            },
          })),
        }
      },
    },
  ),
]
