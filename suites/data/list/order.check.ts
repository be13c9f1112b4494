import { check, must, observe, plainId, type Context } from '../../../src/kit/index.ts'
import { idsOfDtos, ladderOf, linkedLadderOf, listed, scopeOf, sorted, type Ladder } from './ladder.ts'
import { shaping } from './requirements.ts'
import type { Stored } from '../steps.ts'

type Of = (row: Stored) => unknown

const field =
  (name: string): Of =>
  ({ dto }) =>
    dto[name] ?? undefined
const partner =
  ({ partners }: Ladder): Of =>
  ({ id }) =>
    partners.get(plainId(id))

/** All rows are there, once; those with a value are in order. Where those without a value are placed is open. */
async function mustSort(
  context: Context,
  ladder: Ladder,
  orderBy: string,
  keys: Parameters<typeof sorted>[1],
): Promise<void> {
  const { dtos } = await listed(context, ladder.rows, { pageSize: '50', orderBy })
  const ids = idsOfDtos(dtos)
  must.equal(
    `records of the list with orderBy=${orderBy}`,
    [...ids].sort(),
    ladder.rows.map(({ id }) => plainId(id)).sort(),
  )
  const comparable = ladder.rows.filter((row) => keys.every(([of]) => of(row) !== undefined))
  const expected = sorted(comparable, keys)
  const place = new Map(ladder.rows.map(({ id, dto }) => [plainId(id), `${String(dto['subject'])}`]))
  const names = (order: readonly string[]) => order.map((id) => place.get(id))
  must.equal(
    `order (by subject) with orderBy=${orderBy}`,
    names(ids.filter((id) => expected.includes(id))),
    names(expected),
  )
}

check(
  shaping['ordered-by-fields'],
  'upwards',
  { brokenBy: ['order-ignored', 'order-asc-means-desc'], effects: true },
  async (context) => {
    await mustSort(context, await ladderOf(context), 'subject asc', [[field('subject')]])
  },
)

check(
  shaping['ordered-by-fields'],
  'downwards',
  { brokenBy: ['order-ignored', 'order-desc-ignored'], effects: true },
  async (context) => {
    await mustSort(context, await ladderOf(context), 'subject desc', [[field('subject'), 'down']])
  },
)

check(
  shaping['ordered-by-fields'],
  'date-with-unset',
  { brokenBy: ['order-drops-unset', 'order-ignored'], effects: true },
  async (context) => {
    const ladder = await ladderOf(context)
    // Which fields a version has is not shown (A-REC-12).
    if (ladder.rows.every(({ dto }) => dto['startDateTime'] === undefined)) return
    await mustSort(context, ladder, 'startDateTime asc', [[field('startDateTime')]])
    await mustSort(context, ladder, 'startDateTime desc', [[field('startDateTime'), 'down']])
  },
)

check(
  shaping['ordered-by-fields'],
  'last-changed',
  { brokenBy: ['order-ignored', 'order-desc-ignored'], effects: true },
  async (context) => {
    const ladder = await ladderOf(context)
    const { dtos } = await listed(context, ladder.rows, { pageSize: '50', orderBy: 'lastChanged desc' })
    const times = dtos.map((dto) => Number(dto['lastChanged']))
    must.none('record without a number as lastChanged', times.filter(Number.isNaN))
    const falling = times.toSorted((a, b) => b - a)
    must.equal('lastChanged of the list with orderBy=lastChanged desc', times, falling)
    must.equal('number of records', dtos.length, ladder.rows.length)
  },
)

check(
  shaping['ordered-by-fields'],
  'id-and-external-id',
  { brokenBy: ['order-by-id-refused', 'order-by-id-ignored'], effects: true },
  async (context) => {
    const ladder = await ladderOf(context)
    // How identifiers are sorted is open; each is there once, so that one direction is the other one backwards.
    for (const name of ['id', 'externalId']) {
      const shown = []
      for (const direction of ['asc', 'desc']) {
        const { dtos } = await listed(context, ladder.rows, { pageSize: '50', orderBy: `${name} ${direction}` })
        shown.push(idsOfDtos(dtos))
      }
      const [upwards = [], downwards = []] = shown
      must.equal(
        `records of the list with orderBy=${name} asc`,
        [...upwards].sort(),
        ladder.rows.map(({ id }) => plainId(id)).sort(),
      )
      must.equal(`the list with orderBy=${name} desc, from its end`, downwards.toReversed(), upwards)
    }
  },
)

const twoFields = [
  'order-second-field-ignored',
  'order-last-field-first',
  'order-one-direction-for-all',
  'order-two-fields-crash',
] as const

check(shaping['ordered-by-fields'], 'two-fields', { brokenBy: twoFields, effects: true }, async (context) => {
  const ladder = await ladderOf(context)
  await mustSort(context, ladder, 'remarks asc,subject desc', [[field('remarks')], [field('subject'), 'down']])
  await mustSort(context, ladder, 'remarks desc,subject asc', [[field('remarks'), 'down'], [field('subject')]])
})

