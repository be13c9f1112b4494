import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { askedOf, isWell, jsonIn, passing, type Json } from './passing.ts'

const places = /\/technicians\/([^/]+)\/addresses$/
const place = /\/technicians\/([^/]+)\/addresses\/([^/]+)$/

/** By technician: the ids of its addresses in the order of their creation. */
const made = perHouse(() => new Map<string, string[]>())

/** Quiet breaches of crowd technicians that a server in Perl showed. */
export const perlBugsFieldFaults: readonly Fault[] = [
  passing(
    'crowd-update-of-the-second-address-changes-the-first',
    ['B-CRW-11', 'B-CRW-28'],
    'An update of the second address of a technician changes the first one.',
    async (request, go, { house }) => {
      const { method, path } = askedOf(request)
      const [, creator] = places.exec(path) ?? []
      if (method === 'POST' && creator) {
        const response = await go(request)
        const [one] = isWell(response) ? ((jsonIn(response)?.['results'] as Json[] | undefined) ?? []) : []
        if (one) made(house).set(creator, [...(made(house).get(creator) ?? []), String(one['id'])])
        return response
      }
      const [, owner = '', id] = place.exec(path) ?? []
      const [first, second] = made(house).get(owner) ?? []
      if (method !== 'PUT' || id !== second || first === undefined || id === undefined) return go(request)
      const body = Buffer.from(request.body.toString('utf8').replaceAll(id, first))
      return go({ ...request, target: request.target.replace(id, first), body })
    },
  ),
]
