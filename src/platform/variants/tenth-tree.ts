import type { Variant } from '../deviation.ts'
import { nowServed, serving } from '../faults/serving.ts'
import { bearerIn } from '../faults/token-calls.ts'
import { perHouse } from '../house.ts'
import { empty } from '../http/answers.ts'
import { findToken } from '../token/store.ts'
import { reportingRules } from '../rulebook/reporting.ts'
import { lawful, through } from './lawful.ts'
import { isFieldList } from './turned-away.ts'

type Fields = Readonly<Record<string, unknown>>

/** Until when a login's build takes, in milliseconds since the epoch. */
const buildingUntil = perHouse(() => new Map<string, number>())

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const momentIn = (value: unknown): number | undefined => {
  const moment = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(moment) ? undefined : moment
}

/** The field of a service call or an activity that is out of bounds. */
function outOfBounds(part: Fields, now: number): string | undefined {
  const [start, due] = [momentIn(part['earliestStartDateTime']), momentIn(part['dueDateTime'])]
  const { durationInMinutes: minutes, subject, externalId } = part
  if (start !== undefined && (start < now - dayMs || start > now + 366 * dayMs)) return 'earliestStartDateTime'
  if (start !== undefined && due !== undefined && due < start) return 'dueDateTime'
  if (typeof minutes === 'number' && (minutes < 1 || minutes > 1440)) return 'durationInMinutes'
  if (typeof subject === 'string' && subject.length > 100) return 'subject'
  if (typeof externalId === 'string' && !/^[\w.-]{0,36}$/.test(externalId)) return 'externalId'
  return undefined
}

const activitiesIn = (call: Fields): readonly Fields[] =>
  Array.isArray(call['activities']) ? (call['activities'] as unknown[]).filter(isFieldList) : []

const unsaid = (value: unknown): boolean => value === undefined || value === null

/** What a call is understood to have sent of what its activities have. */
function ofActivities(call: Fields): Fields {
  const activities = activitiesIn(call)
  const more: Record<string, unknown> = {}
  if (unsaid(call['responsibles'])) {
    const all = activities.flatMap(({ responsibles }) =>
      Array.isArray(responsibles) ? (responsibles as unknown[]) : [],
    )
    const unlike = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
    if (unlike.length > 0) more['responsibles'] = unlike
  }
  const minutes = activities.map(({ durationInMinutes }) => durationInMinutes).filter((one) => typeof one === 'number')
  if (unsaid(call['durationInMinutes']) && minutes.length > 0)
    more['durationInMinutes'] = minutes.reduce((sum, one) => sum + one, 0)
  const starts = activities
    .map(({ earliestStartDateTime }) => earliestStartDateTime)
    .filter((one) => momentIn(one) !== undefined)
    .toSorted((one, other) => (momentIn(one) ?? 0) - (momentIn(other) ?? 0))
  if (unsaid(call['earliestStartDateTime']) && starts.length > 0) more['earliestStartDateTime'] = starts[0]
  return { ...call, ...more }
}

const { reporting } = reportingRules

/** Lawful readings of B-SVC, B-RPT and B-OPT, thought up by a tenth reader (suites/two-readings). */
export const tenthTreeVariants: readonly Variant[] = [
  {
    id: 'service-values-within-bounds',
    leaves: ['B-SVC-16', 'B-SVC-27'],
    says: 'A tree with a time, a duration, a subject or an external id out of bounds is refused with 400.',
    // Nobody knows its time then, and the clock of a proof is not that of everybody else.
    excludes: ['clock-seven-minutes-behind-untold', 'service-due-and-duration-by-priority'],
    rule: {
      service: {
        objects: (call, now) =>
          [call, ...activitiesIn(call)].map((part) => outOfBounds(part, now)).find((name) => name !== undefined),
      },
    },
  },
  {
    id: 'service-call-has-what-its-activities-have',
    leaves: ['B-SVC-22'],
    says: 'A call without responsibles, duration or start has those of its activities.',
    rule: { service: { taken: ofActivities } },
  },
  {
    id: 'report-languages-and-types-of-the-template',
    leaves: ['B-RPT-07', 'B-RPT-14'],
    says: 'A build with a language or a type that its template does not have, to the letter, is refused with 400; the one type is PDF.',
    rule: {
      reporting: {
        types: () => ['PDF'],
        objects: ({ reportLanguage, reportType }, files) => {
          const languages = reporting.languages(files, () => files) as readonly unknown[]
          if (!unsaid(reportLanguage) && !languages.includes(reportLanguage)) return 'language'
          return unsaid(reportType) || reportType === 'PDF' ? undefined : 'type'
        },
      },
    },
  },
  through(
    'report-builds-one-after-the-other-429',
    ['B-RPT-14'],
    'A build that was taken takes a second more, in which any other of the same login is refused with 429 and Retry-After: 1.',
    async (request, go, { house }) => {
      const isBuild = request.method === 'POST' && /^\/api\/reporting\/v1(?:\/build)?(?:\?|$)/.test(request.target)
      if (!isBuild) return go(request)
      const token = findToken(house, bearerIn(request))
      const key = `${token?.account.name}/${token?.user?.name}`
      const busy = buildingUntil(house)
      if ((busy.get(key) ?? 0) > house.clock.now()) return empty(429, [['Retry-After', '1']])
      const response = await go(request)
      if (response.status < 300) busy.set(key, house.clock.now() + 1000)
      return response
    },
  ),
  {
    excludes: ['clock-seven-minutes-behind-untold'],
    ...lawful(
      ['B-OPT-16'],
      serving(
        'optimization-horizon-of-two-weeks',
        ['B-OPT-16'],
        'A start in the past or more than 13 days ahead, an end more than 14 days later, an id named twice, more than 200 of them, and a single skill are refused with 400.',
        {
          rule: {
            optimization: {
              takesMs: () => 3000,
              objects: ({ activityIds, start, end, skills }) => {
                const now = nowServed()?.house.clock.now() ?? 0
                if (start < now - hourMs || start > now + 13 * dayMs || end > start + 14 * dayMs) return 'OPT-HORIZON'
                const unlike = new Set(activityIds.map((id) => id.toLowerCase()))
                if (unlike.size < activityIds.length || unlike.size > 200) return 'OPT-IDS'
                return skills && new Set(skills).size < 2 ? 'OPT-SKILLS' : undefined
              },
            },
          },
        },
      ),
    ),
  },
]
