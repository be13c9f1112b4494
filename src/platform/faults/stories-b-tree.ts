import { storeAt } from '../data/stores.ts'
import type { Fault } from '../deviation.ts'
import { heldWithin } from '../held-within.ts'
import { perHouse, type House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { serviceRules } from '../rulebook/service.ts'
import type { StoredRecord } from '../store/record.ts'
import { codeOf } from '../service/lookup.ts'
import { askedOf, isWell, jsonIn, passing, withJson, type Json } from './passing.ts'
import { isTreeCall, isTreePost, ofActivities, sentOf, type Origin } from './tree-memory.ts'
import { uuidIn } from './tree-edits.ts'
import { activitiesIn } from './tree-wire.ts'

const { service } = serviceRules

const asFields = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
const isListOfParts = (value: unknown): value is readonly Json[] => Array.isArray(value)

const houseHeld = heldWithin<House>()
const isUnheardOf = heldWithin<boolean>()
/** External ids of service calls that trees had, and those that a reference named in vain. */
const inTrees = perHouse(() => new Set<unknown>())
const inVain = perHouse(() => new Set<unknown>())
/** What trees and activities showed when they were read first, by their ids. */
const shownOnce = perHouse(() => new Map<string, Json>())
const changes = perHouse(() => new Map<string, number>())
const subjects = perHouse(() => new Map<string, unknown>())

/** A business partner by its id, in whatever company. */
function partnerAnywhere(id: unknown, { world }: House, house: House): StoredRecord | undefined {
  for (const account of world.accounts)
    for (const company of account.companies) {
      const found = storeAt({ account, company }, house).table('BusinessPartner').byId(String(id))
      if (found) return found
    }
  return undefined
}

const isTreeRead = (request: PlatformRequest): boolean => request.method === 'GET' && isTreeCall(request)

/** A tree or an activity that is read shows what a part of it was when it was read first. */
const remembering = (id: string, says: string, edit: (now: Json, first: Json) => Json): Fault =>
  passing(`service-${id}`, ['B-SVC-31'], says, async (request, go, { house }) => {
    const response = await go(request)
    if (!isTreeRead(request) || !isWell(response)) return response
    const known = shownOnce(house)
    const edited = (part: Json): Json => {
      const key = `${id} ${String(uuidIn(part['id']))}`
      const first = known.get(key) ?? part
      known.set(key, first)
      return edit(part, first)
    }
    return withJson(response, (body) =>
      'activities' in body ? { ...edited(body), activities: activitiesIn(body).map(edited) } : edited(body),
    )
  })

const hasMoved = (activity: Readonly<Record<string, unknown>>, origin: Origin): boolean =>
  activity['plannedStartDate'] !== activitiesIn(origin.tree)[origin.at]?.['plannedStartDate']

/** Quiet breaches of the Service API that show in stories of several calls. */
export const storiesBTreeFaults: readonly Fault[] = [
  {
    ...passing(
      'service-partner-by-id-of-any-company',
      ['B-SVC-18', 'B-PRV-02'],
      'A business partner that a tree names by its id alone may be of any company, and is shown with its code and external id.',
      (request, go, { house }) =>
        houseHeld.run(house, async () => {
          const response = await go(request)
          const partner = isTreeCall(request) ? asFields(jsonIn(response)?.['businessPartner']) : {}
          const found = 'id' in partner && !('code' in partner) && partnerAnywhere(partner['id'], house, house)
          return found
            ? withJson(response, (tree) => ({
                ...tree,
                businessPartner: { ...partner, code: codeOf('BusinessPartner', found), externalId: found.externalId },
              }))
            : response
        }),
    ),
    rule: {
      service: {
        onMissing: (field, reference) => {
          const house = field === 'businessPartner' ? houseHeld.get() : undefined
          const found = house && 'id' in reference ? partnerAnywhere(reference['id'], house, house) : undefined
          return found?.id ?? service.onMissing(field, reference)
        },
      },
    },
  },
  {
    ...passing(
      'service-external-ids-of-the-data-api-overlooked',
      ['B-SVC-08'],
      'The external id of a service call that the Data API made can be given to another one by a tree.',
      async (request, go, { house }) => {
        if (!isTreePost(request)) return go(request)
        const externalId = jsonIn(request)?.['externalId']
        const known = inTrees(house)
        const response = await isUnheardOf.run(!known.has(externalId), () => go(request))
        if (isWell(response)) known.add(externalId)
        return response
      },
    ),
    rule: {
      service: {
        onTakenExternalId: (table, ...more) =>
          table === 'ServiceCall' && isUnheardOf.get() === true ? 'double' : service.onTakenExternalId(table, ...more),
      },
    },
  },
  passing(
    'service-partners-named-in-vain-remembered',
    ['B-SVC-09', 'B-SVC-03'],
    'A business partner that was named by an external id that nobody had yet is never found by it.',
    async (request, go, { house }) => {
      const partner = isTreePost(request) ? asFields(jsonIn(request)?.['businessPartner']) : {}
      const named = 'id' in partner || 'code' in partner ? undefined : partner['externalId']
      if (named === undefined) return go(request)
      const known = inVain(house)
      if (known.has(named)) return json(400, { error: 'bad_request', message: 'businessPartner refers to no record' })
      const response = await go(request)
      if (response.status === 400) known.add(named)
      return response
    },
  ),
  remembering(
    'deleted-attachments-still-shown',
    'An attachment that was deleted stays in the tree that was read with it, and in its activity.',
    (now, first) =>
      isListOfParts(first['attachments']) &&
      isListOfParts(now['attachments']) &&
      now['attachments'].length < first['attachments'].length
        ? { ...now, attachments: first['attachments'] }
        : now,
  ),
  remembering(
    'cleared-remarks-still-shown',
    'Remarks that were taken away stay in a tree that was read with them.',
    (now, first) => ('remarks' in first && !('remarks' in now) ? { ...now, remarks: first['remarks'] } : now),
  ),
  passing(
    'service-second-change-of-a-subject-unheard',
    ['B-SVC-31'],
    'A tree shows a change of its subject; after a second one it shows the first still.',
    async (request, go, { house }) => {
      const { method, resource, by, name } = askedOf(request)
      const response = await go(request)
      if (!isWell(response)) return response
      const known = changes(house)
      const key = String(name).replaceAll('-', '').toUpperCase()
      if (method === 'PATCH' && resource === 'ServiceCall' && by === 'id' && 'subject' in (jsonIn(request) ?? {}))
        known.set(key, (known.get(key) ?? 0) + 1)
      const tree = isTreeRead(request) ? jsonIn(response) : undefined
      const id = String(uuidIn(tree?.['id'])).replaceAll('-', '').toUpperCase()
      const count = known.get(id) ?? 0
      if (!tree || count === 0) return response
      if (count === 1) subjects(house).set(id, tree['subject'])
      const former = subjects(house).get(id)
      return count > 1 && former !== undefined ? withJson(response, (now) => ({ ...now, subject: former })) : response
    },
  ),
  ofActivities(
    'activity-without-remarks-once-rescheduled',
    ['B-SVC-31'],
    'An activity that was given another time has no remarks any more.',
    (activity, origin) => {
      const { remarks: _remarks, ...rest } = activity
      return hasMoved(activity, origin) ? rest : activity
    },
  ),
  ofActivities(
    'activity-with-its-first-remarks-once-rescheduled',
    ['B-SVC-31'],
    'An activity that was given another time has the remarks again that it was created with.',
    (activity, origin) => {
      const { remarks } = sentOf(origin)
      return hasMoved(activity, origin) && remarks !== undefined ? { ...activity, remarks } : activity
    },
  ),
  ofActivities(
    'activity-with-remarks-of-the-one-before',
    ['B-SVC-31'],
    'An activity that was sent without remarks has those of the one before it.',
    (activity, origin) => {
      const before = origin.at > 0 ? sentOf({ ...origin, at: origin.at - 1 })['remarks'] : undefined
      return sentOf(origin)['remarks'] === undefined && before !== undefined
        ? { ...activity, remarks: before }
        : activity
    },
  ),
  ofActivities(
    'activity-with-attachments-of-the-one-before',
    ['B-SVC-31', 'B-SVC-23'],
    'An activity that was sent without attachments has those of the one before it.',
    (activity, origin) => {
      const before = origin.at > 0 ? activitiesIn(origin.tree)[origin.at - 1]?.['attachments'] : undefined
      return sentOf(origin)['attachments'] === undefined && Array.isArray(before)
        ? { ...activity, attachments: before as unknown }
        : activity
    },
  ),
]
