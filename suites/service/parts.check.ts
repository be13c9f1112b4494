import { check, must, type Context } from '../../src/kit/index.ts'
import { stored } from '../data/steps.ts'
import { datesOf } from './days.ts'
import { mustShowReferences } from './refer.ts'
import { service } from './requirements.ts'
import {
  activitiesOf,
  created,
  createdIfTaken,
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

const callTexts = ['externalId', 'subject', 'priority', 'status', 'remarks', 'resolution']

/** A list of two equipments, the second by its external id alone; nothing where the target has no template for one. */
async function secondEquipment(context: Context, { equipments }: Part): Promise<{ sent?: Part; meant?: Part }> {
  const [first] = partsIn(equipments)
  if (!first || !('Equipment' in context.target.templates)) return {}
  const { id, externalId } = await stored(context, {}, 'Equipment')
  return { sent: { equipments: [first, { externalId }] }, meant: { equipments: [first, { id, externalId }] } }
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
      'service-duration-from-dates',
      'service-equipments-first-only',
      'service-second-of-list-by-id-only',
      'service-list-by-the-key-of-its-first',
      'service-long-remarks-cut',
      'service-text-normalised',
      'service-contact-create-person-crossed',
      'service-duration-within-a-day',
    ],
    effects: true,
  },
  async (context) => {
    const linked = references(context, {
      contact: 'contact',
      equipments: 'equipment',
      responsibles: 'responsible',
    })
    const others = await secondEquipment(context, linked)
    const dates = await datesOf(context)
    const plainer = leastCall(context, {
      remarks: context.fresh.text(),
      resolution: context.fresh.text(),
      ...dates,
      ...linked,
      ...others.sent,
    })
    const long = `${context.fresh.text()}\n\n  ${'what was found, '.repeat(20)}and no more`
    const odd = { ...plainer, remarks: long, durationInMinutes: 3 * 1440 + 60 }
    const { id, tree, body, answer } = await createdIfTaken(context, odd, plainer, { autoCreateActivity: false })
    const names = [...callTexts, ...Object.keys(dates)]
    for (const [where, shown] of [
      ['answer', tree],
      ['tree as read', await readTree(context, id)],
    ] as const) {
      // A workflow may have moved it on since (B-SVC-19).
      const told = shown === tree ? names : names.filter((name) => name !== 'status')
      must.equal(`fields of the service call in the ${where}`, plainFields(shown, told), plainFields(body, told))
      must.be(`status of the service call in the ${where}`, shown['status'], 'a text', answer)
      mustShowReferences(`the service call in the ${where}`, shown, { ...linked, ...others.meant })
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
      'service-offset-cut',
      'service-activity-remarks-from-first',
      'service-activity-equipments-plural',
      'service-beyond-basic-plane-lost',
      'service-activity-equipment-of-call-only',
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
    const remarks = context.fresh.text()
    const dates = await datesOf(context)
    const plain = leastActivity(context, { remarks, ...dates, ...linked })
    const odd = {
      ...plain,
      remarks: `${remarks} \u{1F527}`,
      earliestStartDateTime: `${dates.earliestStartDateTime.slice(0, 10)}T08:00:00+02:00`,
    }
    const second = leastActivity(context, { ...dates, durationInMinutes: 30 })
    const call = leastCall(context, { activities: [odd, second] })
    // Whether an activity may have equipment that its call does not name is not said.
    const plainer = { ...call, ...references(context, { equipments: 'equipment' }), activities: [plain, second] }
    const { id, tree, body } = await createdIfTaken(context, call, plainer)
    const sent = partsIn(body['activities'])
    const names = ['subject', 'remarks', ...Object.keys(dates)]
    for (const [where, shown] of [
      ['answer', tree],
      ['tree as read', await readTree(context, id)],
    ] as const)
      for (const [at, wanted] of sent.entries()) {
        const activity = activitiesOf(shown).find(({ subject }) => subject === wanted['subject']) ?? {}
        const fields = names.filter((name) => name in wanted)
        must.equal(`fields of an activity in the ${where}`, plainFields(activity, fields), plainFields(wanted, fields))
        if (at > 0)
          must.hold('no remarks of another activity', activity['remarks'] !== sent[0]?.['remarks'], activity['remarks'])
        if (at === 0) mustShowReferences(`an activity in the ${where}`, activity, linked)
      }
  },
)

