import { check, must, plainId } from '../../../src/kit/index.ts'
import { cql } from '../cql/requirements.ts'
import { idsOfDtos, linkedLadderOf, listed, scopeOf, sorted } from './ladder.ts'
import { shaping } from './requirements.ts'
import { call } from '../steps.ts'

/** A page is cut from what satisfies the whole query, in whatever order a server looks at its criteria. */
check(
  cql['query-linked-field'],
  'fills-a-page',
  {
    needs: ['shaping', 'reference'],
    brokenBy: ['page-cut-before-linked-criteria', 'cql-linked-ignored'],
    effects: true,
  },
  async (context) => {
    const { rows, partners } = await linkedLadderOf(context)
    const [m1 = '', m2 = ''] = [...new Set(partners.values())].sort()
    for (const [criterion, orderBy, pageSize, expected] of [
      [`businessPartner.name = "${m1}"`, 'subject asc', 2, ['rung k1', 'rung k6']],
      [`businessPartner.name = "${m2}"`, 'subject desc', 2, ['rung k4', 'rung k2']],
      [`businessPartner.name in ("${m1}", "${m2}")`, 'subject asc', 3, ['rung k1', 'rung k2', 'rung k4']],
      [
        `businessPartner.name like "${m1.slice(0, -1)}%" AND remarks = "group g2"`,
        'subject desc',
        2,
        ['rung k3', 'rung k2'],
      ],
    ] as const) {
      const query = `${scopeOf(rows)} AND ${criterion}`
      const answer = await context.api.data.list(call, { query: { query, orderBy, pageSize: String(pageSize) } })
      must.success(answer)
      const subjects = answer.records().map((dto) => dto['subject'])
      must.equal(`subjects of the first ${pageSize} with ${criterion} and orderBy=${orderBy}`, subjects, expected)
    }
  },
)

check(
  shaping['ordered-by-linked-fields'],
  'with-external-ids',
  { brokenBy: ['ordered-by-external-ids-where-they-are-asked-for'], effects: true },
  async (context) => {
    const { rows } = await linkedLadderOf(context)
    const query = { pageSize: '50', orderBy: 'businessPartner.name asc,subject asc' }
    const plainly = idsOfDtos((await listed(context, rows, query)).dtos)
    const { dtos } = await listed(context, rows, { ...query, useExternalIds: 'true' })
    must.equal(`ids with orderBy=${query.orderBy} and useExternalIds=true`, idsOfDtos(dtos), plainly)
  },
)

check(
  shaping['ordered-by-linked-fields'],
  'before-paging',
  { brokenBy: ['order-by-linked-fields-within-a-page', 'order-referenced-ignored'], effects: true },
  async (context) => {
    const { rows, partners } = await linkedLadderOf(context)
    // Where those that refer to none would stand is open.
    const linked = rows.filter(({ id }) => partners.has(plainId(id)))
    const orderBy = 'businessPartner.name asc,subject asc'
    const { dtos } = await listed(context, linked, { pageSize: '2', orderBy })
    must.equal(
      `subjects of the first two with orderBy=${orderBy}`,
      dtos.map((dto) => dto['subject']),
      ['rung k1', 'rung k6'],
    )
  },
)

check(
  shaping['ordered-by-fields'],
  'three-fields',
  { needs: ['reference'], brokenBy: ['order-third-field-ignored', 'order-ignored'], effects: true },
  async (context) => {
    const { rows, partners } = await linkedLadderOf(context)
    const orderBy = 'remarks asc,businessPartner.name asc,subject desc'
    const { dtos } = await listed(context, rows, { pageSize: '50', orderBy })
    // Where those without a partner are placed is open.
    const linked = rows.filter(({ id }) => partners.has(plainId(id)))
    const expected = sorted(linked, [
      [({ dto }) => dto['remarks']],
      [({ id }) => partners.get(plainId(id))],
      [({ dto }) => dto['subject'], 'down'],
    ])
    must.equal(
      `ids of those with a partner in a list with orderBy=${orderBy}`,
      idsOfDtos(dtos).filter((id) => expected.includes(id)),
      expected,
    )
  },
)

check(
  shaping['pages-partition'],
  'by-a-linked-field',
  {
    needs: ['reference', 'query-language'],
    brokenBy: ['pages-by-linked-fields-lose-what-refers-to-none'],
    effects: true,
  },
  async (context) => {
    const { rows } = await linkedLadderOf(context)
    const orderBy = 'businessPartner.name asc,subject asc'
    // Where those that refer to none stand is open, and whether the first page is 0 or 1.
    const whole = idsOfDtos((await listed(context, rows, { pageSize: '50', orderBy })).dtos)
    const at = async (page: number) =>
      idsOfDtos((await listed(context, rows, { pageSize: '2', orderBy, page: String(page) })).dtos)
    const one = await at(1)
    const isFirst = one.every((id) => whole.slice(0, 2).includes(id))
    const pages = [one, ...(isFirst ? [await at(2), await at(3)] : [await at(0), await at(2)])]
    must.equal(
      `records on the three pages of a list with orderBy=${orderBy}`,
      pages.flat().sort(),
      rows.map(({ id }) => plainId(id)).sort(),
    )
  },
)
