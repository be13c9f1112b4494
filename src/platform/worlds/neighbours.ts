import type { House } from '../house.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { route } from '../http/route.ts'

type Handle = (request: PlatformRequest) => Promise<PlatformResponse>

const every = 5

/** Other clients that write between the requests of a run: each request of theirs follows one in five of those that arrive. */
export function settleNeighbours(count: number, house: House, handle: Handle): Handle {
  if (count === 0) return handle
  let arrived = 0
  return async (request) => {
    arrived += 1
    if (arrived % every === 0) void neighbourly((arrived / every) % count, arrived / every, house, request.origin)
    return handle(request)
  }
}

const account = 'acme'

/** One write of one neighbour; what becomes of it is its own affair. */
async function neighbourly(who: number, turn: number, house: House, origin: string): Promise<void> {
  const client = house.world.clients.filter(({ accounts }) => accounts[0] === account)[who]
  const company = house.world.accounts.find(({ name }) => name === account)?.companies[0]
  const resource = house.world.resources.get(turn % 3 === 0 ? 'BusinessPartner' : 'ServiceCall')
  if (!client || !company || !resource) return
  const send = (method: string, path: string, headers: Record<string, string>, body: string) =>
    route({ method, target: path, headers: Object.entries(headers), body: Buffer.from(body), origin }, house)
  const granted = await send(
    'POST',
    '/api/oauth2/v1/token',
    {
      Authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    'grant_type=client_credentials',
  )
  const { access_token: token } = JSON.parse(granted.body.toString('utf8')) as { access_token?: string }
  const query = new URLSearchParams({
    account,
    company: company.name,
    dtos: `${resource.name}.${resource.newest}`,
    forceUpdate: 'true',
    forceDelete: 'true',
  })
  // Ten records each, made, changed and deleted in turn.
  const path = `/api/data/v4/${resource.name}/externalId/neighbour-${who}-${turn % 10}?${query}`
  await send(
    turn % 7 === 0 ? 'DELETE' : 'PATCH',
    path,
    { Authorization: `Bearer ${token}`, 'X-Client-ID': client.id, 'X-Client-Version': client.version },
    JSON.stringify({ ...resource.template, remarks: `turn ${turn}` }),
  )
}
