import { check, must, sameId } from '../../src/kit/index.ts'
import { addressFieldsOf, given, isSourced, newAddress, ofItsOwn, unaddressed } from './addresses.ts'
import { service } from './requirements.ts'
import {
  activitiesOf,
  created,
  createdSoon,
  createdIfTaken,
  fixture,
  idOf,
  leastActivity,
  leastCall,
  partOf,
  readTree,
  treeIn,
  type Part,
} from './tree.ts'

/** A source and its id stand together, or not at all. */
function mustBeExplicit(what: string, shown: Part): void {
  must.hold(`${what} without source`, !given(shown['source']), shown['source'])
  must.hold(`${what} without sourceId`, !given(shown['sourceId']), shown['sourceId'])
}

check(
  service['address-sent'],
  'new-address-of-an-activity',
  {
    brokenBy: [
      'service-address-lost',
      'service-address-no-location',
      'service-address-number-lost',
      'service-address-of-call',
      'service-zip-zero-lost',
      'service-location-swapped-on-activity',
      'service-southern-location-swapped',
      'service-coordinates-of-three-decimals',
      'service-equal-addresses-linked-once',
      'service-cities-in-ascii',
    ],
    effects: true,
  },
  async (context) => {
    const one = newAddress(context)
    const other = { ...newAddress(context), location: { latitude: -33.8125, longitude: 151.1875 } }
    const plain = [one, other].map((address) => leastActivity(context, { address }))
    // Which letters a city may have is not said.
    const far = { ...other, city: `Ærøskøbing ${context.fresh.text()}` }
    const odd = [one, far, one].map((address) => leastActivity(context, { address }))
    const least = await unaddressed(context, { activities: plain })
    const { id, tree, body } = await createdIfTaken(context, { ...least, activities: odd }, least)
    const of = (from: Part, sent: Part) =>
      addressFieldsOf(partOf(activitiesOf(from).find(({ subject }) => subject === sent['subject'])?.['address']))
    const read = await readTree(context, id)
    for (const sent of activitiesOf(body)) {
      const wanted = partOf(sent['address'])
      must.equal('address of an activity in the answer', of(tree, sent), addressFieldsOf(wanted))
      must.equal('address of an activity as read', of(read, sent), addressFieldsOf(wanted))
      const uuid = idOf(activitiesOf(tree).find(({ subject }) => subject === sent['subject']))
      const answer = await context.api.service.activity(id, uuid ?? '')
      must.status(answer, 200)
      const alone = addressFieldsOf(partOf(partOf(answer.json)['address']))
      must.equal('address of an activity read by itself', alone, addressFieldsOf(wanted))
    }
  },
)

check(
  service['activity-address'],
  'explicit-without-source',
  {
    brokenBy: [
      'service-explicit-with-source',
      'service-explicit-with-source-id',
      'service-source-only-in-activity-get',
    ],
    effects: true,
  },
  async (context) => {
    const { id, tree } = await createdSoon(
      context,
      await unaddressed(context, { activities: [leastActivity(context, { address: newAddress(context) })] }),
    )
    for (const from of [tree, await readTree(context, id)]) {
      const shown = partOf(activitiesOf(from)[0]?.['address'])
      must.hold('the address of an activity', given(shown['city']), shown)
      mustBeExplicit('an address of its own', shown)
    }
    const [activity] = activitiesOf(tree)
    const answer = await context.api.service.activity(id, idOf(activity) ?? '')
    must.status(answer, 200)
    mustBeExplicit('an address of its own, read with the activity', partOf(partOf(answer.json)['address']))
  },
)

check(
  service['activity-address'],
  'referenced-with-source',
  {
    brokenBy: ['service-referenced-without-source', 'service-referenced-without-source-id'],
    needs: ['tree-address'],
    effects: true,
  },
  async (context) => {
    const activities = [leastActivity(context)]
    const made = await created(
      context,
      leastCall(context, { businessPartner: fixture(context).addressedPartner, activities }),
    )
    const tree = await readTree(context, made.id)
    const shown = activitiesOf(tree)[0]?.['address']
    // Whether creation refers to the address of the business partner at all is open (B-SVC-25).
    if (!given(shown)) return must.hold('an activity in the tree', activitiesOf(tree).length === 1, tree)
    if (!isSourced(shown)) throw ofItsOwn()
    for (const one of [shown, activitiesOf(made.tree)[0]?.['address']].filter(isSourced)) {
      must.hold('a referenced address with its source', given(partOf(one)['source']), one)
      must.hold('a referenced address with its sourceId', given(partOf(one)['sourceId']), one)
    }
  },
)

