import { perHouse } from '../house.ts'
import type { Fault } from '../deviation.ts'
import { objectSent } from '../variants/turned-away.ts'
import { crowdParts } from './crowd-parts.ts'
import { askedOf, isWell, jsonIn, passing, withJson, type Json } from './passing.ts'

const firstDates = perHouse(() => new Map<'dates', Json>())
const firstDay = perHouse(() => new Map<'day', unknown>())
const firstFilter = perHouse(() => new Map<'skillName', string>())
const lastFilter = perHouse(() => new Map<'skillName', string>())

const crew = crowdParts.at
const skillById = /\/technicians\/[^/]+\/skills\/[^/]+$/

/** What crowd technicians keep of an earlier call, and do not ask again. */
export const crowdKeptFaults: readonly Fault[] = [
  passing(
    'crowd-skill-by-id-with-the-first-dates',
    ['B-CRW-21', 'B-CRW-14'],
    'A skill that is read by its id has the dates of the first that was read so.',
    async (request, go, { house }) => {
      const response = await go(request)
      const { method, path } = askedOf(request)
      if (method !== 'GET' || !skillById.test(path) || !isWell(response)) return response
      return withJson(response, (body) => {
        const results = (Array.isArray(body['results']) ? body['results'] : []) as readonly Json[]
        return {
          ...body,
          results: results.map((skill) => {
            const { startedAt, expiredAt } = firstDates(house).get('dates') ?? skill
            firstDates(house).set('dates', { startedAt, expiredAt })
            return { ...skill, startedAt, expiredAt }
          }),
        }
      })
    },
  ),
  passing(
    'crowd-skills-expire-as-the-first',
    ['B-CRW-21', 'B-CRW-28'],
    'Each skill of a new technician expires on the day of the first that was ever sent.',
    (request, go, { house }) => {
      const { method, path } = askedOf(request)
      const { skills } = objectSent(request) as Json
      if (method !== 'POST' || !path.endsWith(crew) || !Array.isArray(skills)) return go(request)
      const changed = (skills as readonly Json[]).map((skill) => {
        const expiredAt = firstDay(house).get('day') ?? skill['expiredAt']
        if (expiredAt !== undefined) firstDay(house).set('day', expiredAt)
        return { ...skill, expiredAt }
      })
      return go(withJson(request, (body) => ({ ...body, skills: changed })))
    },
  ),
  passing(
    'crowd-list-keeps-the-last-filter',
    ['B-CRW-07', 'B-CRW-28'],
    'A list without skillName is filtered by the last that was sent.',
    async (request, go, { house }) => {
      const { method, path, query } = askedOf(request)
      if (method !== 'GET' || !path.endsWith(crew)) return go(request)
      const asked = query.get('skillName')
      const kept = lastFilter(house).get('skillName')
      if (asked === null && kept !== undefined) {
        const mark = request.target.includes('?') ? '&' : '?'
        return go({ ...request, target: `${request.target}${mark}skillName=${encodeURIComponent(kept)}` })
      }
      const response = await go(request)
      if (asked !== null && jsonIn(response)) lastFilter(house).set('skillName', asked)
      return response
    },
  ),
  passing(
    'crowd-list-by-the-first-skill',
    ['B-CRW-07'],
    'A list by a skill is that by the first skill that was ever asked for.',
    (request, go, { house }) => {
      const { method, path, query } = askedOf(request)
      const asked = query.get('skillName')
      if (method !== 'GET' || !path.endsWith(crew) || asked === null) return go(request)
      const first = firstFilter(house).get('skillName') ?? asked
      firstFilter(house).set('skillName', first)
      query.set('skillName', first)
      return go({ ...request, target: `${path}?${String(query).replaceAll('+', '%20')}` })
    },
  ),
]
