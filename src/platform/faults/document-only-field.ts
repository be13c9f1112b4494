import type { Fault } from '../deviation.ts'
import { heldWithin } from '../held-within.ts'
import type { PlatformResponse } from '../http/message.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { askedOf, isWell, jsonIn, passing, withJson, type Json } from './passing.ts'
import { elementsIn } from './people-kinds.ts'
import { withSent } from './serving.ts'
import { isTreePost } from './tree-memory.ts'

const { crowd } = crowdRules

const hasName = heldWithin<boolean>()

type Echo = Readonly<Record<string, unknown>>

/** An echo with other values in it. */
const echoing = (answer: PlatformResponse, change: (echo: Echo) => Echo): PlatformResponse => ({
  ...answer,
  body: Buffer.from(JSON.stringify(change(JSON.parse(answer.body.toString('utf8')) as Echo))),
})

const echoFault = (id: string, says: string, change: (echo: Echo) => Echo): Fault => ({
  id,
  breaks: ['B-RPT-02'],
  says,
  rule: { reporting: { built: (answer) => echoing(answer, change) } },
})

const withItsFirstValue = (part: Json): Json =>
  'udfValues' in part ? { ...part, udfValues: elementsIn(part['udfValues']).slice(0, 1) } : part

/** Quiet breaches of technicians, reports and trees that came from a server written by the document alone. */
export const documentOnlyFieldFaults: readonly Fault[] = [
  {
    ...passing(
      'crowd-list-date-lost-beside-the-name-of-a-skill',
      ['B-CRW-07'],
      'In a list by the name of a skill and the day that it expires the day is not looked at.',
      (request, go) => hasName.run(askedOf(request).query.has('skillName'), () => go(request)),
    ),
    rule: {
      crowd: { hasExpiry: (skills, day, now) => hasName.get() === true || crowd.hasExpiry(skills, day, now) },
    },
  },
  echoFault(
    'report-time-zone-is-utc-without-a-language',
    'The time zone of a build that names no language counts as UTC.',
    (echo) => ('reportTimeZone' in echo && !('reportLanguage' in echo) ? { ...echo, reportTimeZone: 'UTC' } : echo),
  ),
  echoFault(
    'report-language-lost-without-a-time-zone',
    'The language of a build that names no time zone is lost.',
    ({ reportLanguage, ...echo }) =>
      reportLanguage === undefined || !('reportTimeZone' in echo) ? echo : { ...echo, reportLanguage },
  ),
  passing(
    'service-activity-keeps-its-first-udf-value',
    ['B-SVC-31', 'B-SVC-23'],
    'Of several values of user-defined fields an activity keeps the first, and a service call all.',
    (request, go) => {
      const sent = isTreePost(request) ? jsonIn(request) : undefined
      const activities = sent?.['activities']
      return go(
        Array.isArray(activities)
          ? withSent(request, { ...sent, activities: (activities as Json[]).map(withItsFirstValue) })
          : request,
      )
    },
  ),
  passing(
    'service-activity-by-itself-shows-one-udf-value',
    ['B-SVC-31', 'B-SVC-06'],
    'An activity that is read by itself shows the first of its values of user-defined fields.',
    async (request, go) => {
      const response = await go(request)
      const isOfActivity = request.method === 'GET' && /\/service-calls\/[^/]+\/activities\//.test(request.target)
      return isOfActivity && isWell(response) ? withJson(response, withItsFirstValue) : response
    },
  ),
]
