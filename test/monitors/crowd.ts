import { createPlatform, type Platform } from '../../src/platform/platform.ts'
import type { Exchange } from '../../src/exchange/exchange.ts'
import { batch, type Part } from './traffic.ts'

const origin = 'http://cluster.example'
const context = 'account=acme&company=Acme%20North&user=admin&dtos=ServiceCall.27'
const texts = ['a text that is long enough', 'another text of some length', 'null and nothing, at length']
const ids = ['A', 'B', 'C'].map((digit) => digit.repeat(32))
const externalIds = ['E-1 of some length', 'E-2 of some length', 'E-3']

export interface Crowd {
  readonly seed: number
  /** Milliseconds between two requests, at most. */
  readonly pace: number
  /** How many of four clients are recorded. */
  readonly recorded: number
  readonly variants?: readonly string[]
}

/** Several clients of a lawful server who write the same few records, by whatever name and at the same time; what some of them saw of it. */
export async function crowd({ seed, pace, recorded, variants = [] }: Crowd): Promise<Exchange[]> {
  let now = Date.parse('2026-03-01T10:00:00Z')
  const platform = createPlatform({
    variants: [...variants],
    clock: {
      now: () => Math.floor(now),
      advance: (ms) => {
        now += ms
      },
    },
  })
  const token = await tokenOf(platform)
  const random = sequence(seed)
  const pick = <T>(...values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  /** What each client believes to be stored. */
  const locks = [1, 2, 3, 4].map(() => new Map<string, number>())
  const seen: Exchange[] = []

  const call = (client: number) => {
    const at = pick(0, 1, 2)
    const ref = random() < 0.6 ? ids[at] : `externalId/${encodeURIComponent(externalIds[at] ?? '')}`
    const lock = pick('known', 'known', 'forced', 'forced', 'none')
    const lastChanged = lock === 'known' ? locks[client]?.get(ids[at] ?? '') : undefined
    const fields = {
      ...pick({}, { subject: pick(...texts) }),
      ...pick({}, { remarks: pick(...texts, null) }),
      ...pick({}, {}, { externalId: pick(...externalIds, null) }),
    }
    const sent = { ...fields, ...(lastChanged === undefined ? {} : { lastChanged }) }
    const force = lock === 'forced' ? '&forceUpdate=true&forceDelete=true' : ''
    const path = `/api/data/v4/ServiceCall/${ref}?${context}${force}`
    return pick<readonly [string, string, unknown?]>(
      ['GET', path],
      ['GET', path],
      ['GET', `/api/data/v4/ServiceCall?${context}&pageSize=10&orderBy=${pick('lastChanged', 'subject')}%20desc`],
      ['PUT', path, { subject: pick(...texts), ...sent }],
      ['PATCH', path, sent],
      ['PATCH', path, { subject: pick(...texts), ...sent }],
      [
        'POST',
        `/api/data/v4/ServiceCall?${context}${pick('', '', force)}`,
        { subject: pick(...texts), ...fields, ...pick({}, { id: ids[at] }, { id: ids[at] }) },
      ],
      ['DELETE', `${path}${lastChanged === undefined ? '' : `&lastChanged=${lastChanged}`}`],
      [
        'GET',
        `/api/data/v4/ServiceCall/deleted?dtos=DeletedObjects.2&account=acme&company=Acme%20North&user=admin&from=${Math.floor(now) - pick(2, 20_000)}&to=${Math.floor(now) + pick(0, 1, 20_000)}`,
      ],
    )
  }

  for (let step = 0; step < 150; step++) {
    now += pick(0, 0, random(), random() * pace, pace, random() < 0.05 ? 20_000 : 0)
    const client = Math.floor(random() * 4)
    const isBatch = random() < 0.15
    const parts = Array.from({ length: pick(2, 3) }, () => call(client)).map(([method, path, sent]): Part => ({
      request: `${method} ${path}`,
      sent,
      cid: undefined,
    }))
    const whole = batch(parts, { transactional: pick(undefined, true, false) })
    const [method, path, sent] = isBatch
      ? ([
          'POST',
          `${whole.path}${whole.path.includes('?') ? '&' : '?'}account=acme&company=Acme%20North&user=admin`,
          whole.sent,
        ] as const)
      : call(client)
    const body = Buffer.from(sent === undefined ? '' : typeof sent === 'string' ? sent : JSON.stringify(sent))
    const headers = [
      ['Authorization', `Bearer ${token}`],
      ['X-Client-ID', 'fieldproof-connector'],
      ['X-Client-Version', '1'],
      ['Content-Type', isBatch ? 'multipart/mixed; boundary=b' : 'application/json'],
    ] as const
    const date = new Date(Math.floor(now)).toUTCString()
    // Sent some time before it takes effect, answered some time after: requests overlap.
    const [ahead, behind] = [
      pick(0.1, random() * pace, random() * 3 * pace),
      pick(0.1, random() * pace, random() * 3 * pace),
    ]
    const {
      status,
      headers: told,
      body: answer,
    } = await platform.handle({ method, target: path, headers, body, origin })
    const lastChanged = /"lastChanged":(\d+)/.exec(answer.toString())?.[1]
    const id = /"id":"([0-9A-F]{32})"/.exec(answer.toString())?.[1]
    const isLost = random() < 0.05
    if (!isLost && id && lastChanged) locks[client]?.set(id, Number(lastChanged))
    if (client >= recorded) continue
    seen.push({
      id: `#${step}`,
      startedAt: now - ahead,
      ms: ahead + behind,
      request: { method, url: `${origin}${path}`, headers, body },
      ...(isLost
        ? { failure: 'connection' as const }
        : { response: { status, statusText: '', headers: [['Date', date], ...told], body: answer } }),
    })
  }
  return seen.sort((one, other) => one.startedAt + one.ms - other.startedAt - other.ms)
}

async function tokenOf(platform: Platform): Promise<string> {
  const { identities } = platform.targetFile(origin) as {
    identities: { admin: { client: { id: string; secret: string }; username: string; password: string } }
  }
  const { client, username, password } = identities.admin
  const { body } = await platform.handle({
    method: 'POST',
    target: '/api/oauth2/v1/token',
    origin,
    body: Buffer.from(new URLSearchParams({ grant_type: 'password', username, password }).toString()),
    headers: [
      ['Authorization', `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`],
      ['Content-Type', 'application/x-www-form-urlencoded'],
    ],
  })
  return (JSON.parse(body.toString()) as { access_token: string }).access_token
}

function sequence(seed: number): () => number {
  let state = (seed * 2_654_435_761) % 4_294_967_296
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}
