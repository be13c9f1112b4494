import { check, must, type Context } from '../../src/kit/index.ts'
import { madeIfTaken } from '../optimization/skills.ts'
import { knowMaterials, materialValues } from './materials.ts'
import { mustRefer } from './refer.ts'
import { service } from './requirements.ts'
import { counterparts, mustShowAll, udfValuesSent } from './same.ts'
import {
  activitiesOf,
  created,
  createdIfTaken,
  fixture,
  idOf,
  leastActivity,
  leastCall,
  leastMaterial,
  partOf,
  partsIn,
  readTree,
  treeIn,
  withoutAttachments,
  type Part,
} from './tree.ts'

/** `mandatory` of the requirement in its fixed reading, or the other one; beside it one of another skill, with the opposite. */
const subParts = (context: Context, turned: boolean, skill?: string): Part => {
  const { requirement, udfValue } = fixture(context)
  const mandatory = (requirement?.['mandatory'] === true) !== turned
  const beside = skill === undefined ? [] : [{ skill: { id: skill }, mandatory: !mandatory }]
  return {
    attachments: [{ fileName: 'plan.pdf', title: context.fresh.text(), description: context.fresh.text() }],
    ...(requirement
      ? { requirements: [{ ...requirement, ...(turned || skill !== undefined ? { mandatory } : {}) }, ...beside] }
      : {}),
    ...(udfValue ? { udfValues: [udfValue] } : {}),
  }
}

/** No order of requirements is stated: the one that is mandatory stands behind the other. */
const inOneOrder = (parts: readonly Part[]): readonly Part[] =>
  parts.toSorted((one, other) => Number(one['mandatory'] === true) - Number(other['mandatory'] === true))

