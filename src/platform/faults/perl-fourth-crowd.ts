import { everyTechnician } from '../crowd/technicians.ts'
import type { Fault } from '../deviation.ts'
import { json } from '../http/answers.ts'
import { askedOf, passing } from './passing.ts'

const skillPath = /\/technicians\/([^/]+)\/skills\/([^/]+)$/

/** A breach of skills, as a fourth look at a server in Perl found it. */
export const perlFourthCrowdFaults: readonly Fault[] = [
  passing(
    'crowd-skill-is-whose-path-it-is-read-by',
    ['B-CRW-14', 'B-CRW-21'],
    'A skill of another technician is found by its id, and told to be that of the technician in the path.',
    async (request, go, { house }) => {
      const { method, path } = askedOf(request)
      const response = await go(request)
      const [, technicianExternalId = '', uuid] = skillPath.exec(path) ?? []
      if (method !== 'GET' || uuid === undefined || response.status !== 404) return response
      const all = everyTechnician(house).map(([, technician]) => technician)
      const skill = all.flatMap(({ skills }) => skills).find((one) => one.uuid === decodeURIComponent(uuid))
      return skill && all.some(({ externalId }) => externalId === decodeURIComponent(technicianExternalId))
        ? json(200, { results: [{ ...skill, technicianExternalId: decodeURIComponent(technicianExternalId) }] })
        : response
    },
  ),
]
