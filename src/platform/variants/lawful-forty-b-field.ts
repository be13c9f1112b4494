import type { Variant } from '../deviation.ts'
import { askedOf, isWell } from '../faults/passing.ts'
import { plain, withSent } from '../faults/serving.ts'
import { isTreePost } from '../faults/tree-memory.ts'
import { activitiesIn } from '../faults/tree-wire.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import { dispatchRules } from '../rulebook/dispatch.ts'
import { alone, through } from './lawful.ts'
import { movedOn } from './thirteenth-tree.ts'
import { isFieldList, objectSent } from './turned-away.ts'

type Fields = Readonly<Record<string, unknown>>

const digits = /^\d{1,18}$/
const { dispatch } = dispatchRules

/** Numbers as a sequence of the store gives them, in no order here. */
const nextNumber = (): string => String(1_000_000 + Math.floor(Math.random() * 1e12))

/** What of a part is not in steps: a duration in no quarters of an hour, a start on no working day. */
function outOfStep({ durationInMinutes: minutes, earliestStartDateTime: start }: Fields): string | undefined {
  if (typeof minutes === 'number' && minutes % 15 !== 0) return 'durationInMinutes: a multiple of 15'
  const day = typeof start === 'string' ? new Date(start) : undefined
  return day && [0, 6].includes(day.getUTCDay()) ? 'earliestStartDateTime: a working day' : undefined
}

/** The parts of an address as a store keeps them that has six decimal places for a coordinate. */
const inSixPlaces = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, inner: unknown) =>
      /^(?:latitude|longitude)$/.test(name) && typeof inner === 'number' ? Number(inner.toFixed(6)) : inner,
    ),
  ) as unknown

/** Until when templates are compiled. */
const compiling = perHouse(() => new Map<string, number>())

/** Lawful servers of addresses, trees, lists and reports, as the forms and stores of real products make them. */
export const lawfulFortyBFieldVariants: readonly Variant[] = [
  {
    id: 'crowd-address-ids-are-numbers',
    leaves: ['B-CRW-23'],
    says: 'Ids of addresses are numbers in texts; a batch that names an address otherwise is refused with 400.',
    // Its ids have another form.
    excludes: ['crowd-batch-gives-ids-and-tells-nothing'],
    rule: {
      crowd: {
        identified: (sent) => ({ ...sent, id: nextNumber() }),
        namesAddress: (_operation, id) => (typeof id === 'string' && digits.test(id) ? id : undefined),
      },
    },
  },
  {
    id: 'dispatch-list-names-activities-in-links',
    leaves: ['B-DSP-17'],
    says: 'The rows of a list name their activities by a code, and by their id in links alone.',
    excludes: ['dispatch-list-as-csv', 'dispatch-released-as-text', 'dispatch-wrong-state-404-and-texts'],
    rule: {
      dispatch: {
        listed: (results, of, size) => ({
          ...(dispatch.listed([], of, size) as Fields),
          _embedded: {
            assignments: (results as ReadonlyArray<{ activity: Fields; serviceAssignment: Fields }>).map(
              ({ activity: { id, ...activity }, serviceAssignment }, at) => ({
                ...activity,
                ...serviceAssignment,
                code: `A-${at}`,
                _links: { update: { href: `/cloud-partner-dispatch-service/api/v1/assignment-details/${String(id)}` } },
              }),
            ),
          },
        }),
      },
    },
  },
  through(
    'service-durations-in-quarters',
    ['B-SVC-16', 'B-SVC-27'],
    'A tree with a duration that is no multiple of 15 minutes, or with a start on a Saturday or Sunday, is refused with 400.',
    async (request, go) => {
      const sent = isTreePost(request) ? objectSent(request) : undefined
      const why = sent && [sent, ...activitiesIn(sent)].map(outOfStep).find((one) => one !== undefined)
      if (!sent || why === undefined) return go(request)
      // What is wrong with a token or a header is told first.
      const answer = await go(withSent(request, {}))
      return answer.status === 400 ? json(400, { title: 'Bad request', status: 400, detail: why }) : answer
    },
  ),
  through(
    'service-coordinates-of-six-places',
    ['B-SVC-27'],
    'Coordinates of an address in a tree are kept with six decimal places.',
    (request, go) => {
      const sent = isTreePost(request) ? objectSent(request) : {}
      return go('subject' in sent ? withSent(request, inSixPlaces(sent) as Record<string, unknown>) : request)
    },
  ),
  // Every other reading of what a tree shows would meet it.
  alone(
    through(
      'workflow-moves-new-service-calls-on',
      ['B-SVC-19'],
      'As soon as the creation of a tree was answered a workflow of the service gives its call the next status.',
      movedOn({ statusCode: 'READY' }),
    ),
  ),
  alone(
    through(
      'report-templates-compiled-late',
      ['B-RPT-14'],
      'For a second after an archive was attached its definition is compiled, and a build is refused with 409.',
      async (request, go, { house }) => {
        const { method, path, resource } = askedOf(request)
        const response = await go(request)
        const { object, reportTemplate } = objectSent(request)
        if (resource === 'Attachment' && method !== 'GET' && isWell(response) && isFieldList(object))
          compiling(house).set(plain(object['objectId']), house.clock.now() + 1000)
        const isBuild = method === 'POST' && /^\/api\/reporting\/v1(?:\/build)?$/.test(path)
        const template =
          reportTemplate ?? /reportTemplate"?(?:\r\n\r\n|=)([\w-]+)/.exec(request.body.toString('utf8'))?.[1]
        return isBuild && isWell(response) && (compiling(house).get(plain(template)) ?? 0) > house.clock.now()
          ? json(409, { message: 'the template is being compiled' })
          : response
      },
    ),
  ),
]
