import { afterEach, expect, test, vi } from 'vitest'
import { peopleMachine } from '../../suites/scim/model/machine.ts'
import { alarmsIn, madeRun } from '../support/made-run.ts'

type Run = Parameters<typeof madeRun>[0]
const ofPeople: Run['which'] = ({ id }) => /^(?:scim|user)\//.test(id)
const anyWrites = 'scim/written-is-read/any-writes-through-both-interfaces'

afterEach(() => void vi.restoreAllMocks())

/** A run against a target file that lets it create so many users; told of each user that is created. */
async function limitedTo(mayCreateUsers: number | undefined, run: Run, created: () => void = () => undefined) {
  const { edge, ...others } = run
  return madeRun({
    ...others,
    file: (written) => {
      const { mayCreateUsers: _, ...limits } = written['limits'] as Record<string, unknown>
      return { ...written, limits: { ...limits, ...(mayCreateUsers === undefined ? {} : { mayCreateUsers }) } }
    },
    async edge(request, handle) {
      const answer = edge ? await edge(request, handle) : await handle(request)
      if (request.method === 'POST' && /\/users(?:\?|$)/i.test(request.target) && answer.status < 300) created()
      return answer
    },
  })
}

test('five users are enough for every check that does not need many: none is blocked, and no more are created', async () => {
  let created = 0
  const deleted: string[] = []
  const edge: Run['edge'] = async (request, handle) => {
    const answer = await handle(request)
    const [, way] = /\/(user|scim)\/v\d\/users\/\d+(?:\?|$)/i.exec(request.target) ?? []
    if (request.method === 'DELETE' && way && answer.status < 300) deleted.push(way)
    return answer
  }
  const { verdicts } = await limitedTo(5, { which: ofPeople, edge }, () => (created += 1))
  expect(alarmsIn(verdicts)).toEqual([])
  // Each interface is seen to delete a user: the one that its checks were lent, when no other needs it.
  const deletions = verdicts.filter(({ check }) => check.endsWith('/of-the-user-that-checks-were-lent'))
  expect(deletions.map(({ check, is }) => [check, is]).sort()).toEqual([
    ['scim/remove-user/of-the-user-that-checks-were-lent', 'pass'],
    ['user/remove/of-the-user-that-checks-were-lent', 'pass'],
  ])
  expect(new Set(deleted)).toEqual(new Set(['user', 'scim']))
  expect(verdicts.filter(({ is }) => is === 'pass').length).toBeGreaterThan(100)
  expect(created).toBeGreaterThan(0)
  expect(created).toBeLessThanOrEqual(5)
})

test.each([0, undefined])('where %s may be created none is, and checks that need one say so', async (most) => {
  let created = 0
  const { verdicts } = await limitedTo(most, { which: ofPeople }, () => (created += 1))
  expect(alarmsIn(verdicts)).toEqual([])
  expect(created).toBe(0)
  const unjudged = verdicts.filter(({ because = '' }) => because.includes('limits.mayCreateUsers'))
  expect(unjudged.length).toBeGreaterThan(100)
  expect(new Set(unjudged.map(({ is }) => is))).toEqual(new Set(['not-applicable']))
  expect(verdicts.filter(({ is }) => is === 'pass').length).toBeGreaterThan(10)
})

/** Numbers of the walks in which users were created, and how many walks there were; `hasFailed` tells whether one did so far. */
async function walked(run: (hasFailed: () => boolean) => Run) {
  let [walk, hasFailed] = [0, false]
  const { around } = peopleMachine
  vi.spyOn(peopleMachine, 'around').mockImplementation(async (...all) => {
    walk += 1
    await around(...all).catch((error: unknown) => {
      hasFailed = true
      throw error
    })
  })
  const creations: number[] = []
  const { verdicts } = await limitedTo(5, { ...run(() => hasFailed), which: ({ id }) => id === anyWrites }, () =>
    creations.push(walk),
  )
  vi.restoreAllMocks()
  return { creations, walks: walk, verdict: verdicts[0] }
}

const wrong = { faults: ['user-put-lost-after-scim'] }

test('the walks of a run share their users, and a walk that fails is shrunk with these', async () => {
  const sound = await walked(() => ({}))
  expect([sound.verdict?.is, sound.walks, new Set(sound.creations)]).toEqual(['pass', 3, new Set([1])])
  const { creations, walks, verdict } = await walked(() => ({ platform: wrong }))
  expect(verdict?.is).toBe('warn')
  // More walks than are generated: the others are smaller ones.
  expect(walks).toBeGreaterThan(3)
  expect(creations.length).toBeLessThanOrEqual(5)
  expect(new Set(creations)).toEqual(new Set([1]))
})

test('a user that can no longer be written is not replaced by another while a walk is shrunk', async () => {
  const { creations, walks, verdict } = await walked((hasFailed) => ({
    platform: wrong,
    async edge(request, handle) {
      if (!hasFailed() || request.method !== 'PUT' || !request.target.includes('/user/v1/users/'))
        return handle(request)
      return { status: 409, headers: [], body: Buffer.alloc(0) }
    },
  }))
  expect(verdict?.is).toBe('warn')
  expect(walks).toBeGreaterThan(1)
  expect(new Set(creations)).toEqual(new Set([1]))
})
