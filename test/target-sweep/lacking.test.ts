import { beforeAll, expect, test } from 'vitest'
import type { Need } from '../../src/target/needs.ts'
import { alarmsIn, madeRun } from '../support/made-run.ts'
import { capabilities, refusal } from '../support/capabilities.ts'

const names = Object.keys(capabilities) as Array<keyof typeof capabilities>

/** The checks that ask for a capability of a platform that has it. */
const askers = new Map<string, Set<string>>(names.map((name) => [name, new Set()]))

beforeAll(async () => {
  let current = ''
  await madeRun({
    edge(request, handle) {
      for (const name of names) if (capabilities[name](request)) askers.get(name)?.add(current)
      return handle(request)
    },
    begins: ({ id }) => (current = id),
  })
}, 300_000)

/** Trials of a password are calls of the change, too, though they change nothing. */
const declared = (name: Need): readonly Need[] => (name === 'password-change' ? [name, 'password-trials'] : [name])

test.each(names.flatMap((name) => [404, 501, 403].map((status) => [name, status] as const)))(
  'a platform that answers what asks for %s with %i, and a file that says so: no finding, nothing blocked',
  async (name, status) => {
    const asking = askers.get(name) ?? new Set()
    expect(asking.size).toBeGreaterThan(0)
    const { verdicts } = await madeRun({
      edge: async (request, handle) => (capabilities[name](request) ? refusal(status) : handle(request)),
      file: (written) => ({
        ...written,
        has: (written['has'] as string[]).filter((one) => one !== name),
        lacks: Object.fromEntries(declared(name).map((need) => [need, 'it is not there'])),
      }),
      which: ({ id }) => asking.has(id),
    })
    expect(verdicts.length).toBe(asking.size)
    expect(alarmsIn(verdicts)).toEqual([])
  },
)
