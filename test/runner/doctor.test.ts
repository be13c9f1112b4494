import { expect, test } from 'vitest'
import type { PlatformRequest, PlatformResponse } from '../../src/platform/http/message.ts'
import { listen } from '../../src/platform/http/server.ts'
import { createPlatform } from '../../src/platform/platform.ts'
import { examine } from '../../src/runner/doctor.ts'
import { parseTarget } from '../../src/target/load.ts'
import { capabilities, refusal } from '../support/capabilities.ts'

/** What doctor finds at a platform that refuses what asks for a capability. */
async function examined(refused?: keyof typeof capabilities, status = 404) {
  const platform = createPlatform()
  const server = await listen(
    async (request) => (refused && capabilities[refused](request) ? refusal(status) : platform.handle(request)),
    { port: 0, now: () => platform.clock.now() },
  )
  try {
    return await examine(parseTarget(platform.targetFile(server.origin), 'the test'), [])
  } finally {
    await server.close()
  }
}

test('nothing is lacking at a platform that has it all', async () => {
  const { lacking, lines, usable } = await examined()
  expect(lines.filter((line) => /^interface .*answered with (?!200)/.test(line))).toEqual([])
  expect(lacking).toEqual([])
  expect(usable).toBe(true)
})

const probed = [
  'batch',
  'query-api',
  'deleted-listing',
  'attachments',
  'expansion',
  'shaping',
  'query-language',
  'service-api',
] as const

test.each(
  [...probed, 'authorization-code' as const].flatMap((name) =>
    [404, 501, 403].map((status) => [name, status] as const),
  ),
)('a platform that refuses %s with %i: that capability alone is told, with what was asked', async (name, status) => {
  const { lacking, lines, usable } = await examined(name, status)
  expect(lacking.map(({ need }) => need)).toEqual([name])
  expect(lines.filter((line) => line.startsWith('lacking')).join()).toContain(`is answered with ${status}`)
  expect(usable).toBe(true)
})

test.each([400, 401, 500, 502])('what is answered with %i is not proposed as lacking, and is told', async (status) => {
  const { lacking, lines } = await examined('batch', status)
  expect(lacking).toEqual([])
  expect(lines).toContain(
    `capability  batch: a batch of one read is answered with ${status}, which does not tell whether the target has it`,
  )
})

/** What doctor finds at a platform behind this edge. */
async function examinedBehind(
  edge: (
    request: PlatformRequest,
    handle: (request: PlatformRequest) => Promise<PlatformResponse>,
  ) => Promise<PlatformResponse>,
  { change = (file: Record<string, unknown>) => file, aheadMs = 0 } = {},
) {
  const platform = createPlatform()
  const server = await listen((request) => edge(request, platform.handle), {
    port: 0,
    now: () => platform.clock.now() + aheadMs,
  })
  try {
    return await examine(parseTarget(change(platform.targetFile(server.origin)), 'the test'), [])
  } finally {
    await server.close()
  }
}

test('it reads, and writes nothing', async () => {
  const sent: string[] = []
  const { lines } = await examinedBehind(async (request, handle) => {
    sent.push(`${request.method} ${request.target.split('?')[0]}`)
    const type = request.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
    // Every call of SCIM carries it (B-SCM-01).
    return request.target.includes('/scim/v2/') && type !== 'application/scim+json' ? refusal(415) : handle(request)
  })
  expect(lines).toContain('interface   scim: GET /Users is answered with 200')
  expect(sent).toContain('GET /ds/api/directory/v1/accounts/acme')
  expect(
    sent.filter((line) => !/^GET |^POST .*\/(?:token|query\/v1|batch\/v1\/?|reporting\/v1(?:\/build)?)$/.test(line)),
  ).toEqual([])
})

test('a resource that the default identity may not list, and a clock that is ahead, are told', async () => {
  const { lines } = await examinedBehind(
    async (request, handle) => (/\/v4\/Activity\b/.test(request.target) ? refusal(403) : handle(request)),
    { aheadMs: 300_000 },
  )
  expect(lines).toContain('right       admin cannot list Activity: answered with 403')
  expect(lines.find((line) => line.startsWith('right       admin may list'))).not.toContain('Activity')
  expect(lines.join('\n')).toMatch(/clock {7}the target's clock is (?:299|300) s ahead of this machine's/)
})

