import {
  check,
  Blocked,
  each,
  keyOf,
  must,
  placesOf,
  sameId,
  Unexercised,
  type Context,
} from '../../../src/kit/index.ts'
import type { Answer, Dto } from '../../../src/clients/answer.ts'
import { isObject } from '../../../src/exchange/json.ts'
import { data } from '../record/requirements.ts'
import { dtoPair } from '../../../src/target/dto-pair.ts'
import { mustHaveOlder } from '../offered.ts'
import { read, succeeded } from '../steps.ts'
import { expansion } from './requirements.ts'
import {
  dtosPairs,
  elementOf,
  looks,
  mustBeExpanded,
  plainly,
  waysOf,
  withInverse,
  withReference,
  type Family,
  type Way,
} from './steps.ts'

/** Fields that a version has or has not (A-REC-05, 06). */
const telling = ['lastChangedBy', 'externalId'] as const

type Version = 'newest' | 'older'

const named = (dto: Dto | undefined): string[] =>
  Object.keys(dto ?? {}).filter((name) => (dto?.[name] ?? null) !== null)

/** The record with its expansion, each in the version that is asked for, and the objects that show the first related one. */
async function inVersions(
  context: Context,
  family: Family,
  look: Way,
  versions: readonly [root: Version, of: Version],
) {
  const { parent, field } = family
  const [related] = family.related
  if (!related) throw new Blocked(`nothing is related by ${field}`)
  const [root, of] = versions.map((version) => (version === 'older' ? version : undefined))
  const answer = await looks[look](context.api, parent, {
    dtos: `${dtoPair(context.target, parent.resource, root)};${dtoPair(context.target, related.resource, of)}`,
    query: { expand: field },
  })
  const expanded = [...placesOf(answer.json)].flatMap(({ value }) =>
    isObject(value) && sameId(value['id'], related.id) ? [value] : [],
  )
  return { answer, expanded, shows: expanded.flatMap((one) => named(one)) }
}

const rootIn = (answer: Answer, { parent }: Family): Dto | undefined =>
  elementOf(answer, parent)?.[keyOf(parent.resource)] as Dto | undefined

/** What is expanded is shown as its own version has it, the record as the newest has it. */
async function mustShowTheOlder(context: Context, family: Family): Promise<void> {
  const [related] = family.related
  if (!related) throw new Blocked(`nothing is related by ${family.field}`)
  const plain = await read(context.api, related.id, related.resource, { dtos: 'older' })
  must.present(`the ${related.resource} in its older version`, plain)
  const lacking = telling.filter((name) => plain?.[name] === undefined)
  await each(waysOf(context), async (look) => {
    const own = await plainly(context, look, family.parent)
    const newest = await inVersions(context, family, look, ['newest', 'newest'])
    const { answer, expanded, shows } = await inVersions(context, family, look, ['newest', 'older'])
    must.success(answer)
    must.some(`expanded ${related.resource}, read ${look}`, expanded, answer)
    for (const one of expanded)
      must.equal(
        `fields of the expanded ${related.resource}, read ${look}, that its older version does not show`,
        lacking.filter((name) => one[name] !== undefined),
        [],
      )
    must.equal(
      `fields that the older version of ${related.resource} shows by id, and expanded, read ${look}, does not`,
      named(plain).filter((name) => newest.shows.includes(name) && !shows.includes(name)),
      [],
    )
    const root = named(rootIn(answer, family))
    must.equal(
      `fields of the ${family.parent.resource}, read ${look}, that are not shown beside an older ${related.resource}`,
      named(own).filter((name) => name !== family.field && !root.includes(name)),
      [],
    )
  })
}

check(
  data['dtos-selects'],
  'expanded-in-an-older-version',
  {
    needs: ['reference', 'expansion', 'older-dto'],
    brokenBy: [
      'expanded-in-the-version-number-of-the-root',
      'expanded-bare-in-an-older-version',
      'roots-shown-with-no-more-than-the-expanded-have',
    ],
    effects: true,
  },
  async (context) => {
    const { dtos, fixtures, lacks } = context.target
    mustHaveOlder(context, fixtures.reference?.to)
    await mustShowTheOlder(context, await withReference(context))
    if (!('inverse' in lacks) && dtos[fixtures.inverse?.to ?? '']?.older)
      await mustShowTheOlder(context, await withInverse(context, 1))
  },
)

const relations = {
  'expanded-by-an-older-version': {
    need: 'reference',
    of: (context: Context): Promise<Family> => withReference(context),
  },
  'several-expanded-by-an-older-version': {
    need: 'inverse',
    of: (context: Context): Promise<Family> => withInverse(context, 1),
  },
} as const

for (const [situation, { need, of }] of Object.entries(relations))
  check(
    data['dtos-selects'],
    situation,
    {
      needs: [need, 'expansion', 'older-dto'],
      brokenBy: ['expanded-with-no-more-than-the-root-has'],
      effects: true,
      ...(need === 'inverse' ? { sampled: true } : {}),
    },
    async (context) => {
      const family = await of(context)
      const { parent, field } = family
      mustHaveOlder(context, parent.resource)
      if (family.related[0]?.resource === parent.resource) throw new Unexercised(`${field} leads to ${parent.resource}`)
      let judged = 0
      for (const look of waysOf(context)) {
        await plainly(context, look, parent)
        const newest = await inVersions(context, family, look, ['newest', 'newest'])
        const older = await looks[look](context.api, parent, { dtos: 'older' })
        // A version without external ids may know none to find a record by.
        if (!succeeded(older) || !rootIn(older, family) || newest.expanded.length === 0) continue
        judged += 1
        const { answer, shows } = await inVersions(context, family, look, ['older', 'newest'])
        must.success(answer)
        must.equal(
          `fields expanded by ${field}, read ${look}, that are not shown where the ${parent.resource} is of its older version`,
          newest.shows.filter((name) => !shows.includes(name)),
          [],
        )
      }
      if (judged === 0) throw new Unexercised(`the older version of ${parent.resource} is not read`)
    },
  )

check(
  expansion['expand-related'],
  'with-its-pair-of-dtos-in-front',
  { needs: ['reference'], brokenBy: ['first-pair-of-dtos-is-that-of-the-root'], effects: true },
  async (context) => {
    const family = await withReference(context)
    const dtos = dtosPairs(context, ...family.related.map(({ resource }) => resource), family.parent.resource)
    await each(waysOf(context), async (look) => {
      const plain = await plainly(context, look, family.parent)
      const answer = await looks[look](context.api, family.parent, { dtos, query: { expand: family.field } })
      await mustBeExpanded(answer, plain, family)
    })
  },
)
