import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { askedOf, headerIn, isWell, jsonIn, passing, withJson, withQuery } from './passing.ts'
import { serviceFault, shows } from './service-fault.ts'
import { withSent } from './serving.ts'
import { uuidIn } from './tree-edits.ts'
import { isTreeCall, isTreePost } from './tree-memory.ts'
import { activitiesIn } from './tree-wire.ts'

type Part = Readonly<Record<string, unknown>>

const bearer = (request: PlatformRequest): string | undefined => headerIn(request, 'Authorization')
const pathOf = ({ target }: PlatformRequest): string => target.split('?')[0] ?? ''
const isActivityRead = (request: PlatformRequest): boolean =>
  request.method === 'GET' && isTreeCall(request) && pathOf(request).includes('/activities/')
const callIn = (request: PlatformRequest): string => /\/service-calls\/([^/?]+)/.exec(request.target)?.[1] ?? ''

/** What one platform remembers of the calls before. */
const memory = perHouse(() => ({
  callOf: new Map<string, string>(),
  activities: new Map<string, Part>(),
  bodies: new Map<string, Buffer>(),
  tokens: new Map<string, string>(),
  deprecated: new Set<string>(),
  address: undefined as unknown,
}))

const plainAddress = (address: unknown): Part => {
  const { source: _source, sourceId: _id, ...rest } = (address ?? {}) as Part
  return rest
}

