import type { Answer, Dto } from '../../src/clients/answer.ts'
import { Blocked, check, keyOf, must, observe, type Context } from '../../src/kit/index.ts'
import { holds, holdsId } from './anywhere.ts'
import { scopeOf } from './ladder.ts'
import { shaping } from './requirements.ts'
import { stored, type Stored } from './steps.ts'

const looks = {
  'by-external-id': ({ api }: Context, { resource, externalId }: Stored, query: Readonly<Record<string, string>>) => api.data.get(resource, { externalId }, { query }),
  'in-a-list': ({ api }: Context, record: Stored, query: Readonly<Record<string, string>>) => api.data.list(record.resource, { query: { query: scopeOf([record]), ...query } }),
}

interface Pair { readonly record: Stored; readonly referred: readonly Stored[] }

async function referring(context: Context, kind: 'reference' | 'listReference'): Promise<Pair> {
  const fixture = context.target.fixtures[kind]
  if (!fixture) throw new Blocked(`fixtures.${kind} is missing in the target file`)
  const { resource, field, to } = fixture
  const referred = [await stored(context, {}, to), ...(kind === 'listReference' ? [await stored(context, {}, to)] : [])]
  const value = kind === 'reference' ? referred[0]?.id : referred.map(({ id }) => id)
  return { record: await stored(context, { [field]: value }, resource), referred }
}

async function seen(look: keyof typeof looks, context: Context, { record }: Pair, query: Readonly<Record<string, string>>): Promise<{ answer: Answer; dto: Dto }> {
  const answer = await looks[look](context, record, query)
  must.success(answer)
  const [dto] = answer.records(keyOf(record.resource))
  must.hold('the record', dto?.['externalId'] === record.externalId || holds(dto, record.externalId), answer.text)
  return { answer, dto: dto ?? {} }
}

const common = ['external-ids-not-added', 'external-ids-of-the-record', 'external-ids-instead-of-ids', 'external-ids-refused'] as const

for (const [look, ignored] of [['by-external-id', 'external-ids-not-added-on-get'], ['in-a-list', 'external-ids-not-added-on-list']] as const) {
  for (const kind of ['reference', 'listReference'] as const) {
    const situation = `${kind === 'reference' ? 'one' : 'several'}-${look}`
    check(shaping['external-ids-of-references'], situation, {
      brokenBy: [...common, ignored, ...(kind === 'listReference' ? ['external-ids-lists-left-out'] : [])], effects: true, ...(kind === 'listReference' ? { needs: ['list-reference'] } : {}),
    }, async (context) => {
      const pair = await referring(context, kind)
      const { answer } = await seen(look, context, pair, { useExternalIds: 'true' })
      for (const { id, externalId } of pair.referred) {
        must.hold(`the external id ${externalId} of a referenced record`, holds(answer.json, externalId), answer.text)
        must.hold(`the id ${id} of a referenced record`, holdsId(answer.json, id), answer.text)
      }
    })
  }

  check(shaping['external-ids-of-references'], `not-asked-for-${look}`, { brokenBy: ['external-ids-by-default'], effects: true }, async (context) => {
    const pair = await referring(context, 'reference')
    for (const query of [{}, { useExternalIds: 'false' }] as ReadonlyArray<Readonly<Record<string, string>>>) {
      const { answer } = await seen(look, context, pair, query)
      const [referred] = pair.referred
      must.hold('the id of the referenced record', holdsId(answer.json, referred?.id ?? ''), answer.text)
      must.hold(`no external id of a referenced record with ${JSON.stringify(query)}`, !holds(answer.json, referred?.externalId), answer.text)
    }
  })
}

observe(shaping['page-forms'], 'external-ids-of-references', { needs: ['reference'] }, async (context) => {
  const pair = await referring(context, 'reference')
  const { dto } = await seen('in-a-list', context, pair, { useExternalIds: 'true' })
  const field = context.target.fixtures.reference?.field ?? ''
  const beside = Object.entries(dto).filter(([, value]) => value === pair.referred[0]?.externalId).map(([name]) => name)
  return `with useExternalIds a reference is ${JSON.stringify(dto[field])}${beside.length > 0 ? ` with ${beside.join(', ')} beside it` : ''}`
})
