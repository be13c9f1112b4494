import type { Answer, Dto } from '../../../src/clients/answer.ts'
import { Blocked, check, holds, keyOf, must, observe, plainId, rely, type Context } from '../../../src/kit/index.ts'
import { elementOf, looks, plainly } from '../expansion/steps.ts'
import { mustBeSearched } from './ladder.ts'
import { data } from '../record/requirements.ts'
import { shaping } from './requirements.ts'
import { byText, comparable, mustShow, stored, textField, type Stored } from '../steps.ts'
import { mustReferByItsId } from '../inverse-end.ts'

const ways = { 'by-external-id': 'by-external-id', 'in-a-list': 'on-a-search' } as const

interface Pair {
  readonly field: string
  readonly record: Stored
  readonly referred: readonly Stored[]
  /** What the record refers to by another field. */
  readonly beside: readonly Stored[]
}

async function referring(context: Context, kind: 'reference' | 'listReference' | 'inverse'): Promise<Pair> {
  if (kind === 'inverse') mustReferByItsId(context)
  const { inverse } = context.target.fixtures
  const fixture =
    kind !== 'inverse'
      ? context.target.fixtures[kind]
      : inverse && { resource: inverse.to, field: inverse.by, to: inverse.resource }
  if (!fixture) throw new Blocked(`fixtures.${kind} is missing in the target file`)
  const { resource, field, to } = fixture
  const referred = [await stored(context, {}, to), ...(kind === 'listReference' ? [await stored(context, {}, to)] : [])]
  // A list stands beside a single reference where a record has both.
  const single = context.target.fixtures.reference
  const beside =
    kind === 'listReference' && single?.resource === resource && single.field !== field
      ? await stored(context, {}, single.to)
      : undefined
  const record = await stored(
    context,
    {
      ...(beside && single ? { [single.field]: beside.id } : {}),
      [field]: kind === 'listReference' ? referred.map(({ id }) => id) : referred[0]?.id,
    },
    resource,
  )
  return { field, record, referred, beside: beside ? [beside] : [] }
}

/** Without useExternalIds the references are ids. */
const mustReferById = ({ field, record, referred }: Pair): Promise<void> =>
  rely(data['reference-ids'], async () =>
    must.equal(
      `ids in ${field}`,
      [comparable(record.dto[field])].flat().sort(byText),
      referred.map(({ id }) => plainId(id)).sort(),
    ),
  )

/** What is shown with useExternalIds. If the record and its references are not shown without it either, the finding is about reading. */
async function seen(
  look: keyof typeof ways,
  context: Context,
  { record, referred }: Pair,
  query: Readonly<Record<string, string>>,
): Promise<{ answer: Answer; dto: Dto }> {
  const plain = await plainly(context, ways[look], record)
  if (look === 'in-a-list') await mustBeSearched(context, [record], record.resource)
  await rely(shaping['same-by-every-route'], async () =>
    must.containIds(
      'the ids of the referenced records',
      plain,
      referred.map(({ id }) => id),
    ),
  )
  const answer = await looks[ways[look]](context.api, record, { query })
  must.success(answer)
  must.equal(`number of records with ${JSON.stringify(query)}`, answer.records(keyOf(record.resource)).length, 1)
  const dto = elementOf(answer, record)?.[keyOf(record.resource)] as Dto | undefined
  mustShow(`the record with ${JSON.stringify(query)}`, dto, plain, [
    'externalId',
    'lastChanged',
    textField(context, record.resource),
  ])
  return { answer, dto: dto ?? {} }
}

const common = [
  'external-ids-not-added',
  'external-ids-of-the-record',
  'external-ids-instead-of-ids',
  'external-ids-refused',
] as const

const quietly = { 'by-external-id': ['useext-list-only'], 'in-a-list': ['external-ids-not-in-searches'] } as const

