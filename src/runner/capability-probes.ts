import type { Answer } from '../clients/answer.ts'
import type { Api } from '../clients/api.ts'
import { keyOf } from '../clients/data.ts'
import { dtoPair } from '../target/dto-pair.ts'
import { availability, type Need } from '../target/needs.ts'
import type { Target } from '../target/target.ts'
import { unlessBlocked } from '../target/unless-blocked.ts'

const call = 'ServiceCall'

interface Probe {
  /** What is asked, in words. */
  readonly asks: string
  /** Sends one request that changes nothing. */
  send(api: Api, target: Target): Promise<Pick<Answer, 'status'>>
}

const list = (api: Api, query: Readonly<Record<string, string>>, resource = call): Promise<Answer> =>
  api.data.list(resource, { query: { pageSize: '1', ...query } })

/** One read for each capability that a platform may lack; whether passwords can be changed no read tells. */
const probes: Partial<Readonly<Record<Need, Probe>>> = {
  'query-language': { asks: 'a list with query', send: (api) => list(api, { query: 'externalId = "fieldproof"' }) },
  shaping: { asks: 'a list with fields', send: (api) => list(api, { fields: 'id' }) },
  expansion: {
    asks: 'a list with expand',
    send: (api, { fixtures, dtos }) => {
      const { resource, field, to } = fixtures.inverse ??
        fixtures.reference ?? { resource: call, field: 'businessPartner', to: 'BusinessPartner' }
      const pairs = [resource, to].filter((name) => name in dtos).map((name) => `${name}.${dtos[name]?.version}`)
      return api.data.list(resource, { dtos: pairs.join(';'), query: { pageSize: '1', expand: field } })
    },
  },
  'deleted-listing': {
    asks: 'the deleted listing of a moment',
    send: (api) => api.data.deleted(call, { from: 1_000, to: 2_000 }),
  },
  attachments: { asks: 'a list of attachments', send: (api) => list(api, {}, 'Attachment') },
  'query-api': {
    asks: 'a statement of the Query API',
    send: (api, target) => api.query.select('select sc.id from ServiceCall sc', { dtos: dtoPair(target, call) }),
  },
  batch: {
    asks: 'a batch of one read',
    send: (api) => api.batch.send([api.batch.part.list(call, { query: { pageSize: '1' } })]),
  },
  'service-api': {
    asks: 'the tree of a service call that the Data API lists',
    send: async (api) => {
      const listed = await list(api, {})
      const id = listed.record(keyOf(call))?.['id']
      // Without a service call nothing can be asked: that the plain list is served is then all there is to say.
      return typeof id === 'string' ? api.service.get(id) : listed
    },
  },
  reporting: {
    asks: 'a report of the embedded template',
    // Whether such a build is refused is not shown; what counts is whether there is anything at its address.
    async send(api, { fixtures }) {
      const bytes = JSON.stringify({ reportTemplate: fixtures.reporting?.embedded })
      const body = { type: 'application/json', bytes }
      const [long, short] = [await api.reporting.build(body, '/build'), await api.reporting.build(body, '')]
      const isThere = ({ status }: Pick<Answer, 'status'>) => !refusals.has(status)
      return isThere(long) || isThere(short) ? { status: 200 } : long
    },
  },
  'authorization-code': {
    asks: 'the authorize address',
    send: (api, { identities, fixtures }) =>
      api.token.authorize({
        response_type: 'code',
        client_id: identities['admin']?.client.id,
        redirect_uri: fixtures.redirectUri,
      }),
  },
}

/** What no read could tell, each with the reason. */
const untold: Partial<Readonly<Record<Need, string>>> = {
  optimization: 'its only call begins a job',
}

/** Capabilities that the target file lets a run use, and that were not asked for. */
export const notAsked = (target: Target): readonly Lacking[] =>
  (Object.entries(untold) as Array<[Need, string]>).flatMap(([need, why]) =>
    availability(target, need).is === 'there' ? [{ need, because: `not asked, ${why}` }] : [],
  )

export interface Lacking {
  readonly need: Need
  /** What was asked and answered. */
  readonly because: string
}

export interface Probed {
  readonly need: Need
  readonly asks: string
  readonly status: number
}

/** Asks for each capability that the target file lets a run use, by one read each; nothing if even a plain list is refused. */
export async function capabilitiesAsked(api: Api, target: Target): Promise<readonly Probed[]> {
  if (!(call in target.dtos)) return []
  const plain = await list(api, {}).catch(unlessBlocked)
  if (!plain || plain.status >= 400) return []
  const asked: Probed[] = []
  for (const [need, { asks, send }] of Object.entries(probes) as Array<[Need, Probe]>) {
    if (availability(target, need).is !== 'there') continue
    // What has no answer tells nothing of what is there.
    const answer = await send(api, target).catch(unlessBlocked)
    if (answer) asked.push({ need, asks, status: answer.status })
  }
  return asked
}

/** So a target answers what it does not have, or lets nobody use; an interface without a route often by 403. */
const refusals: ReadonlySet<number> = new Set([403, 404, 405, 501])

/** Those that are refused as what is not there. */
export const lackingOf = (asked: readonly Probed[]): readonly Lacking[] =>
  asked.flatMap(({ need, asks, status }) =>
    refusals.has(status) ? [{ need, because: `${asks} is answered with ${status}` }] : [],
  )

/** Any other error says nothing of what there is: a crash must not be declared away. */
export const undecidedOf = (asked: readonly Probed[]): readonly Probed[] =>
  asked.filter(({ status }) => status >= 400 && !refusals.has(status))
