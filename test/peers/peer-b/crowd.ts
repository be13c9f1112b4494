import type { Answer, Call } from '../http.ts'
import { onlyMethods, Refusal } from '../http.ts'
import type { Values } from '../peer/model.ts'
import { addressOf, batchOf } from './addresses.ts'
import type { Context } from './context.ts'
import { headerOf, invalid, isObject, jsonOf, missing, textIn } from './context.ts'
import type { Technician } from './state.ts'
import { uuid } from './state.ts'

const crowdHeaders = [
  'X-Account-ID',
  'X-Account-Name',
  'X-Client-ID',
  'X-Client-Version',
  'X-Company-Id',
  'X-Company-Name',
]
const approvals =
  'PENDING REVIEW APPROVED DECLINED APPROVED_CLOSED DECLINED_CLOSED CANCELLED APPROVAL_NOT_REQUIRED'.split(' ')
const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value))
const results = (status: number, ...all: unknown[]): Answer => ({ status, json: { results: all } })

function skillOf(value: unknown, technician: string): Values {
  if (!isObject(value)) throw invalid('skills')
  const decision = value['approvalDecision'] ?? {}
  if (!isObject(decision)) throw invalid('skills.approvalDecision')
  // Choice: an approval is pending unless told; a skill's status is whatever text is sent, else ASSIGNED.
  const approvalStatus = decision['approvalStatus'] ?? 'PENDING'
  if (!approvals.includes(approvalStatus as string)) throw invalid('skills.approvalDecision.approvalStatus')
  const startedAt = value['startedAt'] ?? value['starteddAt'] ?? null
  const expiredAt = value['expiredAt'] ?? null
  if ([startedAt, expiredAt].some((day) => day !== null && !isDay(day))) throw invalid('skills: date')
  // Choice: both spellings are understood, the one with a single d and a small d is answered.
  return {
    approvalDecision: { approvalStatus, reason: decision['reason'] ?? null },
    certificate: value['certificate'] ?? null,
    expiredAt,
    startedAt,
    status: value['status'] ?? 'ASSIGNED',
    tagExternalId: value['tagExternalId'] ?? value['tagExternalID'] ?? null,
    tagName: value['tagName'] ?? null,
    technicianExternalId: technician,
    uuid: uuid(),
    externalId: value['externalId'] ?? null,
  }
}

function areaOf(value: unknown): unknown {
  if (value === undefined || value === null) return null
  if (!isObject(value)) throw invalid('serviceArea')
  const radius = value['radius'] ?? null
  if (radius !== null) {
    const { unit, value: size } = isObject(radius) ? radius : {}
    if ((unit !== 'km' && unit !== 'mi') || typeof size !== 'number') throw invalid('serviceArea.radius')
  }
  for (const name of ['latitude', 'longitude'])
    if (value[name] != null && typeof value[name] !== 'number') throw invalid(`serviceArea.${name}`)
  return { googlePlaceId: null, latitude: null, longitude: null, ...value, radius, id: value['id'] ?? uuid() }
}