for (const [look, ignored] of [
  ['by-external-id', 'external-ids-not-added-on-get'],
  ['in-a-list', 'external-ids-not-added-on-list'],
] as const) {
  for (const kind of ['reference', 'listReference', 'inverse'] as const) {
    const situation = `${{ reference: 'one', listReference: 'several', inverse: 'one-of-another-resource' }[kind]}-${look}`
    check(
      shaping['external-ids-of-references'],
      situation,
      {
        brokenBy: [
          ...common,
          ignored,
          'useext-own-lost',
          ...quietly[look],
          ...(kind === 'listReference'
            ? [
                'external-ids-of-single-references-alone',
                'external-ids-lists-left-out',
                'external-id-of-the-first-of-a-list-only',
              ]
            : []),
          ...(kind === 'listReference' && look === 'in-a-list'
            ? ['external-id-of-the-first-of-a-list-in-searches']
            : []),
          ...(kind === 'inverse' ? ['external-ids-of-what-calls-refer-to-only'] : []),
        ],
        effects: true,
        ...(kind === 'listReference' ? { needs: ['list-reference'] } : {}),
        ...(kind === 'inverse' ? { needs: ['inverse'], sampled: true } : {}),
      },
      async (context) => {
        const pair = await referring(context, kind)
        await mustReferById(pair)
        const { answer } = await seen(look, context, pair, { useExternalIds: 'true' })
        for (const { id, externalId } of [...pair.referred, ...pair.beside]) {
          must.contain('the external id of a referenced record', answer.json, externalId)
          must.containIds('the id of a referenced record', answer.json, [id])
        }
      },
    )
  }

  check(
    shaping['external-ids-of-references'],
    `with-fields-${look}`,
    { brokenBy: ['shaped-read-loses-external-ids-of-references'], effects: true },
    async (context) => {
      const pair = await referring(context, 'reference')
      const [referred] = pair.referred
      const asked = { useExternalIds: 'true' }
      const { dto: whole } = await seen(look, context, pair, asked)
      // An external id that stands beside its reference may be a field that was not asked for.
      if (!holds(whole[pair.field], referred?.externalId)) return
      const fields = ['id', 'externalId', 'lastChanged', textField(context, pair.record.resource), pair.field].join(',')
      const { dto } = await seen(look, context, pair, { ...asked, fields })
      must.contain(`the external id of the referenced record in ${pair.field}`, dto[pair.field], referred?.externalId)
    },
  )

  check(
    shaping['external-ids-of-references'],
    `not-asked-for-${look}`,
    {
      brokenBy: [
        'external-ids-by-default',
        'useext-false-is-true',
        ...(look === 'in-a-list' ? ['useext-default-on-query'] : []),
      ],
      effects: true,
    },
    async (context) => {
      const pair = await referring(context, 'reference')
      for (const query of [{}, { useExternalIds: 'false' }] as ReadonlyArray<Readonly<Record<string, string>>>) {
        const { answer } = await seen(look, context, pair, query)
        const [referred] = pair.referred
        must.containIds('the id of the referenced record', answer.json, [referred?.id ?? ''])
        must.lack(`external id of a referenced record with ${JSON.stringify(query)}`, answer.json, referred?.externalId)
      }
    },
  )
}

observe(shaping['page-forms'], 'external-ids-of-references', { needs: ['reference'] }, async (context) => {
  const pair = await referring(context, 'reference')
  await plainly(context, 'on-a-search', pair.record)
  const answer = await looks['on-a-search'](context.api, pair.record, { query: { useExternalIds: 'true' } })
  const dto = (elementOf(answer, pair.record)?.[keyOf(pair.record.resource)] ?? {}) as Dto
  if (answer.status >= 300) return `useExternalIds=true is answered ${answer.status}`
  const field = context.target.fixtures.reference?.field ?? ''
  const beside = Object.entries(dto)
    .filter(([, value]) => value === pair.referred[0]?.externalId)
    .map(([name]) => name)
  return `with useExternalIds a reference is ${JSON.stringify(dto[field])}${beside.length > 0 ? ` with ${beside.join(', ')} beside it` : ''}`
})