/** Quiet breaches of B-SVC, thought up by a fifth reader of the documents (suites/two-readings): addresses, reads and callers. */
export const fifthTreeReadFaults: readonly Fault[] = [
  passing(
    'service-false-made-at-first-read',
    ['B-SVC-04'],
    'With autoCreateActivity=false the default activity is made all the same, and told from the first read on.',
    async (request, go) => {
      const isMeant =
        isTreePost(request) &&
        askedOf(request).query.get('autoCreateActivity') === 'false' &&
        activitiesIn(jsonIn(request) ?? {}).length === 0
      if (!isMeant) return go(request)
      const response = await go(withQuery(request, { autoCreateActivity: null }))
      return isWell(response) ? withJson(response, (tree) => ({ ...tree, activities: [] })) : response
    },
  ),
  passing(
    'service-false-keeps-the-first-given',
    ['B-SVC-29'],
    'With autoCreateActivity=false only the first of the activities given is kept, and all are answered.',
    async (request, go) => {
      const sent = jsonIn(request) ?? {}
      const [first, ...more] = isTreePost(request) ? activitiesIn(sent) : []
      if (!first || more.length === 0 || askedOf(request).query.get('autoCreateActivity') !== 'false')
        return go(request)
      const response = await go(withSent(request, { ...sent, activities: [first] }))
      return isWell(response)
        ? withJson(response, (tree) => {
            const [made] = activitiesIn(tree)
            return { ...tree, activities: [made, ...more.map((one) => ({ ...made, ...one }))] }
          })
        : response
    },
  ),
  passing(
    'service-activity-names-its-call',
    ['B-SVC-17'],
    'A service call is read by the id of one of its activities.',
    async (request, go, { house }) => {
      if (!isTreeCall(request)) return go(request)
      const { callOf } = memory(house)
      const known = pathOf(request).includes('/activities/') ? undefined : callOf.get(callIn(request))
      const response = await go(
        known === undefined ? request : { ...request, target: request.target.replace(callIn(request), known) },
      )
      const tree = isTreePost(request) && isWell(response) ? (jsonIn(response) ?? {}) : {}
      for (const one of activitiesIn(tree)) callOf.set(String(uuidIn(one['id'])), String(uuidIn(tree['id'])))
      return response
    },
  ),
  serviceFault(
    'referenced-address-bare-in-activity',
    ['B-SVC-11'],
    'An activity read by itself shows a referenced address without source and sourceId.',
    shows(
      (tree) => ('address' in tree ? { ...tree, address: plainAddress(tree['address']) } : tree),
      ['service-activity'],
    ),
  ),
  serviceFault(
    'call-source-servicecall-with-equipment',
    ['B-SVC-10'],
    'The address of a service call with equipment has the source SERVICECALL.',
    shows(
      (tree) => {
        const { equipments, address } = tree
        const isSourced =
          Array.isArray(equipments) && equipments.length > 0 && (address as Part | undefined)?.['source']
        return isSourced ? { ...tree, address: { ...(address as Part), source: 'SERVICECALL' } } : tree
      },
      ['service-create', 'service-get'],
    ),
  ),
  serviceFault(
    'southern-location-swapped',
    ['B-SVC-31'],
    'South of the equator an activity read by itself has latitude and longitude exchanged.',
    shows(
      (tree) => {
        const { latitude, longitude } = ((tree['address'] as Part | undefined)?.['location'] ?? {}) as Part
        return Number(latitude) < 0
          ? {
              ...tree,
              address: { ...(tree['address'] as Part), location: { latitude: longitude, longitude: latitude } },
            }
          : tree
      },
      ['service-activity'],
    ),
  ),
  passing(
    'service-address-of-the-tree-before',
    ['B-SVC-31'],
    'An activity without an address, beneath a partner without one, gets that of the tree before.',
    (request, go, { house }) => {
      if (!isTreePost(request)) return go(request)
      const sent = jsonIn(request) ?? {}
      const known = memory(house)
      const isBare = !('address' in sent) && !JSON.stringify(sent['businessPartner'] ?? '').includes('000B2"')
      const activities = activitiesIn(sent).map((one) =>
        isBare && known.address && !one['address'] ? { ...one, address: known.address } : one,
      )
      const own = activitiesIn(sent).find(({ address }) => address && !(address as Part)['source'])
      if (own) known.address = own['address']
      return go(Array.isArray(sent['activities']) ? withSent(request, { ...sent, activities }) : request)
    },
  ),
  passing(
    'service-old-headers-needed-again',
    ['B-SVC-05'],
    'A service call that was made with the deprecated headers, too, is found with them only.',
    async (request, go, { house }) => {
      if (!isTreeCall(request)) return go(request)
      const { deprecated } = memory(house)
      const isOld = headerIn(request, 'account') !== undefined && headerIn(request, 'company') !== undefined
      if (request.method === 'GET' && deprecated.has(callIn(request)) && !isOld)
        return json(404, { error: 'not_found', message: 'there is no such service call' })
      const response = await go(request)
      if (isTreePost(request) && isOld && isWell(response)) deprecated.add(String(uuidIn(jsonIn(response)?.['id'])))
      return response
    },
  ),
  passing(
    'service-activity-of-any-company',
    ['B-PRV-02'],
    'An activity is read whatever the company of its service call.',
    async (request, go, { house }) => {
      if (!isTreeCall(request)) return go(request)
      const response = await go(request)
      const { activities } = memory(house)
      if (isTreePost(request) && isWell(response))
        for (const one of activitiesIn(jsonIn(response) ?? {})) activities.set(String(uuidIn(one['id'])), one)
      const known = isActivityRead(request) ? activities.get(pathOf(request).split('/').at(-1) ?? '') : undefined
      return known && response.status === 404 ? json(200, known) : response
    },
  ),
  passing(
    'service-activity-served-again-to-anyone',
    ['B-SVC-17'],
    'An activity that was read with a token is read again without one.',
    async (request, go, { house }) => {
      if (!isActivityRead(request)) return go(request)
      const { bodies } = memory(house)
      const body = bodies.get(pathOf(request))
      if (bearer(request) === undefined && body) return { ...json(200, {}), body }
      const response = await go(request)
      if (isWell(response)) bodies.set(pathOf(request), response.body)
      return response
    },
  ),
  passing(
    'service-tokens-compared-without-their-end',
    ['B-SVC-17', 'A-AUT-01'],
    'Reads compare tokens without their last eight characters.',
    async (request, go, { house }) => {
      const token = isTreeCall(request) ? bearer(request) : undefined
      if (token === undefined) return go(request)
      const { tokens } = memory(house)
      const begin = token.slice(0, -8)
      const known = request.method === 'GET' ? (tokens.get(begin) ?? token) : token
      const response = await go({
        ...request,
        headers: request.headers.map(([name, value]) => [name, /^authorization$/i.test(name) ? known : value]),
      })
      if (isWell(response)) tokens.set(begin, known)
      return response
    },
  ),
  passing(
    'service-privileges-lent',
    ['B-PRV-01'],
    'Users without privileges are served once a user with privileges was.',
    async (request, go, { house }) => {
      if (!isTreeCall(request)) return go(request)
      const known = memory(house)
      const response = await go(request)
      if (isWell(response)) known.tokens.set('', bearer(request) ?? '')
      const lent = known.tokens.get('')
      const isLacking = response.status === 403 && response.body.includes('privileges')
      return isLacking && lent
        ? go({
            ...request,
            headers: request.headers.map(([name, value]) => [name, /^authorization$/i.test(name) ? lent : value]),
          })
        : response
    },
  ),
]
