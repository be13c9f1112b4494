import { randomBytes } from 'node:crypto'
import type { Variant } from '../deviation.ts'
import { askedOf, isWell, jsonIn, recordsIn, withQuery } from '../faults/passing.ts'
import { plain } from '../faults/serving.ts'
import { bearerIn, invalidToken } from '../faults/token-calls.ts'
import { perHouse } from '../house.ts'
import { empty, json } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { through } from './lawful.ts'

/** The id of the attachment whose content a request asks for, in either form. */
function contentAsked(request: PlatformRequest): string | undefined {
  const { method, path, by, name, query } = askedOf(request)
  if (method !== 'GET') return undefined
  return path.endsWith('/attachmentService') ? (query.get('guid') ?? undefined) : by === 'content' ? name : undefined
}

const tokenOf = (request: PlatformRequest): string => askedOf(request).query.get('access_token') ?? bearerIn(request)

interface Lent {
  readonly target: string
  readonly token: string
  readonly at: number
}
const lent = perHouse(() => new Map<string, Lent>())
const lentMs = 60_000
const fileAddress = /^(?:\/clusters\/[a-z]+)?\/files\/(\w{40})(?:\?|$)/
const clusterPrefix = (target: string): string => /^\/clusters\/[a-z]+(?=\/)/.exec(target)?.[0] ?? ''
const carried = ['access_token', 'account', 'company', 'user', 'clientId', 'clientVersion', 'clientIdentifier']

const nameTold = ({ headers }: PlatformResponse): string => {
  const disposition = headers.find(([name]) => name.toLowerCase() === 'content-disposition')?.[1] ?? ''
  return /filename="?([^";]*)/.exec(disposition)?.[1] ?? ''
}

const begun = perHouse(() => new Map<string, number>())
const scanningMs = 2000
const idMade = (response: PlatformResponse): unknown => recordsIn(jsonIn(response))[0]?.['id']

/** Lawful other ways to the content of attachments that a thirteenth reader of the document thought up (suites/two-readings). */
export const thirteenthFileVariants: readonly Variant[] = [
  through(
    'content-redirected-to-a-file-store',
    ['A-DAT-38'],
    'Content is answered 302 with an address of the cluster that serves the bytes for a minute to the same token.',
    async (request, go, { house }) => {
      const [, key] = (request.method === 'GET' && fileAddress.exec(request.target)) || []
      if (key !== undefined) {
        const file = lent(house).get(key)
        if (!file || house.clock.now() - file.at > lentMs) return empty(404)
        return tokenOf(request) === file.token ? go({ ...request, target: file.target }) : invalidToken()
      }
      const response = await go(request)
      if (contentAsked(request) === undefined || !isWell(response)) return response
      const address = randomBytes(20).toString('hex')
      lent(house).set(address, { target: request.target, token: tokenOf(request), at: house.clock.now() })
      const { query } = askedOf(request)
      const told = Object.fromEntries(carried.map((name) => [name, query.get(name)]))
      const place = { target: `${clusterPrefix(request.target)}/files/${address}` }
      const { target } = withQuery(place, { name: nameTold(response), ...told })
      return empty(302, [['Location', `${request.origin}${target}`]])
    },
  ),
  through(
    'attachments-are-scanned-first',
    ['A-ATT-03'],
    'A POST of an attachment is answered 202; for two seconds its content is 503 with Retry-After.',
    async (request, go, { house }) => {
      const { method, resource } = askedOf(request)
      const response = await go(request)
      if (!isWell(response)) return response
      const { clock } = house
      if (method === 'POST' && resource === 'Attachment') {
        begun(house).set(plain(idMade(response)), clock.now())
        return { ...response, status: 202 }
      }
      const asked = contentAsked(request)
      const since = clock.now() - (begun(house).get(plain(asked)) ?? Number.NEGATIVE_INFINITY)
      return asked !== undefined && since < scanningMs
        ? json(503, { error: 'ATT-SCAN', message: 'The content is being scanned', values: [] }, [['Retry-After', '2']])
        : response
    },
  ),
]
