import { check, must, type Context } from '../../../src/kit/index.ts'
import { mustAllSucceed, send } from '../../batch/steps.ts'
import { madeOnce } from '../made-once.ts'
import { call, current, refOf, stored, succeeded, whole, words, type AddressedBy, type Stored } from '../steps.ts'
import { data } from './requirements.ts'

type Fields = Readonly<Record<string, unknown>>
const force = { force: true } as const

/** Ways to send a PATCH. */
const patches: Readonly<
  Record<string, { readonly route: AddressedBy; readonly inBatch?: true; readonly transactional?: false }>
> = {
  'by-id': { route: 'by-id' },
  'by-external-id': { route: 'by-external-id' },
  'in-a-batch': { route: 'by-id', inBatch: true },
  'in-a-batch-by-external-id': { route: 'by-external-id', inBatch: true },
  'in-a-batch-not-transactional': { route: 'by-id', inBatch: true, transactional: false },
}

async function patched(context: Context, name: string, record: Stored, body: Fields): Promise<Stored> {
  const { route, inBatch, transactional } = patches[name] ?? { route: 'by-id' }
  const ref = refOf(record, route)
  if (inBatch) {
    const part = context.api.batch.part.patch(call, ref, body, force)
    mustAllSucceed(await send(context, [part], transactional === undefined ? {} : { transactional }), 1)
  } else must.status(await context.api.data.patch(call, ref, body, force), 201)
  return current(context.api, record)
}

const held = ({ fresh }: Context) => ({
  remarks: fresh.text(),
  // That a start may come without its end is not stated.
  startDateTime: '2031-03-01T10:00:00Z',
  endDateTime: '2031-03-01T11:00:00Z',
})

/** The fields that a call can have and lose: that its times are among them is not stated. */
const losable = madeOnce(async (context): Promise<Fields> => {
  const [remarks, both] = [{ remarks: null }, { remarks: null, startDateTime: null, endDateTime: null }]
  const body = whole(context, { id: context.fresh.id(), ...held(context) })
  if (!succeeded(await context.api.data.create(call, body))) return remarks
  return succeeded(await context.api.data.patch(call, String(body['id']), both, force)) ? both : remarks
})

const textsOf = (context: Context, nulls: Fields): Fields =>
  Object.fromEntries(Object.entries(held(context)).filter(([field]) => field in nulls))

/** What a field shows that never had a value is open; it is not the one that was removed. */
function mustLack(what: string, now: Stored, former: Stored, nulls: Fields): void {
  for (const field of Object.keys(nulls))
    if ((former.dto[field] ?? null) !== null) must.differ(`${field} ${what}`, now.dto[field], former.dto[field])
}

for (const [name, { inBatch }] of Object.entries(patches)) {
  const needs = inBatch ? (['batch'] as const) : []

  check(
    data['null-removes'],
    `two-fields-${name}`,
    {
      brokenBy: inBatch
        ? ['nulls-dropped-in-parts']
        : [`nothing-but-nulls-overlooked-${name as AddressedBy}`, 'data-patch-null-ignored'],
      needs,
      sampled: true,
      effects: true,
    },
    async (context) => {
      const nulls = await losable(context)
      const before = await stored(context, textsOf(context, nulls))
      const alone = await patched(context, name, before, nulls)
      mustLack(`after a PATCH with null ${words(name as AddressedBy)}`, alone, before, nulls)
      const again = await patched(context, name, before, textsOf(context, nulls))
      must.present('remarks that were set again', again.dto['remarks'])
      const beside = await patched(context, name, again, { ...nulls, subject: context.fresh.text() })
      mustLack(`after a PATCH with null and a subject ${words(name as AddressedBy)}`, beside, again, nulls)
    },
  )

  check(
    data['null-removes'],
    `stays-removed-after-a-patch-${name}`,
    {
      brokenBy: ['removed-values-come-back'],
      needs,
      sampled: true,
      effects: true,
    },
    async (context) => {
      const nulls = await losable(context)
      const before = await stored(context, textsOf(context, nulls))
      must.status(await context.api.data.patch(call, before.id, nulls, force), 201)
      mustLack('after a PATCH with null', await current(context.api, before), before, nulls)
      for (const turn of ['next', 'second']) {
        const now = await patched(context, name, before, { subject: context.fresh.text() })
        mustLack(`that was removed, after the ${turn} PATCH ${words(name as AddressedBy)}`, now, before, nulls)
      }
    },
  )
}
