import { check, must, rely, sameId, type Context } from '../../src/kit/index.ts'
import { turnedToken } from '../token/turned.ts'
import { withAnotherEnd } from '../token/another-end.ts'
import { forUsualPartner } from './addresses.ts'
import { service } from './requirements.ts'
import { activityFields, callFields, documented, mustBeSame, mustShowAll } from './same.ts'
import {
  activitiesOf,
  created,
  createdIfTaken,
  fixture,
  idOf,
  keysOf,
  leastActivity,
  leastCall,
  leastMaterial,
  partOf,
  partsIn,
  readTree,
  withoutAttachments,
  type Part,
} from './tree.ts'

/** What calls and activities have alike, with capitals, long names and values that no other tree has. */
function parts(context: Context, nth: number): Part {
  const { material } = fixture(context)
  const attachment = () => ({
    fileName: `Report of the Visit ${context.fresh.text()}.TXT`,
    title: `Title ${context.fresh.text()}`,
    description: `Words ${context.fresh.text()}`,
  })
  return {
    remarks: `Remarks ${context.fresh.text()}`,
    durationInMinutes: 30 + 15 * nth,
    address: {
      city: `Delft ${nth}`,
      country: 'NL',
      street: `Oude Kade ${nth}`,
      streetNumber: String(10 + nth),
      zipCode: `101${nth}`,
    },
    attachments: [attachment(), attachment()],
    ...(material ? { reservedMaterials: [leastMaterial(context, { quantity: 2 + nth })] } : {}),
  }
}

const capitals = (context: Context): string => `${context.fresh.externalId()}-ABC`

const treeOf = (context: Context, nth: number) => {
  const activities = [
    leastActivity(context, { ...parts(context, nth), externalId: capitals(context) }),
    leastActivity(context),
  ]
  return leastCall(context, { ...parts(context, nth + 4), externalId: capitals(context), activities })
}

/** What is of another part alone: each has words and files of its own. */
function mustHaveNoneOf(other: Part, shown: Part): void {
  const remarks = other['remarks'] ?? undefined
  must.hold('no remarks of another activity', remarks === undefined || shown['remarks'] !== remarks, shown['remarks'])
  const namesOf = (part: Part) => [
    ...partsIn(part['attachments']).map(({ fileName }) => fileName),
    ...partsIn(part['reservedMaterials']).map(({ externalId }) => externalId),
  ]
  const theirs = namesOf(other).filter((name) => typeof name === 'string')
  must.equal(
    'files and materials of another activity',
    namesOf(shown).filter((name) => theirs.includes(name as string)),
    [],
  )
}

check(
  service['round-trip'],
  'two-trees-side-by-side',
  {
    brokenBy: [
      'service-attachments-of-the-first-tree',
      'service-get-code-of-the-first',
      'service-file-names-cut',
      'service-code-of-the-answer-provisional',
      'service-external-ids-in-small-letters',
      'service-activity-with-remarks-of-the-one-before',
      'service-activity-with-attachments-of-the-one-before',
    ],
    effects: true,
  },
  async (context) => {
    const both = []
    for (const nth of [1, 2]) {
      const body = await forUsualPartner(context, treeOf(context, nth))
      both.push(await createdIfTaken(context, body, withoutAttachments(body)))
    }
    for (const { id, tree, body } of both) {
      const read = await readTree(context, id)
      const { activities, ...own } = body
      mustBeSame(
        'a service call, answered and read, the same',
        documented(tree, callFields, own),
        documented(read, callFields, own),
      )
      mustShowAll('a service call as it was sent', own, read)
      for (const activity of activitiesOf(tree)) {
        const again = activitiesOf(read).find((other) => sameId(idOf(other), idOf(activity) ?? '')) ?? {}
        const wanted = partsIn(activities).find(({ subject }) => subject === activity['subject']) ?? {}
        mustBeSame(
          'an activity, answered and read, the same',
          documented(activity, activityFields, wanted),
          documented(again, activityFields, wanted),
        )
        mustShowAll('an activity as it was sent', wanted, again)
        const answer = await context.api.service.activity(id, idOf(activity) ?? '')
        must.status(answer, 200)
        mustBeSame(
          'an activity, in its tree and by itself, the same',
          documented(again, activityFields, wanted),
          documented(partOf(answer.json), activityFields, wanted),
        )
        for (const sibling of partsIn(activities))
          if (sibling['subject'] !== wanted['subject'])
            for (const shown of [activity, again, partOf(answer.json)]) mustHaveNoneOf(sibling, shown)
      }
    }
  },
)

