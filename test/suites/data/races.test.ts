import { expect, test } from 'vitest'
import { createPlatform } from '../../../src/platform/platform.ts'
import { verdictsAgainst } from '../../support/verdicts.ts'

test('winners of a race that left nothing are a finding of their creation: a baseline can know that, and not a check without any', async () => {
  const platform = createPlatform({ faults: ['data-post-external-id-dropped'] })
  const server = await platform.listen({ port: 0 })
  const id = 'data/external-id-unique/race-of-posts'
  try {
    const verdicts = await verdictsAgainst(platform.targetFile(server.origin), { only: [id] })
    expect(verdicts.get(id)).toMatchObject({
      is: 'blocked',
      findings: [{ requirement: 'data/create', actual: '{"externalId":null}' }],
    })
  } finally {
    await server.close()
  }
})