check(
  shaping['ordered-by-fields'],
  'fields-that-are-not-shown',
  { brokenBy: ['order-without-a-field-that-is-not-shown'], effects: true },
  async (context) => {
    const { rows } = await ladderOf(context)
    for (const orderBy of ['subject desc', 'remarks asc,subject asc']) {
      const orders = []
      for (const fields of ['id,subject,remarks', 'id', 'id,remarks'])
        orders.push(idsOfDtos((await listed(context, rows, { pageSize: '50', orderBy, fields })).dtos))
      for (const order of orders) must.equal(`ids with orderBy=${orderBy}, whatever fields says`, order, orders[0])
    }
  },
)

check(
  shaping['ordered-by-fields'],
  'before-paging',
  { brokenBy: ['order-after-page', 'order-ignored'], effects: true },
  async (context) => {
    const { rows } = await ladderOf(context)
    const { dtos } = await listed(context, rows, { pageSize: '3', orderBy: 'subject asc' })
    must.equal(
      'subjects of the first three with orderBy=subject asc',
      dtos.map((dto) => dto['subject']),
      ['rung k1', 'rung k2', 'rung k3'],
    )
  },
)

check(
  shaping['ordered-by-fields'],
  'before-paging-downwards',
  { brokenBy: ['descending-within-a-page', 'order-after-page', 'order-desc-ignored'], effects: true },
  async (context) => {
    const { rows } = await ladderOf(context)
    for (const [orderBy, first] of [
      ['subject desc', ['rung k6', 'rung k5', 'rung k4', 'rung k3']],
      ['remarks desc,subject desc', ['rung k5', 'rung k3', 'rung k2', 'rung k6']],
      ['remarks asc,subject desc', ['rung k6', 'rung k4', 'rung k1', 'rung k5']],
      ['remarks desc,subject asc', ['rung k2', 'rung k3', 'rung k5', 'rung k1']],
    ] as const) {
      const { dtos } = await listed(context, rows, { pageSize: '4', orderBy })
      const subjects = dtos.map((dto) => dto['subject'])
      must.equal(`subjects of the first four with orderBy=${orderBy}`, subjects, first)
    }
  },
)

check(
  shaping['ordered-by-linked-fields'],
  'upwards',
  {
    brokenBy: [
      'pages-ties-random',
      'order-referenced-refused',
      'order-referenced-ignored',
      'order-referenced-by-id',
      'order-referenced-drops-unlinked',
      'order-by-linked-fields-lost-beside-another',
    ],
    effects: true,
  },
  async (context) => {
    const ladder = await linkedLadderOf(context)
    await mustSort(context, ladder, 'businessPartner.name asc,subject asc', [[partner(ladder)], [field('subject')]])
  },
)

check(
  shaping['ordered-by-linked-fields'],
  'downwards',
  {
    brokenBy: [
      'orderby-ref-refused-desc',
      'orderby-direction-shared',
      'orderby-desc-with-query-lost',
      'order-referenced-refused',
      'order-referenced-ignored',
      'order-referenced-by-id',
      'order-referenced-desc-ignored',
    ],
    effects: true,
  },
  async (context) => {
    const ladder = await linkedLadderOf(context)
    await mustSort(context, ladder, 'businessPartner.name desc,subject asc', [
      [partner(ladder), 'down'],
      [field('subject')],
    ])
  },
)

const up = ['rung k1', 'rung k2', 'rung k3', 'rung k4', 'rung k5', 'rung k6']

// The documents show that asc and desc may be left out, but not which of them is then meant.
check(
  shaping['ordered-by-fields'],
  'direction-left-out',
  { brokenBy: ['order-ignored'], effects: true },
  async (context) => {
    const { dtos } = await listed(context, (await ladderOf(context)).rows, { pageSize: '50', orderBy: 'subject' })
    const order = dtos.map((dto) => dto['subject'])
    must.equal('subjects of the list with orderBy=subject', order, order[0] === 'rung k6' ? up.toReversed() : up)
  },
)

observe(shaping['order-forms'], 'direction-left-out', {}, async (context) => {
  const { rows } = await ladderOf(context)
  const answer = await context.api.data.list('ServiceCall', {
    query: { query: scopeOf(rows), pageSize: '50', orderBy: 'subject' },
  })
  if (answer.status >= 300) return `orderBy=subject is answered ${answer.status}`
  const order = answer
    .records('serviceCall')
    .map((dto) => String(dto['subject']))
    .join()
  return `orderBy=subject sorts ${order === up.join() ? 'upwards' : order === up.toReversed().join() ? 'downwards' : `as ${order}`}`
})

observe(shaping['order-forms'], 'direction-alone', {}, async ({ api }) => {
  const answers = await Promise.all(
    ['asc', 'desc'].map((orderBy) => api.data.list('ServiceCall', { query: { orderBy, pageSize: '1' } })),
  )
  return `orderBy=asc is answered ${answers[0]?.status}, orderBy=desc ${answers[1]?.status}`
})
