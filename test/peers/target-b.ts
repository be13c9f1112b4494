import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { works } from './world.ts'

const company = works
type Fields = Readonly<Record<string, unknown>>

/** Logs in at the peer and calls its Data API. */
async function caller(origin: string) {
  const basic = Buffer.from('connector:s3cret:with-colon').toString('base64')
  const told = await fetch(`${origin}/api/oauth2/v1/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${basic}`, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: 'password', username: 'globex/bob', password: 'Bob:secret+02' }),
  })
  const { access_token: token } = (await told.json()) as { access_token: string }
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'X-Client-ID': 'connector',
    'X-Client-Version': '1.7',
    'X-Company-Name': company,
  }
  const query = `account=globex&user=bob&company=${encodeURIComponent(company)}`
  return {
    async call(method: string, path: string, body?: unknown): Promise<{ status: number; json: unknown }> {
      const answer = await fetch(`${origin}${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      return { status: answer.status, json: text === '' ? undefined : (JSON.parse(text) as unknown) }
    },
    /** Creates a record and returns its id. */
    async create(resource: string, version: number, body: Fields): Promise<string> {
      const { status, json } = await this.call(
        'POST',
        `/api/data/v4/${resource}?${query}&dtos=${resource}.${version}`,
        body,
      )
      if (status >= 300) throw new Error(`${resource}: ${status} ${JSON.stringify(json)}`)
      const [row] = (json as { data: Record<string, { id: string }>[] }).data
      return Object.values(row ?? {})[0]?.id ?? ''
    },
    async read(resource: string, version: number, id: string): Promise<Fields | undefined> {
      const { json } = await this.call('GET', `/api/data/v4/${resource}/${id}?${query}&dtos=${resource}.${version}`)
      const [row] = (json as { data?: Record<string, Fields>[] }).data ?? []
      return Object.values(row ?? {})[0]
    },
  }
}

const partners: Readonly<Record<string, string>> = { 'globex/pete': 'acme-crew', 'globex/quinn': 'beta-crew' }

/** What of the second document the peer's target file needs, made through its own interfaces, and the address that plans activities there. */
export async function describeSecond(
  origin: string,
  target: Readonly<Record<string, unknown>>,
  versionOf: (resource: string) => number,
) {
  const peer = await caller(origin)
  const make = (resource: string, body: Fields) => peer.create(resource, versionOf(resource), body)
  const person = await make('Person', { lastName: 'Technician', plannableResource: true })
  const planner = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const send = (status: number, body?: unknown) => {
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(body === undefined ? '' : JSON.stringify(body))
      }
      const [, , , id, what] = (request.url ?? '').split('/')
      const job = async () => {
        if (request.method === 'DELETE') return send(204)
        if (request.method === 'GET' && what === 'events') {
          const { json } = await peer.call('GET', '/peer/events')
          const events = (Array.isArray(json) ? json : Object.values(json as object).flat()) as { activityId: string }[]
          return send(200, { events: events.filter(({ activityId }) => activityId === id) })
        }
        if (request.method === 'GET') {
          const activity = await peer.read('Activity', versionOf('Activity'), id ?? '')
          // Choice: what is planned shows in the lists of the partner alone.
          return send(activity ? 200 : 404, { activity, assignment: {} })
        }
        const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string | null>
        if (body['status'] || (body['activityId'] && body['plannedTo'] === null)) return send(422, {})
        const activityId =
          body['activityId'] ?? (await make('Activity', { type: 'ASSIGNMENT', subject: 'planned by the test' }))
        if (body['plannedTo'] !== null)
          await peer.call('POST', '/peer/plan', { activityId, partner: partners[body['plannedTo'] ?? ''] })
        return send(200, { activityId, technicianId: person })
      }
      job().catch((error: unknown) => send(500, { error: String(error) }))
    })
  })
  await new Promise<void>((resolve) => planner.listen(0, '127.0.0.1', resolve))
  const controls = `http://127.0.0.1:${(planner.address() as AddressInfo).port}/peer/activities`
  const partner = await make('BusinessPartner', { name: 'Tree partner' })
  const identities = target['identities'] as Record<string, Fields>
  const as = (name: string, password: string) => ({ ...identities['admin'], username: `globex/${name}`, password })
  return {
    close: () => new Promise<void>((resolve) => planner.close(() => resolve())),
    target: {
      ...target,
      identities: {
        ...identities,
        'crowd-owner': as('bob', 'Bob:secret+02'),
        partner: as('pete', 'Pete-secret-09'),
        'partner-2': as('quinn', 'Quinn-secret-10'),
        unprivileged: as('carla', 'Carla secret&03'),
      },
      templates: {
        ...(target['templates'] as Fields),
        CrowdTechnician: { businessPartner: partner },
        ReportTemplate: { name: 'Peer report' },
      },
      dtos: { ...(target['dtos'] as Fields), ReportTemplate: { version: versionOf('ReportTemplate'), syncBase: 10 } },
      fixtures: {
        ...(target['fixtures'] as Fields),
        tree: {
          call: { businessPartner: { id: partner }, subject: 'Peer tree', priority: 'LOW', status: '-2' },
          activity: { subject: 'Peer part' },
        },
        reporting: { objectType: 'ReportTemplate', embedded: 'Service Report', waitMs: 100 },
        optimization: { accountId: 11, companyId: 71, plugin: 'Nearest', minimumMs: 250, waitMs: 2000 },
      },
      lacks: {
        ...Object.fromEntries(
          Object.entries(target['lacks'] as Fields).filter(([, why]) => !String(why).includes('first document')),
        ),
        'tree-material': 'the test describes none',
        'tree-address': 'the test describes none',
        'dispatch-timeout': 'a quarter of an hour is too long to wait for',
        'crowd-tag': 'the test describes none',
      },
      has: [...(target['has'] as readonly string[]), 'business-events'],
      controls: { activities: controls },
      limits: { concurrency: 8, requests: 20_000, mayCreateUsers: 120 },
    },
  }
}
