import { isRefusal, type Caller } from '../caller.ts'
import { callerByHeaders, problem } from '../header-context.ts'
import type { House } from '../house.ts'
import { empty } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { Call, Interface, Route } from '../interface.ts'
import { crowdPrefix } from '../operation-of.ts'
import { missing, results, turnedDown } from './answers.ts'
import { runBatch } from './batch.ts'
import { listTechnicians } from './list.ts'
import { isRecord, isSame, shownTechnician, withId, write, wrongIn, wrongInAddress } from './record.ts'
import { answerOnCertificate, answerOnSkills, runSkillBatch } from './skills.ts'
import {
  goneOf,
  newExternalId,
  ownerOf,
  beforeChange,
  restoring,
  techniciansFor,
  type CrowdFields,
  type Technician,
} from './technicians.ts'

const base = '/api/crowd/v2/technicians'
const headers = ['X-Account-ID', 'X-Account-Name', 'X-Client-ID', 'X-Client-Version', 'X-Company-Id', 'X-Company-Name']

type Handle = (
  call: Call,
  house: House,
  technicians: Map<string, Technician>,
) => PlatformResponse | Promise<PlatformResponse>

/** Who calls, or the refusal (B-CRW-01, 26). */
function callerOf(call: Call, house: House): Caller | PlatformResponse {
  const { crowd, privilege } = house.rules
  if (!crowd.served(call.operation)) return problem(404, 'Not found', 'there is nothing at this path')
  return callerByHeaders(call, house, {
    room: 'crowd',
    headers,
    isGiven: (name, value, operation) => crowd.isGiven(name, value, operation),
    isPrivileged: (privileges, operation, login) => privilege.serves('crowd', privileges, login, operation),
  })
}

const route = (method: string, path: string, handle: Handle): Route => ({
  method,
  path: `${base}${path}`,
  handle(call, house) {
    const caller = callerOf(call, house)
    if (isRefusal(caller)) return caller
    const technicians = techniciansFor(caller, house, call.operation, call.params['externalId'])
    if (method !== 'GET') {
      call.journal?.add('update', 'CrowdTechnician', restoring(technicians))
      beforeChange(technicians, house)
    }
    return handle(call, house, technicians)
  },
})

function bodyOf({ request }: Call): CrowdFields {
  try {
    const body: unknown = JSON.parse(request.body.toString('utf8'))
    return isRecord(body) ? body : {}
  } catch {
    return {}
  }
}

const createdAs = (
  former: string | undefined,
  call: Call,
  house: House,
  technicians: Map<string, Technician>,
): PlatformResponse => {
  const { crowd } = house.rules
  const sent = bodyOf(call)
  const wrong = wrongIn(sent, {}, 'create', house)
  if (wrong !== undefined && !crowd.actsAnyway('create')) return problem(400, 'Bad Request', wrong)
  const objection = crowd.objects('create', sent, {}, technicians)
  if (objection !== undefined) return turnedDown(objection, house)
  const gone = goneOf(technicians, house)
  const externalId = former ?? crowd.externalId(newExternalId(), sent, [...gone.keys()], technicians)
  const now = house.clock.now()
  const made: Technician = {
    externalId,
    createdAt: new Date(now).toISOString(),
    lastChanged: now,
    fields: {},
    first: sent,
    firstAddress: undefined,
    addresses: new Map(),
    skills: [],
  }
  write(made, crowd.stores(sent, undefined), house)
  technicians.set(externalId, made)
  if (wrong !== undefined) return problem(400, 'Bad Request', wrong)
  return results(crowd.status('create', {}), [shownTechnician(made, house)], 'technician', house)
}

const create: Handle = (call, house, technicians) => createdAs(undefined, call, house, technicians)

/** The technician that a path names. */
const namedIn = ({ params }: Call, { rules }: House, technicians: Map<string, Technician>): Technician | undefined =>
  technicians.get(rules.crowd.meant(params['externalId'] ?? '', [...technicians.keys()]))

const update: Handle = (call, house, technicians) => {
  const { crowd } = house.rules
  const gone = goneOf(technicians, house).get(call.params['externalId'] ?? '')
  const known = namedIn(call, house, technicians) ?? (crowd.reachesGone('update') ? gone : undefined)
  if (!known && gone && crowd.updateMakesAnew()) return createdAs(gone.externalId, call, house, technicians)
  if (!known) return crowd.updateMakes() ? create(call, house, technicians) : missing('update', house)
  technicians.set(known.externalId, known)
  const sent = bodyOf(call)
  const same = isSame(sent, known.fields)
  const wrong = wrongIn(sent, known.fields, 'update', house)
  const objection = wrong === undefined ? crowd.objects('update', sent, known.fields, technicians) : undefined
  if (objection !== undefined) return turnedDown(objection, house)
  if (wrong === undefined || crowd.actsAnyway('update')) write(known, crowd.stores(sent, known.fields), house)
  if (wrong !== undefined) return problem(400, 'Bad Request', wrong)
  return results(crowd.status('update', { same }), [shownTechnician(known, house)], 'technician', house)
}

const read: Handle = (call, house, technicians) => {
  const known = namedIn(call, house, technicians)
  return known ? results(200, [shownTechnician(known, house)], 'technician', house) : missing('read', house)
}

const remove: Handle = (call, house, technicians) => {
  const { crowd } = house.rules
  const externalId = call.params['externalId'] ?? ''
  const known = technicians.get(externalId)
  if (!known) return missing('delete', house)
  if (crowd.removes('technician')) {
    technicians.delete(externalId)
    goneOf(technicians, house).set(externalId, known)
  }
  return empty(crowd.status('delete', { parts: known.addresses.size + known.skills.length > 0 }))
}

