import type { Variant } from '../deviation.ts'
import { headerIn, isWell, jsonIn } from '../faults/passing.ts'
import { perHouse, type House } from '../house.ts'
import { empty } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { People } from '../people/store.ts'
import { ScimRefused, type ScimCall } from '../scim/scim-call.ts'
import { alone } from './lawful.ts'
import { plannedAfter } from './thirteenth-tree.ts'

/** Until when a user that was created is not known everywhere, by id. */
const unknownUntil = perHouse(() => new Map<number, number>())

/** Notes a user of a creation that was taken. */
function noted(house: House, response: PlatformResponse, ms: number): void {
  const id = Number(jsonIn(response)?.['id'] ?? /(\d+)$/.exec(headerIn(response, 'Location') ?? '')?.[1])
  if (isWell(response)) unknownUntil(house).set(id, house.clock.now() + ms)
}

const isUnknown = (house: House, id: number): boolean => (unknownUntil(house).get(id) ?? 0) > house.clock.now()

const membersSent = ({ call }: ScimCall): readonly number[] =>
  [...call.request.body.toString('utf8').matchAll(/"value"\s*:\s*"?(\d+)"?\s*[,}]/g)].map(([, id]) => Number(id))

/** People without those who are not known yet. */
const knownYet = (people: People, house: House): People => ({
  ...people,
  persons: {
    ...people.persons,
    all: () => people.persons.all().filter(({ id }) => !isUnknown(house, id)),
    get: (id) => (isUnknown(house, id) ? undefined : people.persons.get(id)),
  },
})

/** Lawful servers of several services, of which one knows a moment later what another has. */
export const lawfulFortyBLateVariants: readonly Variant[] = [
  alone({
    id: 'scim-groups-know-new-users-late',
    leaves: ['B-SCM-17'],
    says: 'For 600 ms after a user was created a write of a group that names it as a member is refused with 400.',
    seam: {
      people: {
        user: (asked, handle) => {
          const response = handle(asked)
          if (asked.operation === 'post') noted(asked.house, response, 600)
          return response
        },
        scim: (asked, handle) => {
          const { operation, house } = asked
          const isWriteOfGroup = /^group-p/.test(operation)
          if (isWriteOfGroup && membersSent(asked).some((id) => isUnknown(house, id)))
            throw new ScimRefused(400, 'invalidValue', 'a member is not known')
          const response = handle(asked)
          if (operation === 'user-post') noted(house, response, 600)
          return response
        },
      },
    },
  }),
  alone({
    id: 'scim-creations-of-users-are-taken',
    leaves: ['B-SCM-17'],
    says: 'A creation of a user is answered 202 with its Location and no body: the user is there 700 ms later.',
    seam: {
      people: {
        scim: (asked, handle) => {
          const { operation, house, people } = asked
          if (operation !== 'user-post') return handle({ ...asked, people: knownYet(people, house) })
          const response = handle(asked)
          noted(house, response, 700)
          const place = headerIn(response, 'Location')
          return isWell(response) && place !== undefined ? empty(202, [['Location', place]]) : response
        },
      },
    },
  }),
  alone({
    id: 'service-planned-while-a-job-runs',
    leaves: ['B-SVC-19', 'B-OPT-16'],
    says: '60 ms after a tree was created the activities that have no time get one, of a technician or not; jobs take 600 ms.',
    rule: { optimization: { takesMs: () => 600 } },
    seam: { passage: { through: plannedAfter(60, ({ fields }) => typeof fields['startDateTime'] !== 'string') } },
  }),
]
