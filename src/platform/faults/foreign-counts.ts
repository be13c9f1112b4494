import { everyTechnician } from '../crowd/technicians.ts'
import { storeAt } from '../data/stores.ts'
import type { Fault } from '../deviation.ts'
import { everyPerson, peopleOf } from '../people/store.ts'
import { scimTurn, telling } from './people-kinds.ts'
import { askedOf, isWell, passing, withJson } from './passing.ts'

/** Lists that show what is of the company, and count what is of others, too. */
export const foreignCountFaults: readonly Fault[] = [
  passing(
    'data-total-of-all-accounts',
    ['A-TOK-15'],
    'A list by a subject tells in totalObjectCount how many records of all accounts have it.',
    async (request, go, { house }) => {
      const answer = await go(request)
      const { by, method, resource, query } = askedOf(request)
      const [, subject] = /^subject = "([^"]*)"$/.exec(query.get('query') ?? '') ?? []
      if (method !== 'GET' || by !== 'list' || !resource || subject === undefined || !isWell(answer)) return answer
      const places = house.world.accounts.flatMap((account) =>
        account.companies.map((company) => ({ account, company })),
      )
      const found = places.flatMap((place) =>
        storeAt(place, house)
          .table(resource)
          .all()
          .filter(({ fields }) => fields['subject'] === subject),
      )
      return withJson(answer, (body) => ({ ...body, totalObjectCount: found.length }))
    },
  ),
  passing(
    'crowd-total-of-all-companies',
    ['B-PRV-02', 'B-CRW-29'],
    'A list of technicians shows those of the company and counts those of all companies.',
    async (request, go, { house }) => {
      const answer = await go(request)
      const { method, path, query } = askedOf(request)
      const isList = method === 'GET' && /\/api\/crowd\/v2\/technicians\/?$/.test(path)
      return isList && !query.has('skillName') && isWell(answer)
        ? withJson(answer, (body) => ({ ...body, totalElements: everyTechnician(house).length }))
        : answer
    },
  ),
  scimTurn(
    'scim-users-of-all-accounts-counted',
    ['B-PRV-02'],
    ['user-list'],
    'A list of SCIM users shows those of the account and counts those of all accounts.',
    (asked, handle) => telling(handle(asked), (list) => ({ ...list, totalResults: everyPerson(asked.house).length })),
  ),
  scimTurn(
    'scim-groups-of-all-accounts-counted',
    ['B-PRV-02'],
    ['group-list'],
    'A list of SCIM groups shows those of the account and counts those of all accounts.',
    (asked, handle) =>
      telling(handle(asked), (list) => ({
        ...list,
        totalResults: asked.house.world.accounts.flatMap((one) => peopleOf(asked.house, one).groups.all()).length,
      })),
  ),
]
