import { problem } from '../header-context.ts'
import type { House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { Call } from '../interface.ts'
import { asListed, goneOf, type Technician } from './technicians.ts'

/** A page of technicians (B-CRW-07). */
export function listTechnicians(
  { query }: Pick<Call, 'query'>,
  house: House,
  technicians: Map<string, Technician>,
): PlatformResponse {
  const { crowd } = house.rules
  const page = Number(query.get('Page') ?? crowd.pageBase())
  const asked = Number(query.get('Size') ?? crowd.defaultSize())
  if (!Number.isInteger(page) || !Number.isInteger(asked) || page < crowd.pageBase() || asked < 1)
    return problem(400, 'Bad Request', 'Page and Size are whole numbers')
  const size = crowd.sizeOf(asked)
  const [skillName, expiry] = [query.get('skillName'), query.get('skllValidityDate')]
  const gone = goneOf(technicians, house)
  const listed = [
    ...asListed(technicians, house),
    ...(skillName !== undefined && crowd.reachesGone('list') ? gone.values() : []),
  ]
  const found = listed.filter(
    ({ skills, fields }) =>
      crowd.lists(fields) &&
      (skillName === undefined || crowd.hasSkill(skills, skillName, house.clock.now())) &&
      (expiry === undefined || crowd.hasExpiry(skills, expiry, house.clock.now())),
  )
  const start = crowd.start(page - crowd.pageBase(), size, gone.size)
  const rows = crowd
    .ordered(found)
    .slice(start, start + size)
    .map(({ externalId, lastChanged, fields, first }) =>
      crowd.row(
        {
          externalId,
          firstName: fields['firstName'],
          lastChanged: new Date(lastChanged).toISOString(),
          lastName: fields['lastName'],
        },
        first,
      ),
    )
  const all = technicians.size
  return json(
    200,
    crowd.listed({ page: page - crowd.pageBase(), size, total: found.length, all, gone: gone.size, results: rows }),
  )
}
