import { randomUUID } from 'node:crypto'
import type { Variant } from '../deviation.ts'
import { storeAt } from '../data/stores.ts'
import { jsonIn, withBody, type Json } from '../faults/passing.ts'
import { bearerIn } from '../faults/token-calls.ts'
import { isTreePost } from '../faults/tree-memory.ts'
import type { House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { serviceRules } from '../rulebook/service.ts'
import { findToken } from '../token/store.ts'
import { through } from './lawful.ts'
import { isFieldList } from './turned-away.ts'

const { service } = serviceRules

const listIn = (value: unknown): ReadonlyArray<Readonly<Json>> =>
  Array.isArray(value) ? (value as readonly unknown[]).filter(isFieldList) : []

/** The external ids that a tree gives, each with the table of its record. */
function namesGiven(call: Readonly<Json>): ReadonlyArray<readonly [table: string, externalId: string]> {
  const activities = listIn(call['activities'])
  const materials = [call, ...activities].flatMap((part) => listIn(part['reservedMaterials']))
  const of = (table: string) => (part: Readonly<Json>) => {
    const name = part['externalId']
    return typeof name === 'string' && name !== '' ? [[table, name] as const] : []
  }
  return [
    ...of('ServiceCall')(call),
    ...activities.flatMap(of('Activity')),
    ...materials.flatMap(of('ReservedMaterial')),
  ]
}

/** Whether a record of any company of the account has, or had, an external id. */
function wasGiven(table: string, externalId: string, request: PlatformRequest, house: House): boolean {
  const account = findToken(house, bearerIn(request))?.account
  return (account?.companies ?? []).some((company) => {
    const records = account && storeAt({ account, company }, house).table(table)
    return (
      records?.byExternalId(externalId) !== undefined ||
      records?.deletions.some(({ record }) => record.externalId === externalId) === true
    )
  })
}

const filled = (part: Readonly<Json>): Json => {
  const { externalId, ...rest } = part
  const materials = Array.isArray(part['reservedMaterials'])
    ? {
        reservedMaterials: (part['reservedMaterials'] as readonly unknown[]).map((one) =>
          isFieldList(one) ? named(one) : one,
        ),
      }
    : {}
  return { ...named({ ...rest, externalId }), ...materials }
}

const named = ({ externalId, ...part }: Readonly<Json>): Json => ({
  ...part,
  externalId: (externalId ?? '') === '' ? randomUUID() : externalId,
})

const priorities = ['LOW', 'MEDIUM', 'HIGH']
const statuses = ['-2', '-1']
const codes: Readonly<Record<string, readonly string[]>> = {
  origin: ['-1', '-2', '-3'],
  type: ['-1', '-2'],
  problemType: ['-1', '-2'],
}

const isOf = (value: unknown, known: readonly string[]): boolean => typeof value !== 'string' || known.includes(value)

/** Lawful readings of service calls, thought up by a twelfth reader (suites/two-readings). */
export const twelfthTreeVariants: readonly Variant[] = [
  through(
    'service-external-ids-of-all-companies-and-times',
    ['B-SVC-27'],
    'An external id that a record of its kind in any company has, or had, is refused with 403.',
    async (request, go, { house }) => {
      const call = isTreePost(request) ? jsonIn(request) : undefined
      const isTaken = call && namesGiven(call).some(([table, name]) => wasGiven(table, name, request, house))
      return isTaken ? json(403, { error: 'CA-147', message: 'externalId is taken', values: [] }) : go(request)
    },
  ),
  {
    ...through(
      'service-external-ids-are-filled-in',
      ['B-SVC-22', 'B-SVC-27'],
      'What is created without an externalId gets one that is a UUID.',
      (request, go) => {
        const call = isTreePost(request) ? jsonIn(request) : undefined
        if (!call || Array.isArray(call)) return go(request)
        const activities = Array.isArray(call['activities'])
          ? {
              activities: (call['activities'] as readonly unknown[]).map((one) =>
                isFieldList(one) ? filled(one) : one,
              ),
            }
          : {}
        return go(withBody(request, Buffer.from(JSON.stringify({ ...filled(call), ...activities }))))
      },
    ),
    rule: {
      service: { defaultActivity: (call) => ({ ...service.defaultActivity(call), externalId: randomUUID() }) },
    },
  },
  {
    id: 'service-priorities-and-statuses-of-a-list',
    leaves: ['B-SVC-19'],
    says: 'priority, status, origin, type and problemType of a service call are of lists of codes; others are refused with 403.',
    rule: {
      service: {
        objects: (call) =>
          isOf(call['priority'], priorities) &&
          isOf(call['status'], statuses) &&
          Object.entries(codes).every(([name, known]) => isOf(call[name], known))
            ? undefined
            : 'there is no such code',
        objectionStatus: () => 403,
      },
    },
  },
]
