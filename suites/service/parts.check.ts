import { check, must, type Context } from '../../src/kit/index.ts'
import { service } from './requirements.ts'
import {
  activitiesOf,
  created,
  fixture,
  keysOf,
  leastActivity,
  leastCall,
  leastMaterial,
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

/** The shown reference has the key that was sent, if it shows that key at all. */
function mustRefer(what: string, shown: unknown, sent: unknown): void {
  const [wanted, found] = [keysOf(sent), keysOf(shown)]
  must.some(`key of ${what}`, Object.keys(found))
  for (const [key, value] of Object.entries(wanted))
    if (found[key] !== undefined) must.equal(`${key} of ${what}`, found[key], value)
}

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

const callTexts = ['subject', 'priority', 'status', 'remarks', 'resolution']
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

const subParts = (context: Context): Part => {
  const { requirement, udfValue } = fixture(context)
  return {
    attachments: [{ fileName: 'plan.pdf', title: context.fresh.text(), description: context.fresh.text() }],
    ...(requirement ? { requirements: [requirement] } : {}),
    ...(udfValue ? { udfValues: [udfValue] } : {}),
  }
}

function mustShowSubParts(what: string, shown: Part, sent: Part): void {
  for (const name of ['attachments', 'requirements', 'udfValues']) {
    const wanted = partsIn(sent[name])
    if (wanted.length === 0) continue
    const found = partsIn(shown[name])
    must.equal(`number of ${name} of ${what}`, found.length, wanted.length)
    wanted.forEach((one, at) => {
      // Whether a requirement is inherited is for the system to say.
      for (const [field, value] of Object.entries(one).filter(([name]) => name !== 'inherited'))
        if (typeof value === 'object') mustRefer(`${field} of ${name} of ${what}`, found[at]?.[field], value)
        else must.equal(`${field} of ${name} of ${what}`, found[at]?.[field], value)
    })
  }
}

check(
  service['round-trip'],
  'small-parts',
  {
    brokenBy: [
      'service-attachments-lost',
      'service-attachment-title-lost',
      'service-requirements-lost',
      'service-mandatory-turned',
      'service-udf-values-lost',
      'service-udf-value-lower-case',
      'service-activity-parts-at-call',
    ],
    effects: true,
  },
  async (context) => {
    const [ofCall, ofActivity] = [subParts(context), subParts(context)]
    const { id, tree } = await created(
      context,
      leastCall(context, { ...ofCall, activities: [leastActivity(context, ofActivity)] }),
    )
    for (const [where, shown] of [
      ['in the answer', tree],
      ['as read', await readTree(context, id)],
    ] as const) {
      mustShowSubParts(`the service call ${where}`, shown, ofCall)
      mustShowSubParts(`the activity ${where}`, activitiesOf(shown)[0] ?? {}, ofActivity)
    }
  },
)

check(
  service['round-trip'],
  'materials',
  {
    brokenBy: [
      'service-materials-lost',
      'service-quantity-one',
      'service-moved-zero',
      'service-warehouse-is-item',
      'service-material-udf-lost',
    ],
    needs: ['tree-material'],
    effects: true,
  },
  async (context) => {
    const { udfValue } = fixture(context)
    const sent = [
      leastMaterial(context, { quantity: 5, moved: 2, used: 1 }),
      leastMaterial(context, { quantity: 7, ...(udfValue ? { udfValues: [udfValue] } : {}) }),
    ]
    const body = leastCall(context, {
      reservedMaterials: [sent[0]],
      activities: [leastActivity(context, { reservedMaterials: [sent[1]] })],
    })
    const { id, tree } = await created(context, body)
    for (const shown of [tree, await readTree(context, id)])
      for (const [wanted = {}, found] of [
        [sent[0], partsIn(shown['reservedMaterials'])],
        [sent[1], partsIn(activitiesOf(shown)[0]?.['reservedMaterials'])],
      ] as const) {
        must.equal('number of reserved materials', found.length, 1)
        for (const field of ['externalId', 'quantity', 'moved', 'used'])
          must.equal(`${field} of a reserved material`, found[0]?.[field], wanted[field])
        for (const field of ['item', 'warehouse'])
          mustRefer(`${field} of a reserved material`, found[0]?.[field], wanted[field])
        must.equal(
          'number of udfValues of a reserved material',
          partsIn(found[0]?.['udfValues']).length,
          partsIn(wanted['udfValues']).length,
        )
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
