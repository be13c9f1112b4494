import { expect, test } from 'vitest'
import type { PlatformRequest, PlatformResponse } from '../../src/platform/http/message.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { alarmsIn, madeRun } from '../support/made-run.ts'

type Edge = (request: PlatformRequest, handle: Platform['handle']) => Promise<PlatformResponse>

/** Changes the answers to these requests that are well. */
const answering =
  (
    isMeant: (request: PlatformRequest) => boolean,
    changed: (answer: PlatformResponse, request: PlatformRequest) => PlatformResponse,
  ): Edge =>
  async (request, handle) => {
    const answer = await handle(request)
    return isMeant(request) && answer.status < 300 ? changed(answer, request) : answer
  }

const at =
  (method: string, path: RegExp) =>
  (request: PlatformRequest): boolean =>
    request.method === method && path.test(request.target.split('?', 1)[0] ?? '')

const withJson = (answer: PlatformResponse, change: (body: any) => unknown): PlatformResponse => ({
  ...answer,
  body: Buffer.from(JSON.stringify(change(JSON.parse(answer.body.toString('utf8'))))),
})

const named = ['activityIds', 'optimizationPlugin', 'optimisationPlugin', 'start', 'end', 'partitioningStrategy']

/** Properties that are known alone; what is no object is left as it is. */
function withoutFurther(body: PlatformRequest['body']): PlatformRequest['body'] {
  const text = body.toString('utf8')
  if (!/^\{"[^]*\}$/.test(text)) return body
  return Buffer.from(
    JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).filter(([key]) => named.includes(key)))),
  )
}

/** A query parameter that these requests may leave out. */
const supplying =
  (isMeant: (request: PlatformRequest) => boolean, name: string, value: (request: PlatformRequest) => string): Edge =>
  (request, handle) => {
    if (!isMeant(request) || new RegExp(`[?&]${name}=`).test(request.target)) return handle(request)
    const sign = request.target.includes('?') ? '&' : '?'
    return handle({ ...request, target: `${request.target}${sign}${name}=${value(request)}` })
  }

const dtoOf = ({ target }: PlatformRequest): string =>
  `${/\/v4\/(\w+)/.exec(target)?.[1] ?? ''}.${versions[/\/v4\/(\w+)/.exec(target)?.[1] ?? ''] ?? 0}`
const versions: Record<string, number> = { ServiceCall: 27, Attachment: 19, BusinessPartner: 25, Activity: 43 }

const named1001 = [
  ['X-Account-Name', 'acme'],
  ['X-Company-Name', 'Acme North'],
] as const

/** Who sends the ids of account and company need not send their names. */
const byIds =
  (path: RegExp): Edge =>
  (request, handle) => {
    const given = new Map(request.headers.map(([name, value]) => [name.toLowerCase(), value]))
    const isMeant =
      path.test(request.target) && given.get('x-account-id') === '1001' && given.get('x-company-id') === '5001'
    return handle(
      isMeant
        ? { ...request, headers: [...request.headers, ...named1001.filter(([name]) => !given.has(name.toLowerCase()))] }
        : request,
    )
  }

/** The contract is judged in whole runs only. */
const everything: readonly string[] = []

/** What real systems were seen to do that the documents contradict: each is a warning with its text, and nothing else is told. */
const wild: ReadonlyArray<
  readonly [what: string, interfaces: readonly string[], edge: Edge, text: RegExp | undefined]
> = [
  [
    'the deletion of technicians and addresses is answered with 200',
    ['crowd'],
    answering(at('DELETE', /\/technicians\//), (answer) => ({ ...answer, status: 200 })),
    /deletion of a technician with 200/,
  ],
  [
    'accept, reject and release are answered with 200 and results',
    ['dispatch'],
    answering(at('POST', /\/v1\/(?:accept|reject|release)$/), (answer) => ({
      ...answer,
      status: 200,
      body: Buffer.from('{"results":[]}'),
    })),
    /an accept with 200/,
  ],
  [
    'companies of a token have no description',
    everything,
    answering(at('POST', /\/token$/), (answer) =>
      withJson(answer, ({ companies, ...body }) => ({
        ...body,
        ...(companies ? { companies: companies.map(({ description: _, ...company }: any) => company) } : {}),
      })),
    ),
    /companies have no description/,
  ],
  [
    'the description of companies of a token is null',
    everything,
    answering(at('POST', /\/token$/), (answer) =>
      withJson(answer, ({ companies, ...body }) => ({
        ...body,
        ...(companies ? { companies: companies.map((company: object) => ({ ...company, description: null })) } : {}),
      })),
    ),
    /companies have no description/,
  ],
  [
    'a re-optimization takes further properties',
    everything,
    async (request, handle) => {
      if (!at('POST', /\/re-optimize$/)(request)) return handle(request)
      return handle({ ...request, body: withoutFurther(request.body) })
    },
    /further properties, such as simulation/,
  ],
  [
    'technicians are served to callers that send ids and no names',
    ['crowd'],
    byIds(/\/api\/crowd\/v2\//),
    /calls of ids without X-Account-Name/,
  ],
  [
    'partner dispatching is served to callers that send ids and no names',
    ['dispatch'],
    byIds(/\/cloud-partner-dispatch-service\//),
    /calls of ids without X-Company-Name/,
  ],
  ['a DELETE needs no dtos', ['data'], supplying(at('DELETE', /\/api\/data\/v4\//), 'dtos', dtoOf), undefined],
  [
    'reads of attachments need no dtos',
    ['data'],
    supplying(at('GET', /\/api\/data\/v4\/Attachment/), 'dtos', dtoOf),
    undefined,
  ],
]

test.each(wild)('%s', async (_, interfaces, edge, text) => {
  const isOf = ({ id }: { readonly id: string }) => interfaces.some((name) => id.startsWith(`${name}/`))
  const { verdicts } = await madeRun({ edge, ...(interfaces.length > 0 ? { which: isOf } : {}) })
  expect(alarmsIn(verdicts)).toEqual([])
  const warned = verdicts.flatMap(({ findings }) => findings.flatMap(({ seenInTheWild }) => seenInTheWild ?? []))
  if (text) expect(warned.join('\n')).toMatch(text)
})

test('page and size of the list of users are heeded in small letters alone: one check says so, the others go on', async () => {
  const { verdicts } = await madeRun({
    platform: { variants: ['user-pages-in-small-letters'] },
    which: ({ id }) => /^user\/(?:page|list)-/.test(id),
  })
  const differing = verdicts.filter(({ is }) => !['pass', 'observed'].includes(is))
  expect(differing.map(({ check, is, findings }) => [check, is, findings[0]?.seenInTheWild])).toEqual([
    ['user/list-parameters/size-limits-the-page', 'warn', expect.stringContaining('in small letters alone')],
  ])
  expect(verdicts.length).toBeGreaterThan(20)
})

test('a notified activity whose time is over has the status TIMEOUT', async () => {
  const { verdicts } = await madeRun({
    platform: { faults: ['dispatch-time-out-has-a-status'] },
    which: ({ id }) => id === 'dispatch/statuses/after-the-time-out',
  })
  const [verdict] = verdicts
  expect([verdict?.is, verdict?.findings[0]?.seenInTheWild]).toEqual([
    'warn',
    expect.stringContaining('further statuses'),
  ])
})
