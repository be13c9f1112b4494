import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { headerIn, objectSent } from '../variants/turned-away.ts'
import { crowdParts } from './crowd-parts.ts'
import { showing } from './edits.ts'
import { firstIn } from './fifth-crew.ts'
import { askedOf, isWell, jsonIn, passing, withJson, withQuery, type Json } from './passing.ts'

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
const firstOfTag = perHouse(() => new Map<string, string>())
const filters = perHouse(() => new Map<string, string>())
const frozen = perHouse(() => new Map<string, unknown>())

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

const skills: readonly Fault[] = [
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

const isList = ({ method, target }: { readonly method: string; readonly target: string }): boolean =>
  method === 'GET' && askedOf({ method, target }).path.endsWith(crew)

const lists: readonly Fault[] = [
  passing(
    'crowd-list-in-latin-1',
    ['B-CRW-01', 'B-CRW-28'],
    'A list is written in Latin-1 where its names have no other letters.',
    async (request, go) => {
      const response = await go(request)
      if (!isList(request) || !isWell(response)) return response
      const body = withJson(response, (all) => ({
        ...all,
        results: (all['results'] as Json[]).map((row) => row),
      })).body.toString('utf8')
      // Row by row: others keep their UTF-8.
      const pieces = body.split(/(?=\{"externalId")/)
      return {
        ...response,
        body: Buffer.concat(
          pieces.map((piece) => Buffer.from(piece, /[^\u0000-\u00ff]/.test(piece) ? 'utf8' : 'latin1')),
        ),
        headers: response.headers.filter(([name]) => !/^content-length$/i.test(name)),
      }
    },
  ),
  fault('total-pages-beyond-a-full-one', 'B-CRW-29', 'Where the last page is full, there is said to be one more.', {
    listed: (figures) => {
      const totalPages = Math.floor(figures.total / figures.size) + 1
      return { ...(crowd.listed(figures) as Fields), totalPages, last: figures.page === totalPages - 1 }
    },
  }),
  fault('figures-elements-of-a-later-page', 'B-CRW-29', 'numberOfElements is the size, or the total if less.', {
    listed: (figures) => ({
      ...(crowd.listed(figures) as Fields),
      numberOfElements: figures.page === 0 ? figures.results.length : Math.min(figures.size, figures.total),
    }),
  }),
  passing(
    'crowd-list-filter-sticks',
    ['B-CRW-07'],
    'The skillName of a list holds for the next list with a page, too.',
    (request, go, { house }) => {
      if (!isList(request)) return go(request)
      const { query } = askedOf(request)
      const key = headerIn(request, 'Authorization') ?? ''
      const [own, before] = [query.get('skillName'), filters(house).get(key)]
      filters(house).delete(key)
      if (own !== null) filters(house).set(key, own)
      return go(
        own === null && before !== undefined && query.has('Page') ? withQuery(request, { skillName: before }) : request,
      )
    },
  ),
  passing(
    'crowd-list-names-of-the-first-update',
    ['B-CRW-28'],
    'A list shows the last name of the first update for ever.',
    async (request, go, { house }) => {
      const response = await go(request)
      const { method, path } = askedOf(request)
      const [, id] = person.exec(path) ?? []
      if (method === 'PUT' && id !== undefined && isWell(response) && !frozen(house).has(id))
        frozen(house).set(id, firstIn(response)['lastName'])
      if (!isList(request) || !isWell(response)) return response
      return withJson(response, (body) => ({
        ...body,
        results: (body['results'] as Json[]).map((row) => ({
          ...row,
          lastName: frozen(house).get(String(row['externalId'])) ?? row['lastName'],
        })),
      }))
    },
  ),
  fault('list-pages-skip-for-the-deleted', 'B-CRW-07', 'Later pages skip one technician for each that was deleted.', {
    start: (page, size, gone) => page * size + (page > 0 ? gone : 0),
  }),
]

/** Quiet breaches of skills and lists of technicians that a fifth reader thought up (suites/two-readings). */
export const fifthSkillFaults: readonly Fault[] = [...skills, ...lists]
