import { expect, test } from 'vitest'
import { alarmsIn, madeRun } from '../support/made-run.ts'

test('five users are enough for every check that does not need many: none is blocked, and no more are created', async () => {
  let created = 0
  const { verdicts } = await madeRun({
    file: (written) => ({ ...written, limits: { ...(written['limits'] as object), mayCreateUsers: 5 } }),
    which: ({ id }) => /^(?:scim|user)\//.test(id),
    async edge(request, handle) {
      const answer = await handle(request)
      if (request.method === 'POST' && /\/users(?:\?|$)/i.test(request.target) && answer.status < 300) created += 1
      return answer
    },
  })
  expect(alarmsIn(verdicts)).toEqual([])
  expect(verdicts.filter(({ is }) => is === 'pass').length).toBeGreaterThan(100)
  expect(created).toBeGreaterThan(0)
  expect(created).toBeLessThanOrEqual(5)
})
