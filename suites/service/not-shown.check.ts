import { observe } from '../../src/kit/index.ts'
import { service } from './requirements.ts'
import {
  activitiesOf,
  created,
  idOf,
  leastActivity,
  leastCall,
  leastMaterial,
  fixture,
  partOf,
  partsIn,
} from './tree.ts'

observe(service['old-headers'], 'account-and-company', {}, async (context) => {
  const { id } = await created(context, leastCall(context))
  const old = {
    'X-Account-Name': undefined,
    'X-Company-Name': undefined,
    account: context.target.account,
    company: context.target.company,
  }
  const answer = await context.api.service.get(id, { headers: old })
  return `the headers account and company in place of X-Account-Name and X-Company-Name: status ${answer.status}`
})

observe(service['not-shown'], 'external-id-twice', {}, async (context) => {
  const body = leastCall(context)
  const first = await created(context, body)
  const second = await context.api.service.create(body)
  const same = idOf(partOf(second.json)) === first.id
  return `a POST with an external id that exists: status ${second.status}${second.status === 200 ? `, ${same ? 'the same' : 'another'} service call` : ''}`
})

observe(service['not-shown'], 'large-tree', {}, async (context) => {
  const body = leastCall(context, { activities: Array.from({ length: 11 }, () => leastActivity(context)) })
  const { status } = await context.api.service.create(body)
  return `a service call with eleven activities: status ${status}`
})

observe(service['not-shown'], 'default-activity', {}, async (context) => {
  const { tree } = await created(context, leastCall(context))
  const [activity] = activitiesOf(tree)
  return activity ? `a default activity has ${Object.keys(activity).sort().join(', ')}` : 'no default activity'
})

observe(service['not-shown'], 'reference-without-a-key', {}, async (context) => {
  const answer = await context.api.service.create(leastCall(context, { businessPartner: {} }))
  return `a reference with no key: status ${answer.status}`
})

observe(service['material-defaults'], 'without-moved-and-used', {}, async (context) => {
  const { moved: _m, used: _u, ...material } = leastMaterial(context)
  const answer = await context.api.service.create(
    leastCall(context, { activities: [leastActivity(context, { reservedMaterials: [material] })] }),
  )
  const [activity] = activitiesOf(partOf(answer.json))
  const [kept] = partsIn(activity?.['reservedMaterials'])
  return `a reserved material without moved and used: status ${answer.status}${kept ? `, moved ${String(kept['moved'])}, used ${String(kept['used'])}` : ''}`
})

observe(service['activity-source'], 'of-a-referenced-address', {}, async (context) => {
  const body = leastCall(context, {
    businessPartner: fixture(context).addressedPartner,
    activities: [leastActivity(context)],
  })
  const { tree } = await created(context, body)
  const address = partOf(activitiesOf(tree)[0]?.['address'])
  return `source ${String(address['source'])}, sourceId ${address['sourceId'] === undefined ? 'absent' : 'shown'}`
})

observe(service['address-not-sent'], 'partner-with-an-address', {}, async (context) => {
  const body = leastCall(context, {
    businessPartner: fixture(context).addressedPartner,
    activities: [leastActivity(context)],
  })
  const { tree } = await created(context, body)
  const address = activitiesOf(tree)[0]?.['address']
  return address
    ? 'an activity created without an address shows the referenced one'
    : 'an activity created without an address shows none'
})