check(
  service['default-activity'],
  'none-asked-for-then-nothing-said',
  { brokenBy: ['service-no-default-activity', 'service-false-overlooked-after-a-default'], effects: true },
  async (context) => {
    const without = await created(context, leastCall(context), { autoCreateActivity: false })
    must.equal('number of activities with autoCreateActivity=false', activitiesOf(without.tree).length, 0)
    const usual = await created(context, leastCall(context))
    // No tree stands between the two: what the one before was asked for is forgotten.
    const again = await created(context, leastCall(context), { autoCreateActivity: false })
    must.equal('number of activities without the parameter', activitiesOf(await readTree(context, usual.id)).length, 1)
    must.equal('number of activities with false after that', activitiesOf(await readTree(context, again.id)).length, 0)
  },
)

check(
  service['round-trip'],
  'linked-by-one-key',
  { brokenBy: ['service-source-activity-lost'], effects: true },
  async (context) => {
    const { equipment } = fixture(context).references ?? {}
    const first = await created(
      context,
      leastCall(context, {
        activities: [leastActivity(context)],
        ...(equipment ? { equipments: [equipment] } : {}),
      }),
    )
    const [origin = {}] = activitiesOf(first.tree)
    const source = idOf(origin)
    const whole = keysOf(partsIn(first.tree['equipments'])[0])
    if (equipment) {
      must.some('key of the equipment', Object.keys(whole))
      for (const [key, value] of Object.entries(keysOf(equipment)))
        if (whole[key] !== undefined) must.equal(`${key} of the equipment as it was sent`, whole[key], value)
    }
    const { id, tree } = await created(
      context,
      leastCall(context, {
        activities: [leastActivity(context, { sourceActivity: { id: source } })],
        ...(whole['code'] === undefined ? {} : { equipments: [{ code: whole['code'] }] }),
      }),
    )
    for (const one of [tree, await readTree(context, id)]) {
      const linked = keysOf(activitiesOf(one)[0]?.['sourceActivity'])
      must.some('key of the source activity', Object.keys(linked))
      if (linked['id'] !== undefined) must.sameId('id of the source activity', linked['id'], source)
      if (linked['code'] !== undefined)
        must.equal('code of the source activity', linked['code'], origin['code'] ?? linked['code'])
      if (whole['code'] === undefined) continue
      const shown = keysOf(partsIn(one['equipments'])[0])
      must.some('key of the equipment', Object.keys(shown))
      for (const [key, value] of Object.entries(shown))
        must.equal(`${key} of the equipment`, value, whole[key] ?? value)
    }
  },
)

check(
  service.refusals,
  'token-in-another-letter-case',
  {
    brokenBy: ['token-in-any-letter-case'],
  },
  async (context) => {
    const { id, tree } = await created(context, leastCall(context))
    const token = await turnedToken(context.api)
    await rely(service.get, async () => must.status(await context.api.service.get(id), 200))
    if (!token) return
    must.status(await context.api.service.get(id, { token }), 401)
    must.status(await context.api.service.create(leastCall(context), { token }), 401)
    const [activity] = activitiesOf(tree)
    if (activity) must.status(await context.api.service.activity(id, idOf(activity) ?? '', { token }), 401)
  },
)

check(
  service.refusals,
  'token-with-another-end',
  { brokenBy: ['service-tokens-compared-without-their-end'] },
  async (context) => {
    const { id } = await created(context, leastCall(context))
    await rely(service.get, async () => must.status(await context.api.service.get(id), 200))
    const token = { value: withAnotherEnd(await context.api.token.accessToken()) }
    must.status(await context.api.service.get(id, { token }), 401)
  },
)
