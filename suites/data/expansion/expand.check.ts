import type { Answer, Dto } from '../../../src/clients/answer.ts'
import { Blocked, check, each, ifRead, keyOf, must, sameId, type Context } from '../../../src/kit/index.ts'
import {
  asking,
  elementOf,
  looks,
  missing,
  mustBeExpanded,
  mustCount,
  mustNameOnly,
  plainly,
  ways,
  waysOf,
  withInverse,
  withReference,
  type Family,
} from './steps.ts'
import { readableAgain } from '../computed.ts'
import { expansion } from './requirements.ts'
import { read, succeeded, textField, whole, type Stored } from '../steps.ts'
import { referenceTo, referredBy } from '../inverse-end.ts'

type Query = Readonly<Record<string, string | readonly string[]>>

const families = {
  'to-one': {
    of: (context: Context) => withReference(context),
    needs: 'reference',
    faults: ['expand-to-one-ignored', 'expand-other-record'],
  },
  'to-many': {
    of: (context: Context) => withInverse(context),
    needs: 'inverse',
    faults: [
      'expand-to-many-ignored',
      'expand-to-many-first-only',
      'expand-to-many-everything',
      'expand-to-many-last-twice',
    ],
  },
} as const

const rules = {
  'by-id': { rule: expansion['expand-related'], faults: ['expand-ignored-on-get'] },
  'by-external-id': { rule: expansion['expand-related'], faults: ['expand-ignored-on-get', 'expand-not-by-extid'] },
  'on-a-search': { rule: expansion['expand-on-searches'], faults: ['expand-ignored-on-searches'] },
} as const

for (const kind of ['to-one', 'to-many'] as const) {
  const { of, needs, faults } = families[kind]
  for (const look of ways) {
    const { rule, faults: more } = rules[look]
    check(
      rule,
      `${kind}-${look}`,
      { brokenBy: ['expand-ignored', ...faults, ...more], needs: [needs], effects: true },
      async (context) => {
        const family = await of(context)
        const plain = await plainly(context, look, family.parent)
        await mustBeExpanded(
          await looks[look](context.api, family.parent, asking(context, family, family.field)),
          plain,
          family,
        )
      },
    )
  }

  check(
    expansion['expand-related'],
    `${kind}-on-a-list`,
    {
      brokenBy: ['expand-ignored', 'expand-ignored-on-list'],
      needs: [needs],
      effects: true,
    },
    async (context) => {
      const family = await of(context)
      const { answer, plain } = await onList(context, family)
      await mustBeExpanded(answer, plain, family)
    },
  )

  check(
    expansion['expand-shaped'],
    kind,
    {
      brokenBy: ['expand-shape-ignored', 'expand-shape-only-first', 'expand-shape-empty', 'shaped-not-on-list'],
      needs: [needs],
      effects: true,
    },
    async (context) => {
      const family = await of(context)
      await mustBeShaped(context, family, ['externalId'])
      if (kind === 'to-one')
        await mustBeShaped(context, family, [textField(context, family.related[0]?.resource ?? '')])
      await mustBeShaped(context, family, ['lastChanged', 'externalId'])
    },
  )

  check(
    expansion['expand-shaped'],
    `${kind}-in-a-sorted-search`,
    {
      brokenBy: ['expansion-whole-in-sorted-searches', 'expand-shape-ignored'],
      needs: [needs, 'query-language', 'shaping'],
      effects: true,
    },
    async (context) => {
      const family = await of(context)
      await plainly(context, 'on-a-search', family.parent)
      await mustBeShaped(context, family, ['externalId'], { orderBy: 'lastChanged asc' })
    },
  )
}

const pagings: readonly Query[] = [{}, { orderBy: 'lastChanged desc', pageSize: '200' }, { pageSize: '1000' }]

/** A list without a query that shows the record, plain and expanded: on a large system its page may not hold the record, and new records may push it off. */
async function onList(context: Context, family: Family): Promise<{ readonly answer: Answer; readonly plain: Dto }> {
  const { resource } = family.parent
  for (const paging of pagings) {
    const unexpanded = async () => {
      const answer = await ifRead(context.api.data.list(resource, { query: paging }))
      return answer && (elementOf(answer, family.parent)?.[keyOf(resource)] as Dto | undefined)
    }
    const plain = await unexpanded()
    if (plain === undefined) continue
    const answer = await context.api.data.list(resource, asking(context, family, family.field, paging))
    if (elementOf(answer, family.parent) === undefined && (await unexpanded()) === undefined) continue
    const again = async () => (await unexpanded()) ?? {}
    return { answer, plain: readableAgain(plain, { read: again, wait: context.wait }) }
  }
  throw new Blocked(`no page of a list without query shows the ${resource} that was just created`)
}

/** Each related record is there with the named fields and no others. */
async function mustBeShaped(
  context: Context,
  family: Family,
  fields: readonly string[],
  sorting?: Query,
): Promise<void> {
  const expand = `${family.field};fields=${fields.join(',')}`
  await each(sorting ? (['on-a-search'] as const) : waysOf(context), async (look) => {
    const answer = await looks[look](context.api, family.parent, asking(context, family, expand, sorting))
    must.success(answer)
    for (const related of family.related) {
      for (const field of fields)
        must.contain(`${field} of the related record, asked for by ${expand},`, answer.json, related.dto[field])
      mustNameOnly(answer, related, fields, family.parent, expand)
    }
  })
}

check(
  expansion['expand-count'],
  'three-and-two',
  {
    brokenBy: [
      'expand-count-ignored',
      'expand-count-one-more',
      'expand-count-of-everything',
      'expand-count-as-records',
      'expansion-of-own-records-alone',
    ],
    effects: true,
  },
  async (context) => {
    const { other, ...family } = await withInverse(context)
    for (const one of [family, other]) {
      await each(waysOf(context), async (look) => {
        const plain = await plainly(context, look, one.parent)
        const answer = await looks[look](context.api, one.parent, asking(context, one, `count(${one.field})`))
        await mustCount(context, answer, plain, one)
      })
    }
    const theirs = await childOfAnother(context, family.parent)
    if (!theirs) return
    const larger = { ...family, related: [...family.related, theirs] }
    const plain = await plainly(context, 'by-id', family.parent)
    const ask = (expand: string) => looks['by-id'](context.api, family.parent, asking(context, larger, expand))
    await mustCount(context, await ask(`count(${family.field})`), plain, larger)
    await mustBeExpanded(await ask(family.field), plain, larger)
  },
)

/** A record that another user makes, related to this parent; undefined where it may not, or the caller is not shown it. */
async function childOfAnother(context: Context, parent: Stored): Promise<Stored | undefined> {
  const { to, by } = context.target.fixtures.inverse ?? missing('inverse')
  if (!('superuser' in context.target.identities)) return undefined
  const body = whole(context, { id: context.fresh.id(), [by]: referenceTo(context, parent.id) }, to)
  const id = String(body['id'])
  if (!succeeded(await context.as('superuser').data.create(to, body))) return undefined
  const dto = await read(context.api, id, to)
  return dto && sameId(referredBy(context, dto[by]), parent.id)
    ? { resource: to, id, externalId: String(body['externalId']), lastChanged: Number(dto['lastChanged']), dto }
    : undefined
}
