import { expect, test } from 'vitest'
import { loadCatalogue } from '../../src/judging/catalogue.ts'
import { judgedLive } from '../../src/judging/judged.ts'
import { makePlan } from '../../src/judging/plan.ts'
import { causesOf } from '../../src/verdict/causes.ts'
import { alarmsIn, madeRun } from '../support/made-run.ts'

type Run = Parameters<typeof madeRun>[0]
type Edge = NonNullable<Run['edge']>

const only =
  (...ids: readonly string[]): Run['which'] =>
  ({ id }) =>
    ids.includes(id)

const withFixtures =
  (change: (fixtures: Record<string, unknown>) => Record<string, unknown>): Run['file'] =>
  (written) => ({ ...written, fixtures: change(written['fixtures'] as Record<string, unknown>) })

const refusing =
  (status: number, isMeant: (target: string, body: string) => boolean): Edge =>
  async (request, handle) =>
    isMeant(request.target, request.body.toString()) ? { status, headers: [], body: Buffer.alloc(0) } : handle(request)

test('what a release leaves is not exercised where the control tells nothing of single activities', async () => {
  const { verdicts } = await madeRun({
    which: only('dispatch/release/accepted-activity'),
    edge: async (request, handle) =>
      request.method === 'GET' && request.target.includes('/fieldproof/activities/')
        ? { status: 404, headers: [], body: Buffer.alloc(0) }
        : handle(request),
  })
  expect(verdicts.map(({ is, because }) => [is, because?.slice(0, 59)])).toEqual([
    ['not-exercised', 'controls.activities tells nothing of a single activity (GET'],
  ])
})

const withoutTechnician = withFixtures(({ tree, ...others }) => {
  const { references, ...rest } = tree as { readonly references: Record<string, unknown> }
  const { responsible: _, ...kept } = references
  return { ...others, tree: { ...rest, references: kept } }
})

/** Verdicts of re-optimization where activities have no technician, and what the run says that the target lacks. */
async function reoptimizing(edge: Edge) {
  const { verdicts } = await madeRun({
    which: ({ requirement }) => requirement.interface === 'optimization',
    file: withoutTechnician,
    edge,
  })
  const { planned } = makePlan(await loadCatalogue(), judgedLive(), { interfaces: ['optimization'] })
  return { verdicts, lacks: causesOf(planned, verdicts).flatMap(({ lacks }) => lacks ?? []) }
}

test.each([404, 405])('re-optimization whose address answers %i is told as absent', async (status) => {
  const { verdicts, lacks } = await reoptimizing(refusing(status, (target) => target.includes('re-optimize')))
  expect(lacks.map(({ need, because }) => [need, because])).toEqual([
    ['optimization', expect.stringContaining(`status ${status}`)],
  ])
  expect(verdicts.filter(({ because = '' }) => because.includes('activities of a technician'))).toEqual([])
})

test('one that refuses activities of no technician with 404 is asked for no more than the target file gives', async () => {
  const { verdicts, lacks } = await reoptimizing(
    refusing(404, (target, body) => target.includes('re-optimize') && body.includes('activityIds')),
  )
  expect(lacks).toEqual([])
  expect(verdicts.filter(({ is }) => is === 'fail' || is === 'warn')).toEqual([])
  expect(verdicts.some(({ because = '' }) => because.includes('activities of a technician'))).toBe(true)
})

test('an expansion of what must not be read is not exercised where no relation leads to it', async () => {
  const { verdicts } = await madeRun({
    which: only('data/expand-unreadable/every-way'),
    file: withFixtures((fixtures) => ({
      ...fixtures,
      unreadable: { ...(fixtures['unreadable'] as object), resource: 'Attachment' },
    })),
  })
  expect(verdicts.map(({ is, because }) => [is, because])).toEqual([
    ['not-exercised', expect.stringContaining('leads from ServiceCall to the resource of fixtures.unreadable')],
  ])
})

test('a server whose Date lies months after what it tells as lastChanged is told so: that is no fault of the kit', async () => {
  const { verdicts } = await madeRun({
    which: only('data/history/any-writes'),
    throughSockets: true,
    async edge(request, handle) {
      const answer = await handle(request)
      const past = answer.body
        .toString()
        .replace(/("lastChanged":)(\d{13})/g, (_, key, ms) => `${key}${Number(ms) - 1e10}`)
      return answer.headers.some(([name, value]) => /content-encoding/i.test(name) && value)
        ? answer
        : { ...answer, body: Buffer.from(past) }
    },
  })
  expect(alarmsIn(verdicts).join()).toMatch(
    /^blocked .*somebody else's; are the clocks of the target that far apart\?$/,
  )
})
