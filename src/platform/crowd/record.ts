import type { House } from '../house.ts'
import { newExternalId, newId, tags, type CrowdFields, type Skill, type Technician } from './technicians.ts'

const texts = ['businessPartner', 'email', 'firstName', 'lastName', 'mobilePhone']
const addressFields = ['city', 'country', 'id', 'number', 'streetName', 'zipCode']

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
export const isRecord = (value: unknown): value is CrowdFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Why a technician cannot be stored as it was sent; undefined if it can. */
export function wrongIn(
  sent: CrowdFields,
  before: CrowdFields,
  does: 'create' | 'update',
  { rules }: House,
): string | undefined {
  const lacking = rules.crowd.requires(does, sent, before).find((name) => !rules.crowd.isThere(sent[name]))
  if (lacking !== undefined) return `${lacking} is required`
  const odd = texts.find((name) => sent[name] !== undefined && sent[name] !== null && typeof sent[name] !== 'string')
  if (odd !== undefined) return `${odd} must be a string`
  const { address, serviceArea, skills } = sent
  if (isRecord(address) && wrongInAddress(address) !== undefined) return wrongInAddress(address)
  if (isRecord(serviceArea) && isRecord(serviceArea['radius'])) {
    const { unit, value } = serviceArea['radius']
    if (unit !== 'km' && unit !== 'mi') return 'the unit of a radius is km or mi'
    if (typeof value !== 'number') return 'the value of a radius is a number'
  }
  if (Array.isArray(skills)) {
    const unknown = (skills as readonly unknown[]).find((one) => !(tagOf(one) in tags))
    if (unknown !== undefined) return 'a skill needs the tagExternalId of a tag'
  }
  return undefined
}

const tagOf = (skill: unknown): string =>
  isRecord(skill) ? String(skill['tagExternalId'] ?? skill['tagExternalID']) : ''

export function wrongInAddress(sent: CrowdFields): string | undefined {
  const odd = addressFields.find(
    (name) => !['string', 'number', 'undefined'].includes(typeof sent[name]) && sent[name] !== null,
  )
  return odd === undefined ? undefined : `${odd} must be a string`
}

/** Puts what was sent into a technician, new or not. */
export function write(technician: Technician, sent: CrowdFields, house: House): void {
  const { externalId: _own, createdAt: _then, skills, address, serviceArea, ...plain } = sent
  technician.lastChanged = house.clock.now()
  technician.fields = { ...house.rules.crowd.keeps(technician.fields), ...plain }
  if (!house.rules.crowd.keepsParts()) {
    technician.addresses.clear()
    technician.skills = []
  }
  if (isRecord(serviceArea)) technician.fields = { ...technician.fields, serviceArea: withId(serviceArea) }
  if (isRecord(address)) {
    const main = withId(house.rules.crowd.identified(address, [...technician.addresses.keys()]))
    technician.addresses.set(main['id'] as string, main)
    technician.firstAddress ??= main
    technician.fields = { ...technician.fields, addressId: main['id'] }
  }
  if (Array.isArray(skills))
    technician.skills = (skills as readonly CrowdFields[]).map((skill) => skillOf(skill, technician.externalId, house))
}

export const withId = (sent: CrowdFields): CrowdFields => ({ ...sent, id: isText(sent['id']) ? sent['id'] : newId() })

export function skillOf(sent: CrowdFields, technicianExternalId: string, { rules, clock }: House): Skill {
  const tagExternalId = tagOf(sent)
  return {
    uuid: newId(),
    externalId: isText(sent['externalId']) ? sent['externalId'] : newExternalId(),
    tagExternalId,
    tagName: tags[tagExternalId] ?? '',
    technicianExternalId,
    ...rules.crowd.skillDates(
      { startedAt: sent['startedAt'] ?? sent['starteddAt'] ?? null, expiredAt: sent['expiredAt'] ?? null },
      clock.now(),
    ),
    status: 'ACTIVE',
    approvalDecision: rules.crowd.approval(sent['approvalDecision']),
    certificate: rules.crowd.certificate(sent['certificate']),
  }
}

export function shownTechnician(
  { externalId, createdAt, lastChanged, fields, addresses, skills, firstAddress }: Technician,
  { rules: { crowd } }: House,
): CrowdFields {
  const { addressId, ...plain } = fields
  const main = addresses.get(String(addressId))
  return crowd.shows({
    ...plain,
    externalId,
    createdAt: crowd.created(createdAt, new Date(lastChanged).toISOString()),
    address: crowd.embedded(main && crowd.address(main), firstAddress && crowd.address(firstAddress)),
    skills: skills.map((skill) => crowd.skill(skill)),
  })
}

/** Whether what is sent changes nothing. */
export const isSame = (sent: CrowdFields, before: CrowdFields): boolean =>
  Object.keys(sent).every((name) => sent[name] === before[name])
