import { isRecord } from '../crowd/record.ts'
import { everyTechnician, type CrowdFields } from '../crowd/technicians.ts'
import type { Fault } from '../deviation.ts'
import type { PlatformRequest } from '../http/message.ts'
import { crowdPrefix } from '../operation-of.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { askedOf, isWell, jsonIn, passing, rewriting, withJson, withQuery, type Asked } from './passing.ts'
import { elementsIn } from './people-kinds.ts'

const { crowd } = crowdRules

const addresses = /\/technicians\/[^/]+\/addresses$/
const oneAddress = /\/technicians\/[^/]+\/addresses\/[^/]+$/
const ofBatch = /\/addresses\/actions\/batch$/

const changingIn =
  (operation: string) =>
  (request: PlatformRequest, change: (address: CrowdFields) => CrowdFields): PlatformRequest =>
    withJson(request, (body) => ({
      ...body,
      requests: elementsIn(body['requests']).map((one) =>
        one['operation'] === operation && isRecord(one['address']) ? { ...one, address: change(one['address']) } : one,
      ),
    }))

/** Each way in which an address is written: its calls, and how they carry addresses. */
const ways = {
  'a-creation': {
    is: ({ method, path }: Asked) => method === 'POST' && addresses.test(path),
    changing: withJson<PlatformRequest>,
  },
  'an-update': {
    is: ({ method, path }: Asked) => method === 'PUT' && oneAddress.test(path),
    changing: withJson<PlatformRequest>,
  },
  'a-batch-that-creates': { is: ({ path }: Asked) => ofBatch.test(path), changing: changingIn('CREATE') },
  'a-batch-that-updates': { is: ({ path }: Asked) => ofBatch.test(path), changing: changingIn('UPDATE') },
} as const

const garbled = (value: unknown): unknown =>
  typeof value === 'string' ? Buffer.from(value, 'utf8').toString('latin1') : value

const withoutZeros = (value: unknown): unknown => (typeof value === 'string' ? value.replace(/^0+(?=\d)/, '') : value)

const byEachWay = Object.entries(ways).flatMap(([way, { is, changing }]) => [
  rewriting(
    `crowd-letters-garbled-by-${way}`,
    ['B-CRW-28'],
    `Letters beyond ASCII in the city of an address that ${way.replaceAll('-', ' ')} sends are encoded twice.`,
    is,
    (request) => changing(request, (sent) => ({ ...sent, city: garbled(sent['city']) })),
  ),
  rewriting(
    `crowd-zeros-in-front-lost-by-${way}`,
    ['B-CRW-28'],
    `A zip code that ${way.replaceAll('-', ' ')} sends as a text loses the zeros in front.`,
    is,
    (request) => changing(request, (sent) => ({ ...sent, zipCode: withoutZeros(sent['zipCode']) })),
  ),
])

/** A fault in what is stored of the service area. */
const storing = (
  id: string,
  says: string,
  does: 'create' | 'update',
  change: (area: CrowdFields) => CrowdFields,
): Fault => ({
  id,
  breaks: ['B-CRW-28', 'B-CRW-16'],
  says,
  rule: {
    crowd: {
      stores: (sent, before) => {
        const { serviceArea } = sent
        return isRecord(serviceArea) && (before === undefined) === (does === 'create')
          ? crowd.stores({ ...sent, serviceArea: change(serviceArea) }, before)
          : crowd.stores(sent, before)
      },
    },
  },
})

const unsigned = (value: unknown): unknown => (typeof value === 'number' ? Math.abs(value) : value)

/** The technician whose skills a request updates. */
const updatedBy = (request: PlatformRequest): string | undefined => {
  const { method, path } = askedOf(request)
  const [, id] = (method === 'PUT' && /\/technicians\/external-id\/([^/]+)$/.exec(path)) || []
  return id === undefined ? undefined : decodeURIComponent(id)
}

