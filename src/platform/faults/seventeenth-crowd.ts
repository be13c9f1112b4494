import { isRecord } from '../crowd/record.ts'
import { everyTechnician, type CrowdFields } from '../crowd/technicians.ts'
import type { Fault } from '../deviation.ts'
import { askedOf, isWell, passing } from './passing.ts'

const kmPerMile = 1.609344

/** The external id of a technician that a call names. */
const named = (request: { readonly method: string; readonly target: string }): string | undefined => {
  const [, id] = /\/api\/crowd\/v2\/technicians\/external-id\/([^/]+)$/.exec(askedOf(request).path) ?? []
  return id === undefined ? undefined : decodeURIComponent(id)
}

const throughKm = (area: CrowdFields): CrowdFields => {
  const radius = area['radius']
  if (!isRecord(radius) || radius['unit'] !== 'mi' || typeof radius['value'] !== 'number') return area
  const value = Math.round((Math.round(radius['value'] * kmPerMile) / kmPerMile) * 1e9) / 1e9
  return { ...area, radius: { ...radius, value } }
}

/** Quiet breaches of technicians, of two things in interplay, that a seventeenth reader thought up (suites/two-readings). */
export const seventeenthCrowdFaults: readonly Fault[] = [
  passing(
    'crowd-deletion-takes-addresses-of-the-same-ids',
    ['B-CRW-28'],
    'The deletion of a technician deletes the addresses of others that have the ids of its own.',
    async (request, go, { house }) => {
      const id = request.method === 'DELETE' ? named(request) : undefined
      const all = everyTechnician(house)
      const ids = [...(all.find(([, one]) => one.externalId === id)?.[1].addresses.keys() ?? [])]
      const response = await go(request)
      if (id !== undefined && isWell(response))
        for (const [, other] of all) if (other.externalId !== id) for (const one of ids) other.addresses.delete(one)
      return response
    },
  ),
  passing(
    'crowd-update-of-the-email-loses-addresses',
    ['B-CRW-28'],
    'After an update with another e-mail the addresses that a technician had are gone, but for the one in its record.',
    async (request, go, { house }) => {
      const id = request.method === 'PUT' ? named(request) : undefined
      const technician = everyTechnician(house).find(([, one]) => one.externalId === id)?.[1]
      const email = technician?.fields['email']
      const response = await go(request)
      if (technician && isWell(response) && technician.fields['email'] !== email)
        for (const one of [...technician.addresses.keys()])
          if (one !== technician.fields['addressId']) technician.addresses.delete(one)
      return response
    },
  ),
  {
    id: 'crowd-miles-through-whole-kilometres',
    breaks: ['B-CRW-28', 'B-CRW-16'],
    says: 'A radius in miles is kept in whole kilometres.',
    rule: {
      crowd: {
        stores: (sent) => {
          const { serviceArea } = sent
          return isRecord(serviceArea) ? { ...sent, serviceArea: throughKm(serviceArea) } : sent
        },
      },
    },
  },
  {
    id: 'crowd-update-to-a-coordinate-of-nought-ignored',
    breaks: ['B-CRW-28', 'B-CRW-16'],
    says: 'An update with a coordinate of 0 keeps the one that there was.',
    rule: {
      crowd: {
        stores: (sent, before) => {
          const [area, former] = [sent['serviceArea'], before?.['serviceArea']]
          if (!isRecord(area) || !isRecord(former)) return sent
          const kept = (['latitude', 'longitude'] as const).filter((axis) => area[axis] === 0)
          return { ...sent, serviceArea: { ...area, ...Object.fromEntries(kept.map((axis) => [axis, former[axis]])) } }
        },
      },
    },
  },
]
