import { check, Unexercised, type Context } from '../../../src/kit/index.ts'
import { madeOnce } from '../made-once.ts'
import { succeeded } from '../steps.ts'
import { carries, heldBy, holding, mustMean, newHeld } from './steps.ts'
import { means, type ValueCase } from './cases.ts'
import { inWords, wayRules, writeBy, type WayToWrite } from './ways.ts'

/** Values that a service may store plainer than they are: how exact a decimal is, and what is layout in a text, is not stated. */
const plainer: ReadonlyArray<ValueCase & { readonly brokenBy: readonly [string, ...string[]] }> = [
  {
    name: 'decimal-of-four-places',
    kind: 'decimal',
    need: 'decimal-field',
    brokenBy: ['decimals-cut-to-cents-by-updates'],
    place: ({ target }) => ({
      resource: target.fixtures.decimalField?.resource ?? '',
      field: target.fixtures.decimalField?.field ?? '',
    }),
    values: async () => ({ before: 3, after: 12.3456 }),
  },
  {
    name: 'text-with-blanks-at-both-ends',
    kind: 'text',
    brokenBy: ['texts-trimmed-by-updates'],
    place: () => ({ resource: 'ServiceCall', field: 'remarks' }),
    values: async () => ({ before: 'before', after: '  between blanks  ' }),
  },
]

const updateWays = ['put-by-id', 'patch-by-id', 'put-by-external-id', 'patch-by-external-id'] as const

for (const of of plainer) {
  /** Whether a record that was made with the value shows all of it. */
  const isKept = madeOnce(async (context: Context) => {
    const { after } = await of.values(context)
    const held = newHeld(context, of)
    if (!succeeded(await writeBy.post(context, held, after))) return false
    const dto = await heldBy(context, held)
    return carries(context, held, dto) && means(of.kind, dto[held.field], after)
  })

  /** What a POST keeps of a value, an update keeps. */
  const mustKeepAsMuch = async (context: Context, way: WayToWrite): Promise<void> => {
    const { before, after } = await of.values(context)
    if (!(await isKept(context)))
      throw new Unexercised(`a record that is made with ${JSON.stringify(after)} shows less`)
    const held = await holding(context, of, before)
    if (!succeeded(await writeBy[way](context, held, after)))
      throw new Unexercised(`${inWords[way]} with ${JSON.stringify(after)} is refused`)
    mustMean(context, `read after ${inWords[way]}, as after a POST`, await heldBy(context, held), {
      of,
      held,
      value: after,
    })
  }

  for (const way of updateWays)
    check(
      wayRules[way],
      `keeps-as-post-does-${of.name}-${way}`,
      { brokenBy: of.brokenBy, needs: of.need ? [of.need] : [], effects: true },
      (context) => mustKeepAsMuch(context, way),
    )
}
