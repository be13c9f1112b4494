import type { Api } from '../../src/clients/api.ts'
import { check, must, observe, type Context } from '../../src/kit/index.ts'
import { whole } from '../data/steps.ts'
import { batch } from './requirements.ts'
import { changing, failing, mustHaveParts, read, send, stored, type Request } from './steps.ts'

type Data = Api['data']
type Deed = { readonly [Name in keyof Data]: readonly [name: Name, ...given: Parameters<Data[Name]>] }[keyof Data]

/** The same operations, each on its own records: what is stored before decides that they end the same way. */
async function deedsOn(
  context: Context,
): Promise<{ readonly deeds: readonly Deed[]; readonly ids: readonly string[] }> {
  const [changed, gone] = [await stored(context), await stored(context)]
  const made = whole(context, { id: context.fresh.id() })
  const dangling = whole(context, {
    id: context.fresh.id(),
    [context.target.fixtures.reference?.field ?? 'businessPartner']: context.fresh.id(),
  })
  const nameless = whole(context, { id: context.fresh.id(), subject: null })
  const call = 'ServiceCall'
  return {
    ids: [changed.id, gone.id, String(made['id']), String(dangling['id'])],
    deeds: [
      ['get', call, changed.id],
      ['create', call, made],
      ['patch', call, changed.id, { subject: 'patched' }, { force: true }],
      ['patch', call, changed.id, { subject: 'never', lastChanged: 1 }],
      ['create', call, dangling],
      ['remove', call, gone.id, undefined, { force: true }],
      ['get', call, gone.id],
      ['create', call, nameless],
      ['get', call, changed.id, { dtos: 'NoSuchResource.1' }],
      ['get', call, String(made['id'])],
    ],
  }
}

interface Told {
  readonly status: number
  readonly json: unknown
  records(): readonly unknown[]
}

/** What the documents fix about an answer: success, refusal by the lock, and whether a read shows a record. Anything else may differ, for example behind a gateway. */
function outcomeOf(name: keyof Data, { status, json, records }: Told): string {
  if ((json as { error?: unknown } | undefined)?.error === 'CA-27') return 'refused by the lock'
  const well = status >= 200 && status < 300
  return name === 'get' ? (well && records().length > 0 ? 'a record' : 'no record') : well ? 'done' : 'refused'
}

check(
  batch['part-request'],
  'as-single-calls',
  {
    needs: ['reference'],
    effects: true,
    brokenBy: ['batch-failure-generic', 'batch-status-always-200', 'batch-answer-bodies-lost', 'batch-stops-anyway'],
  },
  async (context) => {
    const { api } = context
    const [alone, together] = [await deedsOn(context), await deedsOn(context)]
    const single: unknown[] = []
    for (const [name, ...given] of alone.deeds) {
      const told = await (api.data[name] as (...all: unknown[]) => ReturnType<Data['get']>)(...given)
      single.push(outcomeOf(name, { status: told.status, json: told.json, records: () => told.records() }))
    }
    const answer = await send(
      context,
      together.deeds.map(([name, ...given]) => (api.batch.part[name] as (...all: unknown[]) => Request)(...given)),
      { transactional: false },
    )
    mustHaveParts(answer, together.deeds.length)
    const parts = answer.parts.map((part, position) => outcomeOf(together.deeds[position]?.[0] ?? 'get', part))
    must.equal('outcome of each part, the same as of the single call', parts, single)
    const there = async (ids: readonly string[]) =>
      Promise.all(ids.map(async (id) => (await read(api, id)) !== undefined))
    must.equal(
      'records afterwards, the same as after the single calls',
      await there(together.ids),
      await there(alone.ids),
    )
  },
)

/** The documents do not say how much others see of a transaction before it ends. */
observe(batch.context, 'seen-from-outside', {}, async (context) => {
  const [record, other] = [await stored(context), await stored(context)]
  const changes = Array.from({ length: 20 }, (_, at) => changing(context, record, `${context.fresh.tag} change ${at}`))
  let seen = 0
  for (let round = 0; round < 3; round += 1) {
    const failed = send(context, [...changes, failing(context, other)])
    const looks = await Promise.all(Array.from({ length: 5 }, () => read(context.api, record.id)))
    await failed
    seen += looks.filter((dto) => String(dto?.['subject']).includes('change')).length
  }
  return `of 15 reads during batches that failed, ${seen} saw what was taken back`
})
