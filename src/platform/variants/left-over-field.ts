import { everyTechnician } from '../crowd/technicians.ts'
import type { Variant } from '../deviation.ts'
import { askedOf, headerIn, isWell, jsonIn, refused } from '../faults/passing.ts'
import { elementsIn } from '../faults/people-kinds.ts'
import { isTreePost } from '../faults/tree-memory.ts'
import { activitiesIn } from '../faults/tree-wire.ts'
import { problem } from '../header-context.ts'
import { perHouse } from '../house.ts'
import { through } from './lawful.ts'
import { isFieldList } from './turned-away.ts'

const emailsOfGone = perHouse(() => new Set<unknown>())

/** Lawful servers of the other interfaces of part B that refuse what no sentence lets in. */
export const leftOverFieldVariants: readonly Variant[] = [
  through(
    'service-null-keys-refused',
    ['B-SVC-09', 'B-SVC-18'],
    'A reference to a business partner with a key that is null is refused with 400.',
    (request, go) => {
      const { businessPartner } = isTreePost(request) ? (jsonIn(request) ?? {}) : {}
      return isFieldList(businessPartner) && Object.values(businessPartner).includes(null)
        ? Promise.resolve(refused(400, 'keys of a reference are texts'))
        : go(request)
    },
  ),
  through(
    'service-one-skill-a-part',
    ['B-SVC-15', 'B-SVC-18'],
    'A service call or activity that requires more than one skill is refused with 400.',
    (request, go) => {
      const tree = isTreePost(request) ? (jsonIn(request) ?? {}) : {}
      return [tree, ...activitiesIn(tree)].some((part) => elementsIn(part['requirements']).length > 1)
        ? Promise.resolve(refused(400, 'a part requires one skill at most'))
        : go(request)
    },
  ),
  through(
    'service-calls-take-a-while',
    ['B-SVC-18', 'B-SVC-22'],
    'A service call of no minutes is refused with 400.',
    (request, go) =>
      isTreePost(request) && jsonIn(request)?.['durationInMinutes'] === 0
        ? Promise.resolve(refused(400, 'durationInMinutes must be positive'))
        : go(request),
  ),
  through(
    'crowd-update-takes-no-ids-of-skills',
    ['B-CRW-05', 'B-CRW-18'],
    'An update with a skill that bears its generated id is refused with 400.',
    (request, go) => {
      const { method, path } = askedOf(request)
      const isMeant = method === 'PUT' && /\/api\/crowd\/v2\/technicians\/external-id\/[^/]+$/.test(path)
      return isMeant && elementsIn(jsonIn(request)?.['skills']).some(({ uuid }) => uuid !== undefined)
        ? Promise.resolve(problem(400, 'Bad Request', 'uuid is generated'))
        : go(request)
    },
  ),
  through(
    'crowd-emails-of-the-deleted-are-kept',
    ['B-CRW-03', 'B-CRW-08'],
    'The e-mail of a deleted technician is nobody else’s: one who is created with it is refused with 400.',
    async (request, go, { house }) => {
      const { method, path } = askedOf(request)
      const [, id] = /\/api\/crowd\/v2\/technicians\/external-id\/([^/]+)$/.exec(path) ?? []
      if (method === 'POST' && path.endsWith('/crowd/v2/technicians'))
        return emailsOfGone(house).has(jsonIn(request)?.['email'])
          ? problem(400, 'Bad Request', 'the e-mail is in use')
          : go(request)
      const known = everyTechnician(house).find(([, { externalId }]) => externalId === id)?.[1]
      const response = await go(request)
      if (method === 'DELETE' && known && isWell(response)) emailsOfGone(house).add(known.fields['email'])
      return response
    },
  ),
  through(
    'report-empty-texts-refused',
    ['B-RPT-03', 'B-RPT-14'],
    'A build with a parameter that is an empty text is refused with 400, in each encoding.',
    (request, go) => {
      const isBuild = /\/api\/reporting\/v1(?:\/build)?(?:\?|$)/.test(request.target)
      const body = isBuild ? request.body.toString('utf8') : ''
      const parameters = isBuild ? jsonIn(request)?.['reportParameters'] : undefined
      const isEmpty = /json/i.test(headerIn(request, 'Content-Type') ?? '')
        ? isFieldList(parameters) && Object.values(parameters).includes('')
        : /reportParameters\.\w+(?:=(?:&|$)|"\r\n(?:Content-Type:[^\r]*\r\n)?\r\n\r\n)/.test(body)
      return isEmpty ? Promise.resolve(problem(400, 'Bad Request', 'a parameter is empty')) : go(request)
    },
  ),
]
