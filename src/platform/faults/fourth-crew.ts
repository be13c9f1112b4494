import type { Fault } from '../deviation.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { peopleRules } from '../rulebook/people.ts'
import { serviceRules } from '../rulebook/service.ts'

const { crowd } = crowdRules
const { privilege } = peopleRules

const crowdToAll = (id: string, says: string, when: (operation: string) => boolean): Fault => ({
  id,
  breaks: ['B-PRV-01'],
  says,
  rule: {
    privilege: {
      serves: (room, privileges, login, operation) =>
        (room === 'crowd' && when(operation)) || privilege.serves(room, privileges, login, operation),
    },
  },
})
const serviceToAll = (id: string, says: string, when: (operation: string) => boolean): Fault => ({
  id,
  breaks: ['B-PRV-01'],
  says,
  rule: {
    service: {
      isPrivileged: (privileges, operation) =>
        when(operation) || serviceRules.service.isPrivileged(privileges, operation),
    },
  },
})

/** Breaches of technicians that a fourth reader thought up (suites/two-readings), and of the privileges of three interfaces. */
export const fourthCrewFaults: readonly Fault[] = [
  crowdToAll('crowd-reads-need-no-privileges', 'Users without privileges may read technicians.', (operation) =>
    /-(?:get|list)$/.test(operation),
  ),
  crowdToAll('crowd-writes-need-no-privileges', 'Users without privileges may write technicians.', (operation) =>
    /^crowd-(?:create|update|delete)$/.test(operation),
  ),
  crowdToAll('crowd-addresses-need-no-privileges', 'Users without privileges may do all with addresses.', (operation) =>
    operation.startsWith('crowd-address'),
  ),
  serviceToAll('service-privileges-not-needed', 'Users without privileges are served by the Service API.', () => true),
  serviceToAll('service-reads-need-no-privileges', 'Users without privileges may read trees.', (operation) =>
    /^service-(?:get|activity)$/.test(operation),
  ),
  {
    id: 'optimization-privileges-not-needed',
    breaks: ['B-PRV-01'],
    says: 'Users without privileges may start a re-optimization.',
    rule: { optimization: { isPrivileged: () => true } },
  },
  {
    id: 'crowd-last-address-stays',
    breaks: ['B-CRW-12', 'B-CRW-28'],
    says: 'DELETE of the only address of a technician is answered 204, and the address stays.',
    rule: { crowd: { removesAddress: (left) => left > 1 } },
  },
  {
    id: 'crowd-batch-transactional-if-said',
    breaks: ['B-CRW-13'],
    says: 'A batch of transactional=false is one transaction.',
    rule: { crowd: { isTransaction: (parameter) => parameter !== undefined } },
  },
  {
    id: 'crowd-address-by-id-needs-no-client-id',
    breaks: ['B-CRW-26'],
    says: 'An address is read and deleted without X-Client-ID.',
    rule: {
      crowd: {
        isGiven: (header, value, operation) =>
          (header === 'X-Client-ID' && /^crowd-address-(?:get|delete)$/.test(operation)) ||
          crowd.isGiven(header, value, operation),
      },
    },
  },
  {
    id: 'crowd-encoded-slash-splits-path',
    breaks: ['B-CRW-04'],
    says: 'External ids have slashes, and a path with one that is percent-encoded finds nothing.',
    rule: { crowd: { externalId: (generated) => `${generated.slice(0, 6)}/${generated.slice(6)}` } },
    wire: {
      request: (request) =>
        request.target.includes('/crowd/v2/') && /%2f/i.test(request.target)
          ? { ...request, target: request.target.replace(/%2f/gi, '/') }
          : request,
    },
  },
]
