import type { Deviation } from '../deviation.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import type { World } from '../world/types.ts'
import { standardWorld } from '../world/world.ts'
import { fieldAnswer } from './field-lists.ts'
import type { ServedWorld } from './world.ts'

type Json = Readonly<Record<string, unknown>>

const dispatch = '/cloud-partner-dispatch-service/api'
const crowd = /\/api\/crowd\/v2\/technicians\b/
const bare = /^\/(?:v1\/assignment-details|partner-dispatch\/v1\/)/

const objectOf = (body: Buffer): Json | undefined => {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined
  } catch {
    return undefined
  }
}

/** A request as the documents have it, for one in the form of these clients; undefined for any other. */
function translated(request: PlatformRequest, { accounts }: World): PlatformRequest | undefined {
  const [path = '', text = ''] = request.target.split('?', 2)
  const query = new URLSearchParams(text)
  const given = new Map(request.headers.map(([name, value]) => [name.toLowerCase(), value]))
  const account = accounts.find(
    ({ id, name }) => name === query.get('account') || String(id) === given.get('x-account-id'),
  )
  const company = account?.companies.find(
    ({ id, name }) => name === query.get('company') || String(id) === given.get('x-company-id'),
  )
  const isBare = bare.test(path)
  const isField = isBare || path.startsWith(dispatch) || crowd.test(path)
  if (!isField || !account || !company || (given.has('x-account-name') && !isBare)) return undefined
  const context = [
    ['X-Account-ID', String(account.id)],
    ['X-Account-Name', account.name],
    ['X-Company-ID', String(company.id)],
    ['X-Company-Name', company.name],
  ] as const
  const named = new Set(context.map(([name]) => name.toLowerCase()))
  for (const name of ['account', 'company', 'user']) query.delete(name)
  for (const [small, large] of [
    ['page', 'Page'],
    ['size', 'Size'],
  ] as const)
    if (crowd.test(path) && query.has(small)) {
      query.set(large, query.get(small) ?? '')
      query.delete(small)
    }
  const body = objectOf(request.body)
  const isTechnician =
    crowd.test(path) && /^(?:POST|PUT)$/.test(request.method) && /technicians$|external-id/.test(path)
  return {
    ...request,
    target: `${isBare ? dispatch : ''}${path}?${query}`,
    headers: [
      ...request.headers.filter(([name]) => !named.has(name.toLowerCase())),
      ...(given.has('x-client-id') ? [] : [['X-Client-ID', 'field-client'] as const]),
      ...(given.has('x-client-version') ? [] : [['X-Client-Version', '1'] as const]),
      ...context,
    ],
    body:
      body && isTechnician
        ? Buffer.from(JSON.stringify({ businessPartner: 'none', mobilePhone: 'none', ...body }))
        : request.body,
  }
}

/** What these clients expect of an answer that tells success. */
function expected(answer: PlatformResponse, { method, target }: PlatformRequest): PlatformResponse {
  if (answer.status >= 300) return answer
  if (method === 'DELETE') return { ...answer, status: 200 }
  if (!/\/v1\/(?:accept|reject|release)(?:\?|$)/.test(target)) return answer
  const body = objectOf(answer.body)
  return {
    status: 200,
    headers: [['Content-Type', 'application/json']],
    body: Buffer.from(JSON.stringify({ results: body ? [body] : [] })),
  }
}

const forms: Deviation = {
  id: 'field-client-forms',
  says: 'Calls of technicians and dispatching are also served as clients in the field send them: short paths, no names, page and size, their own filters, a handover.',
  seam: {
    passage: {
      through: async (request, go, { house }) => {
        const meant = translated(request, house.world)
        return meant ? expected(await (fieldAnswer(meant, go, house) ?? go(meant)), meant) : go(request)
      },
    },
  },
}

/** A cluster that serves what the documents show, and clients known from the field beside. */
export const fieldClients: ServedWorld = {
  name: 'field-clients',
  says: 'Technicians and partner dispatching also take calls in the forms of clients in the field: short paths, a context without names, their filters, rows and handover.',
  variants: ['dispatch-either-spelling', 'dispatch-rows-of-the-field', 'dispatch-states-of-the-field'],
  own: () => [forms],
  data: standardWorld,
  target: (plain) => plain,
}
