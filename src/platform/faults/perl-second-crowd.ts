import { isRecord } from '../crowd/record.ts'
import { everyTechnician, type CrowdFields } from '../crowd/technicians.ts'
import type { Fault } from '../deviation.ts'
import type { House } from '../house.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { reachRules } from '../rulebook/reach.ts'
import { objectSent } from '../variants/turned-away.ts'
import { askedOf, isWell, passing } from './passing.ts'
import { elementsIn } from './people-kinds.ts'

const { crowd } = crowdRules
const { reach } = reachRules

const addressPath = /\/technicians\/([^/]+)\/addresses\/([^/]+)$/
const batchPath = /\/technicians\/([^/]+)\/addresses\/actions\/batch$/

/** Gives the addresses of that id of all technicians the fields that were sent for one. */
function spread(id: string, sent: CrowdFields, house: House): void {
  for (const [, { addresses }] of everyTechnician(house)) {
    const known = addresses.get(id)
    if (known) addresses.set(id, { ...known, ...sent, id })
  }
}

const lastOfEachTag = (skills: unknown): unknown =>
  Array.isArray(skills)
    ? (skills as readonly unknown[]).filter(
        (one, at) =>
          !isRecord(one) ||
          !skills.slice(at + 1).some((other) => isRecord(other) && other['tagExternalId'] === one['tagExternalId']),
      )
    : skills

const oneSkillPerTag = (id: string, says: string, isMeant: (before: CrowdFields | undefined) => boolean): Fault => ({
  id,
  breaks: ['B-CRW-28'],
  says,
  rule: {
    crowd: {
      stores: (sent, before) =>
        crowd.stores(
          'skills' in sent && isMeant(before) ? { ...sent, skills: lastOfEachTag(sent['skills']) } : sent,
          before,
        ),
    },
  },
})

const isOfCrowd = (operation: string): boolean => operation.startsWith('crowd-')

/** Breaches of addresses of one id and of skills of one tag, as a server in Perl had them. */
export const perlSecondCrowdFaults: readonly Fault[] = [
  passing(
    'crowd-update-changes-addresses-of-the-same-id',
    ['B-CRW-28'],
    'An update of an address changes the addresses of that id of other technicians, too.',
    async (request, go, { house }) => {
      const { method, path } = askedOf(request)
      const [, , id] = addressPath.exec(path) ?? []
      const response = await go(request)
      if (method === 'PUT' && id !== undefined && isWell(response))
        spread(decodeURIComponent(id), objectSent(request), house)
      return response
    },
  ),
  passing(
    'crowd-batch-changes-addresses-of-the-same-id',
    ['B-CRW-28'],
    'A batch that updates an address changes the addresses of that id of other technicians, too.',
    async (request, go, { house }) => {
      const { method, path } = askedOf(request)
      const response = await go(request)
      if (method === 'POST' && batchPath.test(path) && isWell(response))
        for (const { operation, address } of elementsIn(objectSent(request)['requests']))
          if (operation === 'UPDATE' && isRecord(address)) spread(String(address['id']), address, house)
      return response
    },
  ),
  {
    id: 'crowd-opens-companies-that-share-records',
    breaks: ['B-PRV-02'],
    says: 'Records of one company are found in every company of the account, and a call for technicians may name each.',
    rule: {
      reach: {
        finds: (operation) => (isOfCrowd(operation) ? reach.finds(operation) : 'account'),
        names: (operation) => (isOfCrowd(operation) ? 'account' : reach.names(operation)),
      },
    },
  },
  oneSkillPerTag('crowd-one-skill-per-tag', 'Of two skills of one tag the last is kept.', () => true),
  oneSkillPerTag(
    'crowd-updated-with-one-skill-per-tag',
    'Of two skills of one tag in an update the last is kept.',
    (before) => before !== undefined,
  ),
]
