import { expect, test } from 'vitest'
import { loadCatalogue } from '../../src/judging/catalogue.ts'
import { judgedLive } from '../../src/judging/judged.ts'
import { makePlan } from '../../src/judging/plan.ts'
import { listen } from '../../src/platform/http/server.ts'
import { createPlatform } from '../../src/platform/platform.ts'
import { basePaths } from '../../src/target/base-paths.ts'
import { causesOf } from '../../src/verdict/causes.ts'
import { verdictsAgainst } from '../support/verdicts.ts'

const nothingThere = {
  status: 404,
  headers: [['Content-Type', 'text/html']] as const,
  body: Buffer.from('<html><body><h1>Not Found</h1></body></html>'),
}

/** The red causes of a run of an interface whose paths a gateway does not know. */
async function causesWithout(name: keyof typeof basePaths, only?: readonly string[]) {
  const platform = createPlatform()
  const server = await listen(
    async (request) => (request.target.startsWith(basePaths[name]) ? nothingThere : platform.handle(request)),
    { port: 0, now: () => platform.clock.now() },
  )
  try {
    const selection = { interfaces: [name], seed: 1, ...(only ? { only } : {}) }
    const verdicts = await verdictsAgainst(platform.targetFile(server.origin), selection)
    const { planned } = makePlan(await loadCatalogue(), judgedLive(), selection)
    return causesOf(planned, [...verdicts.values()])
      .filter(({ failed, blocked }) => failed.length + blocked.length > 0)
      .map((cause) => ({ ...cause, verdict: verdicts.get(cause.check) }))
  } finally {
    await server.close()
  }
}

const lacked = {
  query: 'query-api',
  batch: 'batch',
  service: 'service-api',
  crowd: 'crowd',
  dispatch: 'dispatch',
  scim: 'scim',
  user: 'user-api',
  optimization: 'optimization',
  reporting: 'reporting',
} as const

/** Of what polls or sends much, enough to fall apart into several causes. */
const some: Partial<Record<keyof typeof lacked, readonly string[]>> = {
  batch: ['batch/p*', 'batch/t*'],
  dispatch: ['dispatch/accept/*', 'dispatch/list*', 'dispatch/own-assignments/*', 'dispatch/re*'],
}

test.each(Object.keys(lacked) as Array<keyof typeof lacked>)(
  'a target without %s: one cause, and the line that declares it',
  async (name) => {
    const causes = await causesWithout(name, some[name])
    expect(causes).toHaveLength(1)
    expect(causes[0]?.lacks?.need).toBe(lacked[name])
    expect(causes[0]?.verdict?.findings[0]?.actual).toContain('404')
  },
  60_000,
)

test('a directory that is not found: one cause, and the address to look at', async () => {
  const causes = await causesWithout('directory')
  expect(causes).toHaveLength(1)
  expect(causes[0]?.address).toBe('addresses.directory')
}, 60_000)
