import { check, must, type Context } from '../../src/kit/index.ts'
import { mustRefer } from './refer.ts'
import { service } from './requirements.ts'
import {
  activitiesOf,
  created,
  fixture,
  keysOf,
  leastActivity,
  leastCall,
  moment,
  partOf,
  partsIn,
  readTree,
  type Part,
} from './tree.ts'

const times = ['dueDateTime', 'earliestStartDateTime'] as const

/** The fields of a body as they are compared: times as moments, references by their known keys. */
const plainFields = (part: Part, names: readonly string[]): Part =>
  Object.fromEntries(names.map((name) => [name, times.includes(name as never) ? moment(part[name]) : part[name]]))

const references = (context: Context, names: Readonly<Record<string, string>>): Part =>
  Object.fromEntries(
    Object.entries(names).flatMap(([field, fixed]) => {
      const reference = fixture(context).references?.[fixed]
      return reference === undefined ? [] : [[field, field.endsWith('s') ? [reference] : reference]]
    }),
  )

function mustShowReferences(what: string, shown: Part, sent: Part): void {
  for (const [field, reference] of Object.entries(sent))
    if (Array.isArray(reference)) {
      must.equal(`number of ${field} of ${what}`, partsIn(shown[field]).length, reference.length)
      reference.forEach((one, at) => mustRefer(`${field} of ${what}`, partsIn(shown[field])[at], one))
    } else mustRefer(`${field} of ${what}`, shown[field], reference)
}

const callTexts = ['externalId', 'subject', 'priority', 'status', 'remarks', 'resolution']
const dates = {
  dueDateTime: '2031-05-06T07:08:00Z',
  earliestStartDateTime: '2031-05-05T06:00:00Z',
  durationInMinutes: 95,
}

check(
  service['round-trip'],
  'call-fields',
  {
    brokenBy: [
      'service-remarks-lost',
      'service-duration-lost',
      'service-due-day-only',
      'service-responsibles-lost',
      'service-equipments-lost',
      'service-contact-lost',
    ],
    effects: true,
  },
  async (context) => {
    const linked = references(context, {
      contact: 'contact',
      equipments: 'equipment',
      responsibles: 'responsible',
    })
    const body = leastCall(context, {
      remarks: context.fresh.text(),
      resolution: context.fresh.text(),
      ...dates,
      ...linked,
    })
    const { id, tree } = await created(context, body, { autoCreateActivity: false })
    const names = [...callTexts, ...Object.keys(dates)]
    for (const [where, shown] of [
      ['answer', tree],
      ['tree as read', await readTree(context, id)],
    ] as const) {
      must.equal(`fields of the service call in the ${where}`, plainFields(shown, names), plainFields(body, names))
      mustShowReferences(`the service call in the ${where}`, shown, linked)
    }
  },
)

check(
  service['round-trip'],
  'activity-fields',
  {
    brokenBy: [
      'service-activity-remarks-lost',
      'service-region-lost',
      'service-activity-fields-of-first',
      'service-activity-due-lost',
    ],
    effects: true,
  },
  async (context) => {
    const linked = references(context, {
      contact: 'contact',
      equipment: 'equipment',
      region: 'region',
      responsibles: 'responsible',
    })
    const sent = [
      leastActivity(context, { remarks: context.fresh.text(), ...dates, ...linked }),
      leastActivity(context, { remarks: context.fresh.text(), ...dates, durationInMinutes: 30 }),
    ]
    const { id, tree } = await created(context, leastCall(context, { activities: sent }))
    const names = ['subject', 'remarks', ...Object.keys(dates)]
    for (const [where, shown] of [
      ['answer', tree],
      ['tree as read', await readTree(context, id)],
    ] as const)
      for (const [at, wanted] of sent.entries()) {
        const activity = activitiesOf(shown).find(({ subject }) => subject === wanted['subject']) ?? {}
        must.equal(`fields of an activity in the ${where}`, plainFields(activity, names), plainFields(wanted, names))
        if (at === 0) mustShowReferences(`an activity in the ${where}`, activity, linked)
      }
  },
)

check(
  service['planned-dates'],
  'sent-on-create',
  { brokenBy: ['service-planned-taken'], needs: ['service-call'], effects: true },
  async (context) => {
    const planned = { plannedStartDate: '2032-01-02T03:04:00Z', plannedEndDate: '2032-01-02T04:04:00Z' }
    const plain = await created(context, leastCall(context, { activities: [leastActivity(context)] }))
    must.some('activity in the tree', activitiesOf(plain.tree))
    const answer = await context.api.service.create(
      leastCall(context, { activities: [leastActivity(context, planned)] }),
    )
    if (answer.status >= 400) return must.noServerError(answer, 'planned dates')
    const [activity = {}] = activitiesOf(partOf(answer.json))
    for (const [field, value] of Object.entries(planned))
      must.hold(`a ${field} that is not the one sent`, moment(activity[field]) !== moment(value), activity[field])
  },
)

check(
  service.types,
  'numbers-and-times',
  { brokenBy: ['service-last-changed-text', 'service-duration-text', 'service-due-number'] },
  async (context) => {
    const { tree } = await created(
      context,
      leastCall(context, { ...dates, activities: [leastActivity(context, dates)] }),
    )
    for (const part of [tree, ...activitiesOf(tree)]) {
      for (const field of ['lastChanged', 'durationInMinutes'])
        must.hold(`${field}, a whole number`, Number.isInteger(part[field]), part[field])
      for (const field of times) must.hold(`${field}, a date-time`, typeof part[field] === 'string', part[field])
    }
  },
)

check(
  service['round-trip'],
  'source-activity',
  { brokenBy: ['service-source-activity-lost'], effects: true },
  async (context) => {
    const first = await created(context, leastCall(context, { activities: [leastActivity(context)] }))
    const [source = {}] = activitiesOf(first.tree)
    const code = source['code']
    const key = typeof code === 'string' ? { code } : { externalId: source['externalId'] }
    const { tree } = await created(
      context,
      leastCall(context, { activities: [leastActivity(context, { sourceActivity: key })] }),
    )
    const shown = keysOf(activitiesOf(tree)[0]?.['sourceActivity'])
    must.some('key of the source activity', Object.keys(shown))
    if (shown['code'] !== undefined) must.equal('code of the source activity', shown['code'], code)
  },
)
