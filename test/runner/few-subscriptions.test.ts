import { expect, test } from 'vitest'
import { alarmsIn, madeRun } from '../support/made-run.ts'

type Run = Parameters<typeof madeRun>[0]

/** Six that checks share, and two of its own for the one that runs, need eight; all that these checks create would need some eighty. */
const free = 10

/** Every check that may make users. */
const makesUsers: Run['which'] = ({ needs }) => needs.includes('created-users') || needs.includes('many-users')

/** An account with so few free subscriptions: who comes when they are held is refused. */
function fewSubscriptions() {
  const held = new Set<string>()
  const refused: string[] = []
  let running = ''
  const edge: Run['edge'] = async (request, handle) => {
    const answer = await handle(request)
    const [, id] = /\/(?:user|scim)\/v\d\/users(?:\/(\d+))?(?:\?|$)/i.exec(request.target) ?? [undefined, undefined]
    if (answer.status >= 300 || !/\/users\b/i.test(request.target)) return answer
    const again = (method: string, target: string) => handle({ ...request, method, target, body: Buffer.alloc(0) })
    if (request.method === 'DELETE' && id !== undefined) {
      // One that is deleted of one company may be in others.
      if ((await again('GET', request.target)).status === 404) held.delete(id)
    }
    if (request.method !== 'POST') return answer
    const made = String((JSON.parse(answer.body.toString()) as { id?: unknown }).id)
    if (held.has(made)) return answer
    if (held.size < free) {
      held.add(made)
      return answer
    }
    refused.push(running)
    const one = request.target.replace(/users/i, (users) => `${users}/${made}`).replace(/company=[^&]*&?/, '')
    await again('DELETE', one)
    const text = JSON.stringify({ code: 'UA-03', error: 'there are no free valid subscriptions' })
    return { ...answer, status: 409, body: Buffer.from(text) }
  }
  return { edge, refused, begins: ({ id }: { readonly id: string }) => void (running = id) }
}

test('a run lets its users go: where few subscriptions are free, no check is blocked for want of one', async () => {
  const { edge, refused, begins } = fewSubscriptions()
  const { verdicts, leftBehind, changes } = await madeRun({ which: makesUsers, edge, begins })
  expect(alarmsIn(verdicts)).toEqual([])
  // It needs more than twenty by its nature, and says so.
  expect(new Set(refused)).toEqual(new Set(['scim/members/more-than-twenty']))
  expect(verdicts.filter(({ is }) => is === 'not-exercised').map(({ check }) => check)).toEqual([...new Set(refused)])
  expect(leftBehind).toEqual([])
  expect(changes.filter((line) => !line.startsWith('subscription'))).toEqual([])
})
