import type { Answer } from '../../../src/clients/answer.ts'
import { check, keyOf, matchers, must, observe, rely, settle, type Context } from '../../../src/kit/index.ts'
import { idsOfDtos, listed, mustBeSearched, scopeOf } from './ladder.ts'
import { cql } from '../cql/requirements.ts'
import { data } from '../record/requirements.ts'
import { shaping } from './requirements.ts'
import { succeeded } from '../steps.ts'
import { leafResource, leavesOf, type PartnerLeaf as Leaf } from './leaves.ts'

/** The first of the leaves, once searches find the first and the last one made and accept the whole scope. */
async function some(context: Context, count: number): Promise<readonly Leaf[]> {
  const leaves = (await leavesOf(context)).slice(0, count)
  await mustBeSearched(
    context,
    leaves.filter((_, at) => at === 0 || at >= count - 8),
    leafResource(context),
  )
  await rely(cql['query-criteria'], async () =>
    must.success(
      await context.api.data.list(leafResource(context), { query: { query: scopeOf(leaves), pageSize: '20' } }),
    ),
  )
  return leaves
}

const plainList = (context: Context): Promise<void> =>
  rely(data.list, async () =>
    must.success(await context.api.data.list(leafResource(context), { query: { pageSize: '20' } })),
  )

/** The whole list in one order, to compare every page with. If it is not complete, the finding is about searching. */
async function unpaged(context: Context, leaves: readonly Leaf[]): Promise<readonly string[]> {
  return rely(cql['query-criteria'], async () => {
    const { dtos } = await listed(
      context,
      leaves,
      { pageSize: '100', orderBy: 'externalId asc' },
      leafResource(context),
    )
    must.equal('records of the list', [...idsOfDtos(dtos)].sort(), leaves.map(({ id }) => id).sort())
    return idsOfDtos(dtos)
  })
}

check(
  shaping['page-of-twenty'],
  'more-than-twenty',
  {
    brokenBy: [
      'default-20-not-with-query',
      'default-20-lines',
      'page-default-10',
      'page-default-50',
      'page-default-unbounded',
      'page-of-twenty-one',
      'page-of-hundred-beside-other-parameters',
    ],
    effects: true,
  },
  async (context) => {
    const leaves = await some(context, 41)
    for (const count of [24, 19, 20, 21, 22, 40, 41]) {
      const { dtos } = await listed(context, leaves.slice(0, count), {}, leafResource(context))
      const shown = Math.min(count, 20)
      must.equal(`number of records of a list of ${count} without paging parameters`, dtos.length, shown)
      must.equal('number of different records', new Set(idsOfDtos(dtos)).size, shown)
    }
    for (const [name, value] of [
      ['useExternalIds', 'true'],
      ['fields', 'id,externalId'],
    ] as const) {
      const { dtos } = await listed(context, leaves, { [name]: value }, leafResource(context))
      must.equal(`number of records of a list of 41 with ${name} alone`, dtos.length, 20)
    }
  },
)

for (const [situation, sorted] of [
  ['more-than-twenty-sorted', true],
  ['more-than-twenty-in-a-batch', false],
] as const) {
  check(
    shaping['page-of-twenty'],
    situation,
    {
      brokenBy: [sorted ? 'default-20-not-with-orderby' : 'default-20-in-batch', 'page-default-50'],
      effects: true,
      ...(sorted ? {} : { needs: ['batch'] }),
    },
    async (context) => {
      const query = { query: scopeOf(await some(context, 24)), ...(sorted ? { orderBy: 'externalId asc' } : {}) }
      const { api } = context
      const answer = sorted
        ? await api.data.list(leafResource(context), { query })
        : (await api.batch.send([api.batch.part.list(leafResource(context), { query })])).parts[0]
      must.equal(
        'number of records of a list of 24 without paging parameters',
        answer?.records(keyOf(leafResource(context))).length,
        20,
      )
    },
  )
}

check(
  shaping['page-size-limits'],
  'small-sizes',
  { brokenBy: ['page-size-ignored', 'page-size-one-more', 'page-size-ignored-with-query'], effects: true },
  async (context) => {
    const leaves = await some(context, 24)
    for (const size of [1, 3, 20]) {
      const { dtos } = await listed(context, leaves, { pageSize: String(size) }, leafResource(context))
      must.inRange(`number of records with pageSize=${size}`, dtos.length, { atMost: size })
      must.some('record', dtos)
    }
  },
)

