import type { Variant } from '../deviation.ts'
import { readArchive } from '../reporting/archive.ts'
import { askedOf, isWell, jsonIn } from '../faults/passing.ts'
import { plain } from '../faults/serving.ts'
import { uuidIn } from '../faults/tree-edits.ts'
import { isTreePost } from '../faults/tree-memory.ts'
import { activitiesIn } from '../faults/tree-wire.ts'
import { isStartOfJob } from '../faults/wish-wire.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import { alone, through } from './lawful.ts'
import { objectSent } from './turned-away.ts'

/** Until when re-optimization does not know of activities. */
const unknownUntil = perHouse(() => new Map<string, number>())

const isEmail = (value: string): boolean =>
  /^[\p{L}0-9.!#$&'*+/=?^_`{|}~-]+@(?:[A-Za-z0-9-]+\.)+[a-z]{2,}$/iu.test(value)

/** Lawful servers of people, trees and jobs, as the forms of real products make them. */
export const roundTwoBFormVariants: readonly Variant[] = [
  alone(
    through(
      'optimization-sees-new-activities-late',
      ['B-OPT-16'],
      'A start that names an activity of the last second is refused with 400: re-optimization has a copy of its own.',
      async (request, go, { house }) => {
        const late = unknownUntil(house)
        if (isStartOfJob(request.target)) {
          const { activityIds } = objectSent(request)
          const isNew = (id: unknown) => (late.get(plain(id)) ?? 0) > house.clock.now()
          if (Array.isArray(activityIds) && activityIds.some(isNew)) {
            // What is wrong with a token or a header is told first.
            const answer = await go({ ...request, body: Buffer.from('{}') })
            return answer.status === 400
              ? json(400, { error: 'UNKNOWN_ACTIVITY', error_description: 'there is no such activity' })
              : answer
          }
        }
        const response = await go(request)
        const tree = isTreePost(request) && isWell(response) ? jsonIn(response) : undefined
        if (tree) for (const { id } of activitiesIn(tree)) late.set(plain(uuidIn(id)), house.clock.now() + 1000)
        return response
      },
    ),
  ),
  through(
    'user-list-filters-are-of-the-form-of-their-fields',
    ['B-USR-06', 'B-USR-35'],
    'An email to filter by that is no e-mail is refused with 422, a name with other signs than a name may have with 400.',
    async (request, go) => {
      const { path, query, method } = askedOf(request)
      if (method !== 'GET' || !/\/users$/.test(path)) return go(request)
      const email = query.get('email') ?? ''
      const isNoName = /[*%]/.test(query.get('name') ?? '')
      const response = email !== '' && !isEmail(email) ? 422 : isNoName ? 400 : undefined
      if (response === undefined) return go(request)
      const answer = await go(request)
      return isWell(answer) ? json(response, { error: 'UA-04', message: 'no such form', values: [] }) : answer
    },
  ),
  through(
    'report-archives-of-known-kinds-only',
    ['B-RPT-14'],
    'An archive with a file that is neither a definition nor translations nor an image is refused with 400.',
    async (request, go) => {
      const { fileContent } = objectSent(request)
      if (askedOf(request).resource !== 'Attachment' || typeof fileContent !== 'string') return go(request)
      const files = await readArchive(Buffer.from(fileContent, 'base64'), true)
      const isOdd = (name: string) => !/\.(?:jrxml|xml|properties|png|jpe?g|gif|svg)$|\/$/i.test(name)
      return typeof files !== 'string' && [...files.keys()].some(isOdd)
        ? json(400, { error: 'CA-09', message: 'a file of a kind that no report archive may hold: {0}', values: [''] })
        : go(request)
    },
  ),
]