test('what a run needs, at the rate of the target, and what its budget leaves out', async () => {
  const { lines } = await examinedBehind((request, handle) => handle(request), {
    change: (file) => ({ ...file, limits: { requestsPerSecond: 5, concurrency: 4, requests: 300, listLagMs: 0 } }),
  })
  const [, requests = '', minutes = '', objects = ''] =
    /about ([\d,]+) requests, (\d+) min at 5 requests a second; it creates about ([\d,]+) objects/.exec(
      lines.join('\n'),
    ) ?? []
  const count = Number(requests.replaceAll(',', ''))
  expect(count).toBeGreaterThan(3000)
  expect(Math.abs(Number(minutes) - count / 300)).toBeLessThanOrEqual(2)
  expect(Number(objects.replaceAll(',', ''))).toBeGreaterThan(300)
  expect(lines.join('\n')).toContain('limits.requests (300) is less than a whole run needs')
})

test('of a target that is only to be read no objects are told, nor templates that nothing would be made from', async () => {
  const { lines } = await examinedBehind((request, handle) => handle(request), {
    change: (file) => ({ ...file, writes: false }),
  })
  const told = lines.filter((line) => /^(?:needs|touches|missing)/.test(line)).join('\n')
  expect(told).toMatch(/touches {5}nothing \(writes: false\): it reads what is there; at most/)
  expect(told).not.toMatch(/creates|removes|created|templates\./)
})

test('a resource without a template: one is guessed from the records that are there', async () => {
  const { lines, templates } = await examinedBehind((request, handle) => handle(request), {
    change: ({ templates: known, ...file }) => ({
      ...file,
      templates: Object.fromEntries(Object.entries(known as object).filter(([name]) => name !== 'BusinessPartner')),
    }),
  })
  expect(templates).toEqual({ BusinessPartner: { name: 'made by fieldproof' } })
  expect(lines.join('\n')).toContain('missing     templates.BusinessPartner')
})

test('what a run makes in trees and cannot remove, and who is to be refused and is not there', async () => {
  const { lines, missing } = await examinedBehind((request, handle) => handle(request), {
    change: ({ dtos, fixtures, ...file }) => ({
      ...file,
      dtos: Object.fromEntries(Object.entries(dtos as object).filter(([name]) => name !== 'ReservedMaterial')),
      fixtures: { ...(fixtures as object), unreadable: undefined },
    }),
  })
  expect(lines.filter((line) => /^missing +dtos/.test(line))).toEqual([
    'missing     dtos.ReservedMaterial: the checks create such records in service calls, and without its version a run cannot remove them',
  ])
  // Who lacks a right need not be there: what that identity would show does not apply.
  expect(missing.map(({ need }) => need)).not.toContain('unreadable-resource')
})

test('an identity that checks need and that gets no token: not usable', async () => {
  const { lines, usable } = await examinedBehind((request, handle) => handle(request), {
    change: ({ identities, ...file }) => ({
      ...file,
      identities: {
        ...(identities as object),
        user: { ...(identities as Record<string, object>)['user'], password: 'wrong' },
      },
    }),
  })
  expect(usable).toBe(false)
  expect(lines.at(-1)).toBe('not usable: no token is given to identities.user of the target file')
})

test('whether the target expands is asked of the resource whose relation the target file names', async () => {
  const asked: string[] = []
  const { lines } = await examinedBehind(
    async (request, handle) => {
      const expands = /\/v4\/(\w+)\?.*\bexpand=serviceCalls\b/.exec(request.target)
      if (expands === null) return handle(request)
      asked.push(expands[1] ?? '')
      return refusal(expands[1] === 'BusinessPartner' ? 404 : 400)
    },
    {
      change: ({ fixtures, ...file }) => ({
        ...file,
        fixtures: {
          ...(fixtures as object),
          inverse: { resource: 'BusinessPartner', field: 'serviceCalls', to: 'ServiceCall', by: 'businessPartner' },
        },
      }),
    },
  )
  expect(asked).toEqual(['BusinessPartner'])
  expect(lines.join('\n')).toContain('a list with expand is answered with 404')
})

test('what serves only checks that do not apply is not missing, and what a run would say at its end is told before', async () => {
  const { lines } = await examinedBehind((request, handle) => handle(request), {
    change: ({ identities, fixtures, lacks, passwordPolicy, ...file }) => ({
      ...file,
      lacks: { ...(lacks as object), crowd: 'not here' },
      fixtures: Object.fromEntries(Object.entries(fixtures as object).filter(([name]) => name !== 'crowdTag')),
      identities: {
        ...(identities as object),
        user: (identities as Record<string, object>)['admin'],
      },
      passwordPolicy: { ...(passwordPolicy as object), history: 50 },
    }),
  })
  expect(lines.filter((line) => line.startsWith('missing     crowd'))).toEqual([])
  expect(lines.filter((line) => /^(?:password|companies) /.test(line))).toHaveLength(2)
})