const capped = 'real systems are known to cap pageSize at 1000'

check(
  shaping['page-size-limits'],
  'largest-size',
  {
    brokenBy: [
      'page-of-the-largest-size-empty',
      'page-size-largest-refused',
      'page-size-over-1000-refused',
      'pagesize-max-minus',
    ],
    effects: true,
  },
  async (context) => {
    const leaves = await some(context, 24)
    const ask = (pageSize: string) =>
      context.api.data.list(leafResource(context), { query: { query: scopeOf(leaves), pageSize } })
    const answer = await ask('2147483647')
    const refused = matchers.success(answer)
    // A cap refuses what is smaller, too: a refusal of this size alone is none.
    const isCap = refused && !(succeeded(await ask('5000')) && succeeded(await ask('2147483646')))
    settle(
      refused && {
        ...refused,
        expected: 'pageSize=2147483647 accepted',
        ...(isCap ? { seenInTheWild: capped } : {}),
      },
    )
    must.equal('number of records with pageSize=2147483647', answer.records(keyOf(leafResource(context))).length, 24)
  },
)

check(
  shaping['page-size-kept'],
  'fifty-three',
  { brokenBy: ['page-size-lowered-to-50', 'page-size-one-less'], effects: true },
  async (context) => {
    const leaves = await some(context, 53)
    for (const size of [2, 53, 60]) {
      const { dtos } = await listed(context, leaves, { pageSize: String(size) }, leafResource(context))
      must.equal(
        `number of records of a list of ${leaves.length} with pageSize=${size}`,
        dtos.length,
        Math.min(size, leaves.length),
      )
    }
  },
)

check(
  shaping['page-size-kept'],
  'beside-other-parameters',
  {
    sampled: true,
    brokenBy: [
      'page-size-lowered-with-external-ids',
      'page-size-lowered-with-fields',
      'page-size-lowered-with-order',
      'page-size-lowered-with-page',
    ],
    effects: true,
  },
  async (context) => {
    const leaves = await some(context, 53)
    const sized = async (more: Readonly<Record<string, string>>): Promise<number> =>
      (await listed(context, leaves, { pageSize: '60', ...more }, leafResource(context))).dtos.length
    const others: ReadonlyArray<Readonly<Record<string, string>>> = [
      { useExternalIds: 'true' },
      { fields: 'id,externalId' },
      { orderBy: 'externalId desc' },
    ]
    for (const more of others)
      must.equal(
        `records of a list of ${leaves.length} with pageSize=60 and ${Object.keys(more).join()}`,
        await sized(more),
        leaves.length,
      )
    // The first page has the number 0 or 1.
    const firsts: number[] = []
    for (const page of ['1', '0']) {
      if (firsts.includes(leaves.length)) break
      const query = { query: scopeOf(leaves), pageSize: '60', page }
      firsts.push(
        (await context.api.data.list(leafResource(context), { query })).records(keyOf(leafResource(context))).length,
      )
    }
    must.hold('53 records on page 0 or 1 with pageSize=60', firsts.includes(leaves.length), firsts)
  },
)

check(
  shaping['page-size-kept'],
  'above-a-thousand',
  { brokenBy: ['page-size-over-1000-refused'], effects: true },
  async (context) => {
    const leaves = await some(context, 24)
    const answer = await context.api.data.list(leafResource(context), {
      query: { query: scopeOf(leaves), pageSize: '1001' },
    })
    const refused = matchers.success(answer)
    settle(refused && { ...refused, expected: 'pageSize=1001 accepted', seenInTheWild: capped })
    must.equal('number of records with pageSize=1001', answer.records(keyOf(leafResource(context))).length, 24)
  },
)

check(
  shaping['page-size-refused'],
  'above-the-largest',
  { brokenBy: ['page-size-too-large-accepted'] },
  async (context) => {
    await plainList(context)
    must.refused4xx(await context.api.data.list(leafResource(context), { query: { pageSize: '2147483648' } }))
  },
)

check(
  shaping['page-size-refused'],
  'no-number',
  { brokenBy: ['page-size-text-accepted', 'page-size-text-crashes'] },
  async (context) => {
    await plainList(context)
    must.refused4xx(await context.api.data.list(leafResource(context), { query: { pageSize: 'many' } }))
  },
)