check(
  service['planned-dates'],
  'sent-on-create',
  {
    brokenBy: [
      'service-planned-taken',
      'service-planned-taken-second-activity',
      'service-planned-taken-with-responsible',
      'service-planned-end-taken',
      'service-planned-into-earliest',
      'service-planned-start-alone-taken',
      'service-planned-end-alone-taken',
    ],
    needs: ['service-call'],
    effects: true,
  },
  async (context) => {
    const planned = { plannedStartDate: '2032-01-02T03:04:00Z', plannedEndDate: '2032-01-02T04:04:00Z' }
    const plain = await created(context, leastCall(context, { activities: [leastActivity(context)] }))
    must.some('activity in the tree', activitiesOf(plain.tree))
    const { responsible } = fixture(context).references ?? {}
    const assigned = { ...planned, ...(responsible ? { responsibles: [responsible] } : {}) }
    const answer = await context.api.service.create(
      leastCall(context, { activities: [leastActivity(context, assigned), leastActivity(context, planned)] }),
    )
    const { plannedStartDate, plannedEndDate } = planned
    const halves = [{ plannedStartDate }, { plannedEndDate }].map((one) => leastActivity(context, one))
    const eachAlone = await context.api.service.create(leastCall(context, { activities: halves }))
    for (const one of [answer, eachAlone]) must.noServerError(one, 'planned dates')
    const sent = Object.values(planned).map(moment)
    for (const activity of [answer, eachAlone].flatMap(({ json }) => activitiesOf(partOf(json))))
      for (const field of [...Object.keys(planned), ...times])
        must.hold(`a ${field} that is no planned date sent`, !sent.includes(moment(activity[field])), activity[field])
  },
)

check(
  service.types,
  'numbers-and-times',
  {
    brokenBy: [
      'service-last-changed-text',
      'service-duration-text',
      'service-due-number',
      'service-last-changed-text-on-activity',
      'service-midnight-becomes-date',
    ],
  },
  async (context) => {
    const usual = await datesOf(context)
    const call = (dates: Part) => leastCall(context, { ...dates, activities: [leastActivity(context, dates)] })
    const midnight = usual.earliestStartDateTime.replace('T08', 'T00')
    // That a visit may begin at any time of a day is not said.
    const { id, tree } = await createdIfTaken(context, call({ ...usual, earliestStartDateTime: midnight }), call(usual))
    for (const part of [tree, await readTree(context, id)].flatMap((shown) => [shown, ...activitiesOf(shown)])) {
      // What was sent is there; no answer need show what was not.
      for (const field of ['durationInMinutes', ...((part['lastChanged'] ?? null) === null ? [] : ['lastChanged'])])
        must.hold(`${field}, a whole number`, Number.isInteger(part[field]), part[field])
      for (const field of times)
        must.hold(`${field}, a date-time`, /^\d{4}-?\d\d-?\d\dT/i.test(String(part[field])), part[field])
    }
  },
)

check(
  service['round-trip'],
  'source-activity',
  { brokenBy: ['service-source-activity-lost', 'service-source-activity-of-this-tree'], effects: true },
  async (context) => {
    const sent = leastActivity(context, { externalId: context.fresh.externalId() })
    const first = await created(context, leastCall(context, { activities: [sent] }))
    const { code, externalId = sent['externalId'] } = activitiesOf(first.tree)[0] ?? {}
    // A code may come later than the answer (B-SVC-08).
    const key = typeof code === 'string' ? { code } : { externalId }
    const follower = leastActivity(context, { sourceActivity: key })
    const { id, tree } = await created(context, leastCall(context, { activities: [follower] }))
    for (const one of [tree, await readTree(context, id)]) {
      const shown = keysOf(activitiesOf(one)[0]?.['sourceActivity'])
      must.some('key of the source activity', Object.keys(shown))
      if (shown['code'] && code !== undefined) must.equal('code of the source activity', shown['code'], code)
    }
  },
)
