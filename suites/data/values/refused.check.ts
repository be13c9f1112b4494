import { check, must, objectOf, rely, type Context } from '../../../src/kit/index.ts'
import type { Need } from '../../../src/target/needs.ts'
import { data } from '../record/requirements.ts'
import { caseNamed, type ValueCase } from './cases.ts'
import { bodyWith, heldBy, holding, mustMean, mustNotMean, type Held } from './steps.ts'

/** One case of each kind whose values may change. */
const kinds = [
  'text-not-ascii',
  'date-time',
  'boolean-true',
  'integer',
  'decimal',
  'reference',
  'list',
  'object-reference',
] as const

/** The record still holds what it did, and not what a refused write carried. */
async function mustStand(
  context: Context,
  of: ValueCase,
  held: Held & { readonly value: unknown },
  what: string,
): Promise<void> {
  const { after } = await of.values(context)
  const dto = await heldBy(context, held)
  mustMean(context, `after ${what} that was refused, for it is stale`, dto, { of, held, value: held.value })
  if (after !== false)
    mustNotMean(context, `after ${what} that was refused, for it is stale`, dto, { of, held, value: after })
}

for (const name of kinds) {
  const of = caseNamed(name)
  const needs: readonly Need[] = of.need ? [of.need] : []
  check(
    data['stale-lock-changes-nothing'],
    `of-${name}`,
    {
      brokenBy: [
        'lock-refused-put-stored',
        'lock-refused-patch-stored',
        ...(name === 'list' ? ['lists-written-before-the-lock'] : []),
      ],
      needs,
      sampled: true,
      effects: true,
    },
    async (context) => {
      const { before, after } = await of.values(context)
      const held = await holding(context, of, before)
      const { lastChanged } = await heldBy(context, held)
      const stale = { lastChanged: Number(lastChanged) - 5000 }
      const refs = [held.id, { externalId: held.externalId }] as const
      const { api } = context
      const writes = refs.flatMap((ref) => [
        ['a PATCH', () => api.data.patch(held.resource, ref, { [held.field]: after, ...stale })],
        ['a PATCH with null', () => api.data.patch(held.resource, ref, { [held.field]: null, ...stale })],
        ['a PUT', () => api.data.put(held.resource, ref, { ...bodyWith(context, held, after), ...stale })],
      ]) as ReadonlyArray<readonly [string, () => ReturnType<typeof api.data.patch>]>
      for (const [what, send] of writes) {
        // A value, or none, may be refused in this field whatever the lock says: which reason is told is not stated.
        await rely(data['stale-lock-refused'], async () => {
          const answer = await send()
          if (objectOf(answer)['error'] === 'CA-27') must.status(answer, 409)
          must.refused4xx(answer)
        })
        await mustStand(context, of, held, what)
      }
      must.equal('lastChanged after refused writes', (await heldBy(context, held))['lastChanged'], lastChanged)
    },
  )
}