const namingSkills = (
  id: string,
  says: string,
  nameOf: (
    sent: CrowdFields,
    at: number,
    namesBefore: ReadonlyMap<unknown, string>,
    first: string,
  ) => string | undefined,
): Fault =>
  passing(id, ['B-CRW-21'], says, async (request, go, { house }) => {
    const externalId = updatedBy(request)
    const technician = everyTechnician(house).find(([, one]) => one.externalId === externalId)?.[1]
    const before = new Map((technician?.skills ?? []).map(({ uuid, tagName }) => [uuid as unknown, tagName]))
    const response = await go(request)
    const sent = elementsIn(jsonIn(request)?.['skills'])
    if (technician && isWell(response))
      technician.skills = technician.skills.map((skill, at) => ({
        ...skill,
        tagName: nameOf(sent[at] ?? {}, at, before, technician.skills[0]?.tagName ?? '') ?? skill.tagName,
      }))
    return response
  })

const ignoringAtThePrefix = (parameter: string): Fault =>
  rewriting(
    `crowd-list-with-the-prefix-ignores-${parameter.toLowerCase()}`,
    ['B-CRW-07'],
    `The list at the address with the prefix ${crowdPrefix} ignores ${parameter}.`,
    ({ method, path }) => method === 'GET' && path.startsWith(`${crowdPrefix}/`),
    (request) => withQuery(request, { [parameter]: null }),
  )

/** Breaches of crowd technicians that show on one of several ways, at one of two addresses, or with the second of two parts. */
export const byEachWayCrowdFaults: readonly Fault[] = [
  ...byEachWay,
  storing(
    'crowd-update-drops-the-sign-of-longitude',
    'An update stores a longitude in the west as one in the east.',
    'update',
    (area) => ({ ...area, longitude: unsigned(area['longitude']) }),
  ),
  storing(
    'crowd-create-drops-the-sign-of-latitude',
    'A creation stores a latitude in the south as one in the north.',
    'create',
    (area) => ({ ...area, latitude: unsigned(area['latitude']) }),
  ),
  storing(
    'crowd-update-cuts-a-radius-below-ten',
    'An update cuts the decimals of a radius below ten.',
    'update',
    (area) => {
      const { radius } = area
      return isRecord(radius) && Number(radius['value']) < 10
        ? { ...area, radius: { ...radius, value: Math.floor(Number(radius['value'])) } }
        : area
    },
  ),
  {
    ...passing(
      'crowd-later-skills-show-the-first-certificate',
      ['B-CRW-21'],
      'In the record of a technician each skill that has a certificate shows that of the first.',
      async (request, go) => {
        const response = await go(request)
        const isOne = /\/technicians(?:\/external-id\/[^/]+)?$/.test(askedOf(request).path)
        if (!isOne || !isWell(response)) return response
        const likeTheFirst = (skills: readonly CrowdFields[]) =>
          skills.map((one) =>
            isRecord(one['certificate']) ? { ...one, certificate: skills[0]?.['certificate'] } : one,
          )
        return withJson(response, (body) => ({
          ...body,
          results: elementsIn(body['results']).map((one) =>
            'skills' in one ? { ...one, skills: likeTheFirst(elementsIn(one['skills'])) } : one,
          ),
        }))
      },
    ),
    rule: { crowd: { certificate: (sent) => sent ?? null } },
  },
  namingSkills(
    'crowd-skill-sent-with-its-uuid-keeps-its-tag-name',
    'A skill that an update sends with its uuid and another tag keeps the name of the tag before.',
    (sent, _at, before) => before.get(sent['uuid']),
  ),
  namingSkills(
    'crowd-updated-skills-named-as-the-first',
    'After an update all skills have the tag name of the first.',
    (_sent, _at, _before, first) => first,
  ),
  ...['Size', 'Page', 'skillName', 'skllValidityDate'].map(ignoringAtThePrefix),
]
