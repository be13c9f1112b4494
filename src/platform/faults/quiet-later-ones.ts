import type { Fault } from '../deviation.ts'
import { everyTechnician } from '../crowd/technicians.ts'
import { userRules } from '../rulebook/user.ts'
import { askedOf, isWell, passing, withJson } from './passing.ts'
import { elementsIn } from './people-kinds.ts'

const { user } = userRules

const skillById = /\/technicians\/(?:external-id\/)?([^/]+)\/skills\/[^/]+$/

/** Breaches that show on a later one of several only: what stands first is right. */
export const quietLaterFaults: readonly Fault[] = [
  {
    id: 'user-full-page-behind-the-first-is-never-last',
    breaks: ['B-USR-07'],
    says: 'lastPage is false on a last page that is full, unless it is the first page as well.',
    rule: {
      user: {
        figures: (facts, first) => ({
          ...user.figures(facts, first),
          lastPage: facts.start + facts.size >= facts.total && (facts.start === 0 || facts.shown < facts.size),
        }),
      },
    },
  },
  passing(
    'crowd-skill-by-id-expires-as-the-first-of-its-technician',
    ['B-CRW-14', 'B-CRW-21'],
    'A skill that is read by its id has the expiredAt of the first skill of its technician.',
    async (request, go, { house }) => {
      const { method, path } = askedOf(request)
      const named = method === 'GET' ? skillById.exec(path)?.[1] : undefined
      const response = await go(request)
      if (named === undefined || !isWell(response)) return response
      const owner = everyTechnician(house).find(([, one]) => one.externalId === decodeURIComponent(named))?.[1]
      const day = owner?.skills[0]?.['expiredAt']
      return withJson(response, (body) => ({
        ...body,
        results: elementsIn(body['results']).map((skill) => ({ ...skill, expiredAt: day ?? skill['expiredAt'] })),
      }))
    },
  ),
]