const pages = [
  'page-number-ignored',
  'page-ignored-with-query',
  'page-overlaps',
  'page-skips',
  'page-last-dropped',
  'page-is-offset',
  'page-size-one-less',
  'order-after-page',
  'page-steps-by-twenty-with-external-ids',
  'page-steps-by-twenty-at-most',
] as const

/** The first page has the number 0 or 1: 1 where that page begins as the whole list does. What page 0 answers then is open. */
async function pagesOf(
  context: Context,
  leaves: readonly Leaf[],
  size: number,
  first: string | undefined,
  more: Readonly<Record<string, string>>,
): Promise<string[][]> {
  const at = (page: number): Promise<Answer> =>
    context.api.data.list(leafResource(context), {
      query: { query: scopeOf(leaves), pageSize: String(size), orderBy: 'externalId asc', page: String(page), ...more },
    })
  const ids = async (page: number) => {
    const answer = await at(page)
    must.success(answer)
    return idsOfDtos(answer.records(keyOf(leafResource(context))))
  }
  const one = await ids(1)
  const found = one[0] === first ? [one] : [await ids(0), one]
  const offset = 2 - found.length
  while (found.length < Math.ceil(leaves.length / size)) found.push(await ids(found.length + offset))
  return found
}

check(shaping['pages-partition'], 'by-a-unique-field', { brokenBy: pages, effects: true }, async (context) => {
  const many = await some(context, 30)
  const leaves = many.slice(0, 24)
  const list = await unpaged(context, leaves)
  // A list takes useExternalIds, whatever page of it is asked for.
  for (const [size, more] of [
    [5, {}],
    [7, { useExternalIds: 'true' }],
  ] as const) {
    const found = await pagesOf(context, leaves, size, list[0], more)
    must.equal(
      `records on the pages of ${size}`,
      found.map(({ length }) => length),
      Array.from({ length: Math.ceil(24 / size) }, (_, at) => Math.min(size, 24 - at * size)),
    )
    const places = new Map(list.map((id, position) => [id, position + 1]))
    must.equal(
      `places in the whole list of the records on the pages of ${size}`,
      found.flat().map((id) => places.get(id)),
      list.map((_, position) => position + 1),
    )
  }
  // Pages of more than those that come by default.
  const whole = await listed(context, many, { pageSize: '25', orderBy: 'externalId asc' }, leafResource(context))
  const first = idsOfDtos(whole.dtos)
  const found = await pagesOf(context, many, 25, first[0], {})
  // How large a page may be is not stated: pages of fewer are not all of them.
  if (first.length < 25 || found[0]!.length < 25) return
  must.equal('different records on the pages of 25', new Set(found.flat()).size, 30)
  must.equal(
    'records on the pages of 25',
    found.map(({ length }) => length),
    [25, 5],
  )
})

observe(shaping['page-forms'], 'first-page-and-envelope', {}, async (context) => {
  const leaves = await some(context, 3)
  const ask = (page: string) =>
    context.api.data.list(leafResource(context), {
      query: { query: scopeOf(leaves), pageSize: '2', orderBy: 'externalId asc', page },
    })
  const [zero, one] = [await ask('0'), await ask('1')]
  const beside = Object.keys(one.json ?? {}).filter((name) => name !== 'data')
  const isZero =
    zero.status < 300 &&
    zero.records().length === 2 &&
    idsOfDtos(zero.records()).join() !== idsOfDtos(one.records()).join()
  return `the first page has the number ${isZero ? 0 : 1}; beside data a list has ${beside.join(', ') || 'nothing'}`
})

observe(shaping['page-limits'], 'page-alone-zero-and-last', {}, async (context) => {
  const leaves = await some(context, 24)
  const ask = async (query: Readonly<Record<string, string>>) => {
    const answer = await context.api.data.list(leafResource(context), { query: { query: scopeOf(leaves), ...query } })
    return answer.status < 300
      ? `${answer.records(keyOf(leafResource(context))).length} records`
      : `status ${answer.status}`
  }
  return `page=1 alone: ${await ask({ page: '1' })}; pageSize=0: ${await ask({ pageSize: '0' })}; pageSize=-1: ${await ask({ pageSize: '-1' })}; a page after the last: ${await ask({ page: '99', pageSize: '20' })}`
})
