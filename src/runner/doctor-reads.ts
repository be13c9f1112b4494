import { statedOperations } from '../contract/index.ts'
import type { Api } from '../clients/api.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { headerOf } from '../exchange/exchange.ts'
import type { Check } from '../kit/check.ts'
import { Blocked } from '../target/blocked.ts'
import { Stopped } from '../target/stopper.ts'
import type { Need } from '../target/needs.ts'
import type { Target } from '../target/target.ts'
import { userAgent } from '../target/user-agent.ts'

export interface ReadAnswer {
  readonly what: string
  /** Status, or why there is none. */
  readonly answer: number | string
}

/** Undefined if nothing is asked any more. */
const read = async (
  what: string,
  send: () => Promise<{ readonly status: number }>,
): Promise<ReadAnswer | undefined> => {
  try {
    return { what, answer: (await send()).status }
  } catch (error) {
    if (error instanceof Stopped) return undefined
    if (!(error instanceof Blocked)) throw error
    return { what, answer: error.message }
  }
}

/** Interfaces that other questions of doctor ask: the token service by each identity, the others by their capability. */
const askedOtherwise = new Set(['token', 'data', 'query', 'batch', 'bulk', 'connector'])

const openOnes = { query: { partnerDispatchingStatus: 'NOTIFIED' } }

/** One read of each interface: by its client where more than an address makes it a lawful one, else by the first read that needs no name. */
export async function interfacesAsked(
  as: (name: string) => Api,
  target: Target,
): Promise<ReadonlyMap<string, ReadAnswer>> {
  const api = as('admin')
  const whoever = (name: string): Api => (name in target.identities ? as(name) : api)
  const { crowd, dispatch, user } = target.basePaths
  const found = new Map([
    ['directory', await read(`GET accounts/${target.account}`, () => api.directory.account(target.account))],
    ['company', await read('GET companies', () => api.company.list('application/json'))],
    ['crowd', await read(`GET ${crowd}`, () => whoever('crowd-owner').crowd.list())],
    [
      'dispatch',
      await read(`GET ${dispatch}/api/v1/assignment-details`, () => whoever('partner').dispatch.list(openOnes)),
    ],
    ['user', await read(`GET ${user}`, () => api.user.list({ Size: '1' }))],
    ['scim', await read('GET /Users', () => api.scim.users.list())],
  ])
  for (const { interface: name, method, path, own } of statedOperations()) {
    if (found.has(name) || askedOtherwise.has(name) || own || method !== 'GET' || path.includes('{')) continue
    const base = (target.basePaths as Readonly<Record<string, string>>)[name]
    if (base === undefined) continue
    // "/" is the base address itself: with a slash at its end it would be another address.
    const address = path === '/' ? base : `${base}${path}`
    found.set(name, await read(`GET ${path === '/' ? base : path}`, () => api.raw.send(plainRead(address, target))))
  }
  return new Map([...found].flatMap(([name, answer]) => (answer ? [[name, answer] as const] : [])))
}

function plainRead(path: string, target: Target): string {
  const { client, username } = target.identities['admin'] ?? {}
  const user = username?.split('/')[1]
  const context = new URLSearchParams({ account: target.account, company: target.company, ...(user ? { user } : {}) })
  return [
    `GET {base}${path}?${context.toString().replaceAll('+', '%20')} HTTP/1.1`,
    'Host: {host}',
    `User-Agent: ${userAgent}`,
    'Authorization: Bearer {token}',
    `X-Client-ID: ${client?.id ?? ''}`,
    `X-Client-Version: ${client?.version ?? ''}`,
    'Accept: application/json',
    'Connection: close',
    '\r\n',
  ].join('\r\n')
}

/** The need that all checks of an interface have and that only the interface itself can meet; undefined if there is none. */
export function needOf(name: string, checks: readonly Check[]): Need | undefined {
  const ours = checks.filter(({ requirement, kind }) => requirement.interface === name && kind !== 'observation')
  const elsewhere = new Set(
    checks.filter(({ requirement }) => requirement.interface !== name).flatMap(({ needs }) => needs),
  )
  return ours[0]?.needs.find((need) => !elsewhere.has(need) && ours.every(({ needs }) => needs.includes(need)))
}

/** Which resources of the target file the identities may list: admin each, and the one that is there to be refused. */
export async function rightsAsked(as: (name: string) => Api, target: Target): Promise<readonly string[]> {
  const may = (name: string, resource: string) =>
    read(resource, () => as(name).data.list(resource, { query: { pageSize: '1' } }))
  const lines: string[] = []
  const readable: string[] = []
  for (const resource of Object.keys(target.dtos)) {
    const { answer } = (await may('admin', resource)) ?? {}
    if (answer === undefined) continue
    if (typeof answer === 'number' && answer < 400) readable.push(resource)
    else lines.push(`right       admin cannot list ${resource}: ${told(answer)}`)
  }
  if (readable.length > 0) lines.unshift(`right       admin may list ${readable.join(', ')}`)
  const { unreadable } = target.fixtures
  if (unreadable && unreadable.identity in target.identities && unreadable.resource in target.dtos) {
    const { answer } = (await may(unreadable.identity, unreadable.resource)) ?? {}
    if (answer !== undefined)
      lines.push(
        typeof answer === 'number' && answer < 400
          ? `right       ${unreadable.identity} may list ${unreadable.resource} after all: fixtures.unreadable says that it may not`
          : `right       ${unreadable.identity} cannot list ${unreadable.resource}, as fixtures.unreadable says: ${told(answer)}`,
      )
  }
  return lines
}

export const told = (answer: ReadAnswer['answer']): string =>
  typeof answer === 'number' ? `answered with ${answer}` : answer

const toleratedMs = 2000

/** How far the target's clock is from this machine's, by the Date of an answer; undefined if it has none. */
export function clockLine({ startedAt, ms, response }: Exchange): string | undefined {
  const date = response && headerOf(response.headers, 'date')
  const stated = date === undefined ? NaN : Date.parse(date)
  if (Number.isNaN(stated)) return undefined
  // A Date has whole seconds: its time lay somewhere in that second, and within the exchange.
  const [earliest, latest] = [stated - (startedAt + ms), stated + 1000 - startedAt]
  const off = earliest > 0 ? earliest : latest < 0 ? latest : 0
  if (Math.abs(off) <= toleratedMs) return `clock       the target's clock agrees with this machine's`
  return `clock       the target's clock is ${Math.round(Math.abs(off) / 1000)} s ${off > 0 ? 'ahead of' : 'behind'} this machine's`
}
