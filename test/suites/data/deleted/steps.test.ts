import { beforeAll, describe, expect, it } from 'vitest'
import { announcedChecks, type Check } from '../../../../src/kit/check.ts'
import type { Context } from '../../../../src/kit/index.ts'
import { newScope, withScope } from '../../../../src/target/scope.ts'
import { around, find, timeOfDeletion } from '../../../../suites/data/deleted/steps.ts'
import { answered } from '../../../kit/answers.ts'

interface Deletion {
  readonly id: string
  readonly time: number
}

/** How a listing may differ, lawfully or not. */
interface Bend {
  readonly holds?: (time: number, from: number, to: number) => boolean
  readonly form?: (ids: readonly string[]) => unknown
  /** Number of listings after a deletion that do not show it yet. */
  readonly lag?: number
  readonly others?: number
}

const newId = () => crypto.randomUUID().replaceAll('-', '').toUpperCase()
const right = (time: number, from: number, to: number) => from <= time && time < to

/** A resource whose records are created and deleted on a clock that moves with every call; others delete theirs meanwhile. */
function bin({
  holds = right,
  form = (ids) => ({ deletedIds: ids.map((id) => ({ id })) }),
  lag = 0,
  others = 0,
}: Bend = {}) {
  const live = new Map<string, Record<string, unknown>>()
  const gone: (Deletion & { hidden: number })[] = []
  let clock = 1_700_000_000_000
  const foreign = (number: number) => {
    for (let n = 0; n < number; n += 1) gone.push({ id: newId(), time: clock - n * 7, hidden: 0 })
  }
  const shown = (rows: readonly unknown[]) => answered(200, { data: rows.map((row) => ({ serviceCall: row })) })
  const data = {
    async create(_: string, body: Record<string, unknown>) {
      clock += 5
      live.set(String(body['id']), { ...body, lastChanged: clock })
      return shown([])
    },
    async get(_: string, id: string) {
      return live.has(id) ? shown([live.get(id)]) : answered(404, {})
    },
    async remove(_: string, id: string) {
      clock += 40
      live.delete(id)
      foreign(others)
      gone.push({ id, time: clock, hidden: lag })
      return answered(200, {})
    },
    async deleted(_: string, { from, to }: { from: number; to: number }) {
      const there = gone.filter((deletion) => deletion.hidden-- <= 0 && holds(deletion.time, from, to))
      return answered(200, form(there.map(({ id }) => id)))
    },
  }
  let names = 0
  const fresh = {
    tag: 'bin',
    id: newId,
    externalId: () => `bin-${++names}`,
    text: () => `bin ${++names}`,
    body: (_: string, more: object) => more,
  }
  const target = { templates: { ServiceCall: {} }, fixtures: {}, dtos: {}, limits: {} }
  return {
    context: { api: { data }, fresh, target, wait: async (ms: number) => void (clock += ms) } as unknown as Context,
    gone,
    foreign,
  }
}

/** A record that was deleted, and the listing that is asked for it. */
async function oneDeletion(bend: Bend) {
  const { context, gone, foreign } = bin(bend)
  const id = newId()
  await context.api.data.create('ServiceCall', { id })
  const { lastChanged } = (await context.api.data.get('ServiceCall', id)).record() as { lastChanged: number }
  await context.api.data.remove('ServiceCall', id, lastChanged)
  return {
    context,
    foreign,
    wanted: { id, resource: 'ServiceCall' },
    span: around({ lastChanged }),
    time: gone.at(-1)?.time as number,
  }
}

const forms: readonly Required<Pick<Bend, 'form'>>[] = [
  { form: (ids) => ids },
  { form: (ids) => ({ data: ids.map((id) => id.toLowerCase()) }) },
  {
    form: (ids) => ({
      deletedIds: [...ids].reverse().map((id) => ({ id: id.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') })),
    }),
  },
]
const page = (size: number, last: boolean): Required<Pick<Bend, 'form'>> => ({
  form: (ids) => ({ deletedIds: (last ? ids.slice(-size) : ids.slice(0, size)).map((id) => ({ id })) }),
})

describe('the time of a deletion', () => {
  it.each([
    {},
    ...forms,
    { lag: 3 },
    page(20, true),
    page(20, false),
    { others: 100 },
    { others: 100, ...page(20, true) },
    { others: 100, ...page(20, false) },
  ])('is found under %o', async (bend) => {
    const { context, wanted, span, time } = await oneDeletion(bend)
    expect(await timeOfDeletion(context, wanted, span)).toBe(time)
  })

  it.each([{}, page(20, true), page(20, false)])('is not made up under %o, however much was deleted', async (bend) => {
    const { context, wanted, span, foreign } = await oneDeletion(bend)
    foreign(200)
    expect(await find(context, { ...wanted, id: newId() }, span)).toBeUndefined()
  })

  it('is given up where pages are too short to tell', async () => {
    const { context, wanted, span, foreign } = await oneDeletion(page(10, true))
    foreign(1000)
    await expect(find(context, { ...wanted, id: newId() }, span)).rejects.toThrow(/too many records were deleted/)
  })
})

describe('the check of the bounds', () => {
  let bounds: Check
  beforeAll(async () => {
    await import('../../../../suites/data/deleted/interval.check.ts')
    bounds = announcedChecks().find(({ id }) => id === 'data/deleted-interval/bounds') as Check
  })
  const complaint = async (bend: Bend) => {
    try {
      await withScope(newScope(bounds.id, 'bin0000000'), () => bounds.run(bin(bend).context))
    } catch (error) {
      return (error as Error).message
    }
    return undefined
  }

  it.each([
    {},
    ...forms,
    { lag: 3 },
    { others: 60 },
    { others: 60, ...page(20, true) },
    { holds: (time: number, from: number, to: number) => from < time && time <= to },
  ])('says nothing under %o', async (bend) => {
    expect(await complaint(bend)).toBeUndefined()
  })

  it.each([
    { holds: (time: number, from: number, to: number) => from < time && time < to },
    { holds: (time: number, from: number, to: number) => from <= time && time <= to },
    { holds: (time: number, _: number, to: number) => time < to },
    { holds: (time: number, from: number) => from <= time },
    { holds: () => true },
    { holds: () => false },
  ])('finds a listing that holds others: $holds', async (bend) => {
    expect(await complaint(bend)).toMatch(/listed/)
  })
})
