import { check, must, type Context } from '../../src/kit/index.ts'
import { caseNamed, valueCases, type ValueCase } from '../data/values/cases.ts'
import { bodyWith, heldBy, mustMean, mustTakeAnother, newHeld, sentOf, type Held } from '../data/values/steps.ts'
import { madeOnce } from '../data/made-once.ts'
import { batch } from './requirements.ts'
import { mustHaveParts, recordOfPart, send, well, type Request } from './steps.ts'

/** The cases that parts write, and the fault by which a batch loses them. */
const written = {
  'text-not-ascii': 'latin-1-in-a-batch',
  'text-astral': 'astral-lost',
  'text-white-space': 'white-space-collapsed',
  'date-time': 'date-time-local-in-a-batch',
  'boolean-true': 'boolean-turned-in-a-batch',
  'boolean-false': 'boolean-turned-in-a-batch',
  integer: 'integers-cut-to-a-byte',
  decimal: 'numbers-whole-in-a-batch',
  reference: 'reference-lost-in-a-batch',
  list: 'list-lost-in-a-batch',
  inlined: 'inlined-lost-in-a-batch',
} as const
type Name = keyof typeof written

/** What parts did with a case: a POST with the value, and a PATCH to it of a record that an earlier part creates. */
interface Parts {
  readonly value: unknown
  readonly before: unknown
  readonly created: Held
  readonly patched: Held
  readonly done: { readonly created: boolean; readonly patched: boolean }
}

/** All cases in one batch, each part by itself, so that one refusal is no matter to the others. */
const inOneBatch = madeOnce(async (context): Promise<ReadonlyMap<string, Parts>> => {
  const { part } = context.api.batch
  const cases = await Promise.all(
    valueCases
      .filter(({ name, kind }) => name in written && hasField(context, kind))
      .map(async (of) => ({
        of,
        values: await of.values(context),
        created: newHeld(context, of),
        patched: newHeld(context, of),
      })),
  )
  const requests = cases.flatMap(({ values: { before, after }, created, patched }): Request[] => [
    part.create(created.resource, bodyWith(context, created, after)),
    part.create(patched.resource, bodyWith(context, patched, before)),
    part.patch(patched.resource, patched.id, { [patched.field]: after }, { force: true }),
  ])
  const answer = await send(context, requests, { transactional: false })
  mustHaveParts(answer, requests.length)
  return new Map(
    cases.map(({ of, values, created, patched }, at) => [
      of.name,
      {
        value: values.after,
        before: values.before,
        created,
        patched,
        done: {
          created: well(answer.parts[3 * at]),
          patched: well(answer.parts[3 * at + 1]) && well(answer.parts[3 * at + 2]),
        },
      },
    ]),
  )
})

function hasField({ target: { fixtures } }: Context, kind: ValueCase['kind']): boolean {
  if (kind === 'integer') return fixtures.integerField !== undefined
  if (kind === 'decimal') return fixtures.decimalField !== undefined
  if (kind === 'reference') return fixtures.reference !== undefined
  if (kind === 'list') return fixtures.listReference !== undefined
  return kind !== 'inlined' || fixtures.inlined !== undefined
}

for (const name of Object.keys(written) as Name[]) {
  const of = caseNamed(name)
  const needs = of.need ? [of.need] : []
  for (const way of ['created', 'patched'] as const) {
    check(
      batch['part-request'],
      `keeps-${name}-${way}`,
      { brokenBy: [`value-${written[name]}`], needs, effects: true },
      async (context) => {
        const parts = (await inOneBatch(context)).get(name)
        if (!parts?.done[way]) return mustTakeAnother(context, of, parts?.before)
        const held = parts[way]
        mustMean(context, `of a record ${way} in a batch`, await heldBy(context, held), {
          of,
          held,
          value: parts.value,
        })
      },
    )
  }
}

const reads = {
  'text-not-ascii': 'text',
  'date-time': 'date-time',
  'boolean-true': 'boolean',
  decimal: 'number',
  reference: 'reference',
  list: 'list',
  inlined: 'inlined',
} as const

for (const name of Object.keys(reads) as Array<keyof typeof reads>) {
  const of = caseNamed(name)
  check(
    batch['any-interface'],
    `reads-${name}`,
    { brokenBy: [`value-${reads[name]}-wrong-in-batch-reads`], needs: of.need ? [of.need] : [], effects: true },
    async (context) => {
      const sent = await sentOf(context, of)
      const { resource, id, externalId } = sent.held
      const answer = await send(context, [context.api.batch.part.get(resource, id)])
      mustHaveParts(answer, 1)
      const dto = recordOfPart(answer.parts[0], resource)
      must.equal(`externalId of the ${resource} read in a batch`, dto?.['externalId'], externalId)
      mustMean(context, 'read in a batch', dto ?? {}, sent)
    },
  )
}
