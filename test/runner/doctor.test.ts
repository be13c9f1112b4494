import { expect, test } from 'vitest'
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
  const { lacking, usable } = await examined()
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