check(
  service.address,
  'source-words',
  {
    brokenBy: [
      'service-source-lower-case',
      'service-source-id-plain',
      'service-source-as-record-name',
      'service-call-address-source-servicecall',
      'service-source-id-of-call',
      'service-call-source-read-in-lower-case',
      'service-call-source-servicecall-with-equipment',
      'service-address-of-equipment-said-to-be-of-the-partner',
    ],
    needs: ['tree-address'],
  },
  async (context) => {
    const activities = [leastActivity(context)]
    const { addressedPartner: businessPartner, references: { equipment } = {} } = fixture(context)
    const first = treeIn(await context.api.service.create(leastCall(context, { businessPartner, activities })))
    const { id } = first
    const shown = [first.tree, await readTree(context, id)]
    if (equipment) {
      const withEquipment = {
        equipments: [equipment],
        activities: [leastActivity(context), leastActivity(context, { equipment })],
      }
      // Whether the equipment may be of another business partner is not said.
      const ofAnother = leastCall(context, { ...withEquipment, businessPartner })
      const second = await createdIfTaken(context, ofAnother, leastCall(context, withEquipment))
      shown.push(second.tree, await readTree(context, second.id))
    }
    for (const tree of shown) {
      const own = partOf(tree['address'])['source']
      if (given(own))
        must.oneOf('source of the address of a service call', own, ['BUSINESSPARTNER', 'EQUIPMENT', 'ACTIVITY'])
      for (const activity of activitiesOf(tree)) {
        const source = partOf(activity['address'])['source']
        // ACTIVITY is not in the enumeration, yet a response sample shows it (B-SVC-20).
        if (given(source))
          must.oneOf('source of the address of an activity', source, [
            'BUSINESSPARTNER',
            'EQUIPMENT',
            'SERVICECALL',
            'ACTIVITY',
          ])
        const sourceId = partOf(activity['address'])['sourceId']
        if (!given(sourceId)) continue
        const uuid = partOf(sourceId)['uuid']
        must.be('uuid of a sourceId', uuid, 'a text')
        // Of the object or of its address (B-SVC-21); only an address of the service call comes from that.
        if (source === 'BUSINESSPARTNER' || source === 'EQUIPMENT')
          must.hold('a sourceId that is not the service call', !sameId(uuid, idOf(tree) ?? ''), uuid)
        const pieces = [activity['equipment'], tree['equipments']].flat()
        const others = { BUSINESSPARTNER: pieces, EQUIPMENT: [tree['businessPartner']] }[String(source)] ?? []
        const ids = others.map((one) => partOf(one)['id']).filter((other) => typeof other === 'string')
        const isOther = ids.some((other) => sameId(uuid, other))
        must.hold(`the sourceId of a source ${String(source)}, not of the other kind of record`, !isOther, uuid)
      }
    }
  },
)

check(
  service['address-sent'],
  'sent-back-with-source',
  {
    brokenBy: [
      'service-sourced-address-kept',
      'service-sourced-address-edited-taken',
      'service-sourced-address-written-through',
    ],
    needs: ['tree-address'],
    effects: true,
  },
  async (context) => {
    const businessPartner = fixture(context).addressedPartner
    const first = await created(context, leastCall(context, { businessPartner, activities: [leastActivity(context)] }))
    const tree = await readTree(context, first.id)
    const shown = activitiesOf(tree)[0]?.['address']
    if (!given(shown)) return must.hold('an activity in the tree', activitiesOf(tree).length === 1, tree)
    // With one of source and sourceId it is not sent with both.
    if (!given(partOf(shown)['source']) || !given(partOf(shown)['sourceId'])) throw ofItsOwn()
    const changed = { ...partOf(shown), city: context.fresh.text(), street: context.fresh.text() }
    const second = await created(
      context,
      leastCall(context, { businessPartner, activities: [leastActivity(context, { address: changed })] }),
    )
    const kept = partOf(activitiesOf(second.tree)[0]?.['address'])
    must.hold('an address with source and sourceId changes nothing', kept['city'] !== changed['city'], kept)
    // Nor that of the object that it came from, which others show.
    const later = partOf(activitiesOf(await readTree(context, first.id))[0]?.['address'])
    for (const field of ['city', 'street'])
      must.hold(`another activity without the ${field} that was sent`, later[field] !== changed[field as 'city'], later)
  },
)

check(
  service['round-trip'],
  'referenced-address',
  {
    brokenBy: ['service-referenced-not-embedded-in-tree', 'service-referenced-address-bare-in-activity'],
    needs: ['tree-address'],
    effects: true,
  },
  async (context) => {
    const businessPartner = fixture(context).addressedPartner
    const { id, tree } = await created(
      context,
      leastCall(context, { businessPartner, activities: [leastActivity(context)] }),
    )
    const [activity = {}] = activitiesOf(tree)
    const answer = await context.api.service.activity(id, idOf(activity) ?? '')
    must.status(answer, 200)
    const alone = partOf(partOf(answer.json)['address'])
    must.sameId('id of the activity', idOf(partOf(answer.json)), idOf(activity), answer)
    const inTree = partOf(activity['address'])
    must.hold(
      'an address with a source in the tree too, as the activity by itself shows one',
      !given(alone['source']) || given(inTree['source']),
      inTree,
    )
    must.hold(
      'an address with a source by itself too, as the tree shows one',
      !given(inTree['source']) || (given(alone['source']) && given(alone['sourceId'])),
      alone,
    )
  },
)