function mustShowSubParts(what: string, shown: Part, sent: Part): void {
  for (const name of ['attachments', 'requirements', 'udfValues']) {
    const wanted = inOneOrder(partsIn(sent[name]))
    if (wanted.length === 0) continue
    const all = partsIn(shown[name])
    const found = inOneOrder(counterparts(wanted, all, name).map(partOf))
    must.equal(`number of ${name} of ${what}`, found.length, wanted.length)
    wanted.forEach((one, at) => {
      // Whether a requirement is inherited is for the system to say.
      for (const [field, value] of Object.entries(one).filter(([key]) => key !== 'inherited'))
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
      'service-mandatory-always-true-on-activity',
      'service-attachment-title-is-file-name',
      'service-requirement-copied-up',
      'service-skill-as-name',
      'service-skill-once-per-tree',
      'service-one-requirement-per-part',
      'service-requirements-mandatory-as-the-first',
    ],
    effects: true,
  },
  async (context) => {
    const skill = fixture(context).requirement && (await madeIfTaken(context, 'Skill', { name: context.fresh.text() }))
    const call = (other?: string) =>
      leastCall(context, {
        ...subParts(context, false, other),
        activities: [leastActivity(context, subParts(context, true, other))],
      })
    // That a part may ask for a second skill, or for one that is new, is not said.
    const { id, tree, body } = await createdIfTaken(context, call(skill), withoutAttachments(call()))
    for (const [where, shown] of [
      ['in the answer', tree],
      ['as read', await readTree(context, id)],
    ] as const) {
      mustShowSubParts(`the service call ${where}`, shown, body)
      mustShowSubParts(`the activity ${where}`, activitiesOf(shown)[0] ?? {}, activitiesOf(body)[0] ?? {})
    }
  },
)

check(
  service['round-trip'],
  'one-field-with-two-values',
  { brokenBy: ['service-udf-values-of-the-first-activity'], effects: true },
  async (context) => {
    const { udfValue } = fixture(context)
    const value = partOf(udfValue)['value']
    // Whether the field holds other values is not known: where they are refused, both activities have the known one.
    const values = (other: unknown) => [value, other].map((one) => (udfValue ? [{ ...udfValue, value: one }] : []))
    const call = (other: unknown) =>
      leastCall(context, { activities: values(other).map((udfValues) => leastActivity(context, { udfValues })) })
    const made = await createdIfTaken(context, call(`${String(value)}1`), call(value))
    const tree = await readTree(context, made.id)
    const sent = activitiesOf(made.body)
    for (const wanted of sent) {
      const shown = activitiesOf(tree).find(({ subject }) => subject === wanted['subject'])
      must.hold('each activity of the tree', shown !== undefined, tree)
      const sentValues = partsIn(wanted['udfValues'])
      const [one] = udfValuesSent(sentValues, partsIn(shown?.['udfValues']))
      const [due] = sentValues
      if (due) must.equal('value of a user-defined field', partOf(one)['value'], due['value'])
    }
  },
)

check(
  service['round-trip'],
  'long-texts-at-every-place',
  {
    brokenBy: [
      'service-long-udf-cut-in-activity-get',
      'service-long-remarks-cut',
      'service-long-subjects-cut',
      'service-file-names-in-ascii',
      'service-resolution-cut',
    ],
    effects: true,
  },
  async (context) => {
    const { udfValue } = fixture(context)
    const words = (count: number) => `${context.fresh.text()} ${'längere Wörter '.repeat(count)}`.trim()
    const filled = (count: number) => ({
      remarks: words(count),
      ...(count > 1
        ? { attachments: [{ fileName: `${context.fresh.text()}.txt`, title: words(count), description: words(count) }] }
        : {}),
    })
    // No sentence says how long a text may be, nor which values a field holds: what is taken is kept whole.
    const valued = (count: number) =>
      udfValue ? { udfValues: [{ ...udfValue, value: count > 1 ? words(count) : udfValue['value'] }] } : {}
    const named = (count: number) => ({
      subject: words(count > 1 ? 10 : 1),
      ...(count > 1 ? { attachments: [{ fileName: `${context.fresh.tag} Prüfgröße Łódź.pdf` }] } : {}),
    })
    for (const parts of [filled, valued, named]) {
      const call = (count: number) =>
        leastCall(context, {
          ...parts(count),
          ...(parts === valued ? { resolution: words(count) } : {}),
          activities: [leastActivity(context, parts(count))],
        })
      const { id, tree, body } = await createdIfTaken(context, call(40), call(1))
      const { activities: _, ...own } = body
      for (const shown of [tree, await readTree(context, id)]) {
        mustShowAll('the service call as it was sent', own, shown)
        mustShowAll('the activity as it was sent', activitiesOf(body)[0], activitiesOf(shown)[0])
      }
      const alone = await context.api.service.activity(id, idOf(activitiesOf(tree)[0]) ?? '')
      must.status(alone, 200)
      mustShowAll('the activity, read by itself, as it was sent', activitiesOf(body)[0], partOf(alone.json))
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
      'service-activity-read-without-udf-values-of-materials',
      'service-activity-read-as-a-product-of-its-lists',
      'service-material-zero-dropped',
      'service-material-used-reset-on-create',
      'service-material-merge-same-item',
      'service-call-materials-moved-down',
    ],
    needs: ['tree-material'],
    effects: true,
  },
  async (context) => {
    await knowMaterials(context)
    const { requirement } = fixture(context)
    const requirements = requirement ? [requirement] : []
    const sent = [
      leastMaterial(context, { quantity: 5, moved: 2, used: 1 }),
      leastMaterial(context, { quantity: 7, ...materialValues(context) }),
      leastMaterial(context, { quantity: 1 }),
      leastMaterial(context, { quantity: 3 }),
    ]
    const body = leastCall(context, {
      reservedMaterials: [sent[0], sent[2]],
      activities: [leastActivity(context, { requirements, reservedMaterials: [sent[1], sent[3]] })],
    })
    const { id, tree } = await created(context, body)
    const uuid = idOf(activitiesOf(tree)[0] ?? {}) ?? ''
    // The activity is read by itself, too.
    const alone: Part = { ...tree, activities: [treeIn(await context.api.service.activity(id, uuid)).tree] }
    for (const shown of [tree, await readTree(context, id), alone]) {
      const shownRequirements = partsIn(activitiesOf(shown)[0]?.['requirements'])
      const theirs = counterparts(requirements, shownRequirements, 'requirements')
      must.equal('number of requirements of an activity with two materials', theirs.length, requirements.length)
      for (const [wanted = {}, all, count] of [
        [sent[0], partsIn(shown['reservedMaterials']), 2],
        [sent[2], partsIn(shown['reservedMaterials']), 2],
        [sent[1], partsIn(activitiesOf(shown)[0]?.['reservedMaterials']), 2],
        [sent[3], partsIn(activitiesOf(shown)[0]?.['reservedMaterials']), 2],
      ] as const) {
        must.equal('number of reserved materials', all.length, count)
        const found = all.filter(({ externalId }) => externalId === wanted['externalId'])
        for (const field of ['externalId', 'quantity', 'moved', 'used'])
          must.equal(`${field} of a reserved material`, found[0]?.[field], wanted[field])
        for (const field of ['item', 'warehouse'])
          mustRefer(`${field} of a reserved material`, found[0]?.[field], wanted[field])
        must.equal(
          'number of udfValues of a reserved material',
          udfValuesSent(partsIn(wanted['udfValues']), partsIn(found[0]?.['udfValues'])).length,
          partsIn(wanted['udfValues']).length,
        )
      }
    }
  },
)