/** What is done to one address of a technician, or to a new one. */
const ofAddress =
  (
    does: 'read' | 'update' | 'delete' | 'create',
    handle: (call: Call, house: House, technician: Technician, address: CrowdFields) => PlatformResponse,
  ): Handle =>
  (call, house, technicians) => {
    const { crowd } = house.rules
    const named = technicians.get(call.params['externalId'] ?? '')
    const gone = goneOf(technicians, house).get(call.params['externalId'] ?? '')
    const id = call.params['id'] ?? ''
    const owner = does === 'create' || crowd.isByOwner(does) ? undefined : ownerOf(id, technicians)
    const technician = (named && owner) ?? named ?? (crowd.reachesGone('address') ? gone : undefined)
    const stranger = does === 'update' && crowd.updateCreates() ? { id } : undefined
    const address = does === 'create' ? {} : (technician?.addresses.get(id) ?? stranger)
    return technician && address ? handle(call, house, technician, address) : missing(does, house)
  }

const createAddress = ofAddress('create', (call, house, technician) => {
  const sent = bodyOf(call)
  const wrong = wrongInAddress(sent)
  if (wrong !== undefined) return problem(400, 'Bad Request', wrong)
  const objection = house.rules.crowd.objects('address', { address: sent }, {}, new Map())
  if (objection !== undefined) return turnedDown(objection, house)
  const made = withId(house.rules.crowd.identified(sent, [...technician.addresses.keys()]))
  technician.addresses.set(String(made['id']), made)
  const { crowd } = house.rules
  return results(crowd.status('create', {}), [crowd.address(made)], 'address', house)
})

const readAddress = ofAddress('read', (_call, house, _technician, address) =>
  results(200, [house.rules.crowd.address(address)], 'address', house),
)

const updateAddress = ofAddress('update', (call, house, technician, address) => {
  const { crowd } = house.rules
  const sent = bodyOf(call)
  const wrong = wrongInAddress(sent)
  if (wrong !== undefined) return problem(400, 'Bad Request', wrong)
  const objection = crowd.objects('address', { address: sent }, {}, new Map())
  if (objection !== undefined) return turnedDown(objection, house)
  const now = { ...address, ...crowd.stores(sent, address), id: address['id'] }
  const isNew = !technician.addresses.has(String(address['id']))
  technician.addresses.set(String(address['id']), now)
  if (isNew) return empty(crowd.status('create', {}))
  return results(crowd.status('update', {}), [crowd.address(now)], 'address', house)
})

const removeAddress = ofAddress('delete', (_call, house, technician, address) => {
  const { crowd } = house.rules
  if (crowd.keepsAddress(technician.addresses.size)) return turnedDown('the only address stays', house)
  if (crowd.removes('address') && crowd.removesAddress(technician.addresses.size))
    technician.addresses.delete(String(address['id']))
  if (crowd.removesAlike())
    for (const [id, other] of technician.addresses)
      if (isSame({ ...address, id }, other)) technician.addresses.delete(id)
  return empty(crowd.status('delete', {}))
})

const batch = ofAddress('create', (call, house, technician) =>
  runBatch(technician, bodyOf(call), house.rules.crowd.isTransaction(call.query.get('transactional')), house),
)

const readSkill: Handle = (call, house, technicians) => {
  const skill = technicians.get(call.params['externalId'] ?? '')?.skills.find(({ uuid }) => uuid === call.params['id'])
  return skill ? results(200, [house.rules.crowd.skill(skill)], 'skill', house) : missing('read', house)
}

/** Calls on the skills of the technician that the path names. */
const ofSkills =
  (answer: (...asked: Parameters<typeof answerOnSkills>) => ReturnType<Handle>): Handle =>
  (call, house, technicians) => {
    const technician = namedIn(call, house, technicians)
    if (!technician) return missing('read', house)
    const { method, body } = call.request
    return answer(technician, { method, id: call.params['id'], body, type: call.header('Content-Type') }, house)
  }

/** Crowd technicians, at each cluster's address. */
export const crowdInterface: Interface = {
  name: 'crowd',
  at: 'cluster',
  routes: [
    route('POST', '', create),
    route('GET', '', listTechnicians),
    route('PUT', '/external-id/:externalId', update),
    route('GET', '/external-id/:externalId', read),
    route('DELETE', '/external-id/:externalId', remove),
    route('POST', '/:externalId/addresses', createAddress),
    route('GET', '/:externalId/addresses/:id', readAddress),
    route('PUT', '/:externalId/addresses/:id', updateAddress),
    route('DELETE', '/:externalId/addresses/:id', removeAddress),
    route('POST', '/:externalId/addresses/actions/batch', batch),
    route('GET', '/:externalId/skills/:id', readSkill),
    route('GET', '/:externalId/skills', ofSkills(answerOnSkills)),
    route('POST', '/:externalId/skills', ofSkills(answerOnSkills)),
    route('PUT', '/:externalId/skills/:id', ofSkills(answerOnSkills)),
    route('DELETE', '/:externalId/skills/:id', ofSkills(answerOnSkills)),
    route(
      'POST',
      '/:externalId/skills/actions/batch',
      ofSkills((technician, { body }, house) => runSkillBatch(technician, body, house)),
    ),
    route('PUT', '/:externalId/skills/:id/certificates', ofSkills(answerOnCertificate)),
    route('GET', '/:externalId/skills/:id/certificates', ofSkills(answerOnCertificate)),
  ].flatMap((one) => [one, { ...one, path: `${crowdPrefix}${one.path}` }]),
}
