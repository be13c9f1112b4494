import type { Dto } from '../../../src/clients/answer.ts'
import { check, keyOf, must, newNumbers, Unexercised, type Context } from '../../../src/kit/index.ts'
import { succeeded } from '../steps.ts'
import { expansion } from './requirements.ts'
import {
  asking,
  elementOf,
  looks,
  mustNameOnly,
  plainly,
  shows,
  toldOf,
  waysOf,
  withInverse,
  withReference,
  type Family,
  type Way,
} from './steps.ts'

type Answers = Awaited<ReturnType<(typeof looks)[Way]>>

const named = { useExternalIds: 'true' } as const

/** Reads with useExternalIds that expand: one is judged beside the same without expand. */
async function beside(
  context: Context,
  family: Family,
  expand: string,
  judge: (answer: Answers, plain: Dto, way: string) => Promise<void> | void,
): Promise<void> {
  let judged = 0
  // A read by id does not take the parameter.
  for (const way of waysOf(context).filter((one) => one !== 'by-id')) {
    await plainly(context, way, family.parent)
    const alone = await looks[way](context.api, family.parent, { query: named })
    const plain = elementOf(alone, family.parent)?.[keyOf(family.parent.resource)] as Dto | undefined
    const without = await looks[way](context.api, family.parent, asking(context, family, expand))
    if (!plain || !succeeded(without)) continue
    const answer = await looks[way](context.api, family.parent, asking(context, family, expand, named))
    // That each two parameters are taken together is not stated.
    if (!succeeded(answer)) must.refused4xx(answer)
    else {
      judged += 1
      await judge(answer, plain, `with useExternalIds, ${way.replaceAll('-', ' ')}`)
    }
  }
  if (judged === 0) throw new Unexercised('useExternalIds is refused beside expand')
}

check(
  expansion['expand-related'],
  'several-with-external-ids',
  { needs: ['inverse', 'shaping'], brokenBy: ['external-ids-end-the-expansion-of-several'], effects: true },
  async (context) => {
    const family = await withInverse(context, 2)
    await beside(context, family, family.field, (answer, _, way) =>
      must.none(
        `record related by ${family.field} that is missing ${way}, or not whole`,
        family.related.filter((one) => !shows(answer.json, one)),
        () => answer.text,
      ),
    )
  },
)

/** How anything else is shown beside external ids is open (A-PAR-13): the number alone is looked for. */
check(
  expansion['expand-count'],
  'with-external-ids',
  { needs: ['shaping'], brokenBy: ['external-ids-end-counts'], sampled: true, effects: true },
  async (context) => {
    const family = await withInverse(context, 3)
    const { field, parent, related } = family
    await beside(context, family, `count(${field})`, (answer, plain, way) => {
      const counts = newNumbers(toldOf(answer, parent), { [keyOf(parent.resource)]: plain })
      // A service may add records by itself.
      must.some(
        `number of the records related by ${field}, ${way}, from ${related.length} on`,
        counts.filter((count) => count >= related.length),
        answer,
      )
    })
  },
)

check(
  expansion['expand-shaped'],
  'with-external-ids',
  { needs: ['reference', 'shaping'], brokenBy: ['external-ids-end-the-shape-of-expansions'], effects: true },
  async (context) => {
    const family = await withReference(context)
    const fields = ['lastChanged', 'externalId']
    const expand = `${family.field};fields=${fields.join(',')}`
    await beside(context, family, expand, (answer, _, way) => {
      for (const related of family.related) {
        must.contain(`externalId of the related record ${way}`, answer.json, related.externalId)
        mustNameOnly(answer, related, fields, family.parent, expand)
      }
    })
  },
)
