import type { Fault } from '../deviation.ts'
import { heldWithin } from '../held-within.ts'
import type { PlatformResponse } from '../http/message.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { askedOf, passing } from './passing.ts'

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

/** Quiet breaches of technicians and reports that came from a server written by the document alone. */
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
]