export function createCrowd({ state, privileged, placed }: Context) {
  /** Choice: the first address of a technician is the one shown with it. */
  const show = ({ externalId, createdAt, lastChanged, values, addresses, skills }: Technician): Values => ({
    ...values,
    externalId,
    createdAt,
    lastChanged,
    address: addresses[0] ?? null,
    skills,
  })

  function filled(body: Values, required: readonly string[], old: Technician | undefined, externalId: string) {
    for (const name of required) textIn(body, name)
    if (!/^[^\s@]+@[^\s@]+$/.test(textIn(body, 'email'))) throw invalid('email')
    if (body['skills'] != null && !Array.isArray(body['skills'])) throw invalid('skills')
    const sent = (body['skills'] as unknown[] | undefined)?.map((one) => skillOf(one, externalId))
    // Choice: an update clears what it leaves out, but for the business partner, the skills and the addresses.
    const values = {
      businessPartner: body['businessPartner'] ?? old?.values['businessPartner'] ?? null,
      email: body['email'],
      firstName: body['firstName'],
      lastName: body['lastName'],
      mobilePhone: body['mobilePhone'] ?? null,
      serviceArea: areaOf(body['serviceArea']),
    }
    const first = body['address'] == null ? undefined : addressOf(body['address'])
    const kept = old?.addresses ?? []
    const addresses =
      first === undefined ? kept : [{ ...first, id: kept[0]?.['id'] ?? first['id'] ?? uuid() }, ...kept.slice(1)]
    return { values, addresses, skills: sent ?? old?.skills ?? [], lastChanged: new Date().toISOString() }
  }

  function list(call: Call, all: readonly Technician[]): Answer {
    const whole = (name: string, least: number, fallback: number) => {
      const text = call.query.get(name) ?? String(fallback)
      if (!/^\d{1,9}$/.test(text) || Number(text) < least) throw invalid(name)
      return Number(text)
    }
    // Choice: pages count from 0 and have a dozen; by last name, downwards; a page past the last one is not found.
    const [page, size] = [whole('Page', 0, 0), whole('Size', 1, 12)]
    const skillName = call.query.get('skillName')
    const day = call.query.get('skllValidityDate')
    if (day !== undefined && !isDay(day)) throw invalid('skllValidityDate')
    // Choice: the date is the very day on which the skill expires, of the named skill when one is named.
    const fits = (skill: Values) =>
      (skillName === undefined || skill['tagName'] === skillName) &&
      (day === undefined || String(skill['expiredAt']).slice(0, 10) === day.slice(0, 10))
    const found = all
      .filter(({ skills }) => (skillName === undefined && day === undefined) || skills.some(fits))
      .sort((one, two) => String(two.values['lastName']).localeCompare(String(one.values['lastName']), 'en'))
    const totalPages = Math.ceil(found.length / size)
    if (page > 0 && page >= totalPages) throw missing('page')
    const shown = found.slice(page * size, (page + 1) * size)
    return {
      status: 200,
      json: {
        first: page === 0,
        last: page + 1 >= totalPages,
        number: page,
        numberOfElements: shown.length,
        results: shown.map(({ externalId, lastChanged, values: { firstName, lastName } }) => ({
          externalId,
          firstName,
          lastChanged,
          lastName,
        })),
        size,
        totalElements: found.length,
        totalPages,
      },
    }
  }

  return (call: Call, path: readonly string[]): Answer => {
    const holder = privileged(call, 'ADMINISTRATOR', 'SUPERUSER')
    const { at } = placed(call, holder, crowdHeaders)
    // Choice: the one written Accept value is expected, blanks and case aside; the content type on every call.
    if (headerOf(call, 'accept').replaceAll(' ', '').toLowerCase() !== 'application/json;charset=utf-8')
      throw new Refusal({ status: 406, json: { error: 'invalid_request', error_description: 'Accept' } })
    if (!/^application\/json\b/i.test(headerOf(call, 'content-type')))
      throw new Refusal({ status: 415, json: { error: 'invalid_request', error_description: 'Content-Type' } })
    const ours = state.technicians.filter((one) => one.at === at)
    const find = (externalId: string | undefined): Technician => {
      const found = ours.find((one) => one.externalId === externalId)
      if (found === undefined) throw missing('technician')
      return found
    }
    const [first, second, third, fourth] = path
    if (first === undefined) {
      onlyMethods(call, 'GET', 'POST')
      if (call.method === 'GET') return list(call, ours)
      // Choice: an external id that is sent is ignored, as the service generates it.
      const externalId = `crowd-${state.next++}`
      const made = filled(jsonOf(call), ['businessPartner', 'email', 'firstName', 'lastName'], undefined, externalId)
      const technician: Technician = { at, externalId, createdAt: made.lastChanged, ...made }
      state.technicians.push(technician)
      return results(201, show(technician))
    }
    if (first === 'external-id' && path.length === 2) {
      onlyMethods(call, 'GET', 'PUT', 'DELETE')
      if (call.method === 'DELETE') {
        state.technicians = state.technicians.filter((one) => one.at !== at || one.externalId !== second)
        return { status: 204 }
      }
      const technician = find(second)
      if (call.method === 'GET') return results(200, show(technician))
      const required = ['email', 'firstName', 'lastName', 'mobilePhone']
      Object.assign(technician, filled(jsonOf(call), required, technician, technician.externalId))
      // Choice: 201 for an update of a technician, 200 for one of an address; who is not there is not created.
      return results(201, show(technician))
    }
    if (second === 'skills' && path.length === 3) {
      onlyMethods(call, 'GET')
      const skill = find(first).skills.find((one) => one['uuid'] === third)
      if (skill === undefined) throw missing('skill')
      return results(200, skill)
    }
    if (second !== 'addresses') throw missing('path')
    if (third === 'actions' && fourth === 'batch' && path.length === 4) {
      onlyMethods(call, 'POST')
      return batchOf(call, find(first))
    }
    if (third === undefined) {
      onlyMethods(call, 'POST')
      const technician = find(first)
      const address = { ...addressOf(jsonOf(call)), id: uuid() }
      technician.addresses = [...technician.addresses, address]
      return results(201, address)
    }
    if (path.length > 3) throw missing('path')
    onlyMethods(call, 'GET', 'PUT', 'DELETE')
    if (call.method === 'DELETE') {
      const technician = ours.find((one) => one.externalId === first)
      if (technician) technician.addresses = technician.addresses.filter(({ id }) => id !== third)
      return { status: 204 }
    }
    const technician = find(first)
    const old = technician.addresses.find(({ id }) => id === third)
    if (old === undefined) throw missing('address')
    if (call.method === 'GET') return results(200, old)
    const next = { ...addressOf(jsonOf(call)), id: third }
    technician.addresses = technician.addresses.map((one) => (one === old ? next : one))
    return results(200, next)
  }
}
