import { check, must, observe, plainId, Unexercised } from '../../../src/kit/index.ts'
import { dtosPairs } from '../expansion/steps.ts'
import { call, succeeded } from '../steps.ts'
import { idsOfDtos, ladderOf, linkedLadderOf, listed, scopeOf } from './ladder.ts'
import { shaping } from './requirements.ts'

const groups = { asc: ['group g1', 'group g2'], desc: ['group g2', 'group g1'] } as const
const rungs = { 'group g1': ['rung k1', 'rung k4', 'rung k6'], 'group g2': ['rung k2', 'rung k3', 'rung k5'] } as const

/** Subjects in the order of the remarks, and of the subjects within. */
const inOrder = (remarks: keyof typeof groups, subjects: keyof typeof groups): string =>
  groups[remarks]
    .flatMap((group) => (subjects === 'asc' ? rungs[group] : rungs[group].toReversed()))
    .map((subject) => subject.slice('rung '.length))
    .join(' ')

/** Which direction is meant where none is named is open (A-PAR-10); that the field sorts is not. */
check(
  shaping['ordered-by-fields'],
  'directions-left-out-beside-others',
  {
    brokenBy: ['order-of-names-without-a-direction-lost-beside-others', 'order-second-field-ignored'],
    effects: true,
  },
  async (context) => {
    const { rows } = await ladderOf(context)
    // Which fields a version has is not shown (A-REC-12).
    if (rows.some(({ dto }) => (dto['remarks'] ?? null) === null)) throw new Unexercised('a record shows no remarks')
    for (const [orderBy, lawful] of [
      ['remarks desc,subject', [inOrder('desc', 'asc'), inOrder('desc', 'desc')]],
      ['remarks asc,subject', [inOrder('asc', 'asc'), inOrder('asc', 'desc')]],
      ['remarks,subject desc', [inOrder('asc', 'desc'), inOrder('desc', 'desc')]],
      ['remarks,subject asc', [inOrder('asc', 'asc'), inOrder('desc', 'asc')]],
    ] as const) {
      const { dtos } = await listed(context, rows, { pageSize: '50', orderBy })
      const order = dtos.map((dto) => String(dto['subject']).slice('rung '.length)).join(' ')
      must.equal(
        `order (by subject) with orderBy=${orderBy}`,
        order,
        lawful.find((one) => one === order) ?? lawful.join(' or '),
      )
    }
  },
)

observe(shaping['order-forms'], 'direction-left-out-after-another', {}, async (context) => {
  const { rows } = await ladderOf(context)
  const told: string[] = []
  for (const direction of ['asc', 'desc']) {
    const orderBy = `remarks ${direction},subject`
    const answer = await context.api.data.list(call, { query: { query: scopeOf(rows), pageSize: '50', orderBy } })
    const first = String(answer.status < 300 ? answer.records()[0]?.['subject'] : undefined)
    const how = /k[12]$/.test(first) ? 'upwards' : /k[56]$/.test(first) ? 'downwards' : `from ${first}`
    told.push(answer.status < 300 ? `after ${direction} the next field sorts ${how}` : `status ${answer.status}`)
  }
  return told.join('; ')
})

check(
  shaping['ordered-by-linked-fields'],
  'beside-an-expansion',
  {
    needs: ['expansion'],
    brokenBy: ['order-by-linked-fields-lost-beside-an-expansion'],
    effects: true,
  },
  async (context) => {
    const { rows, partners } = await linkedLadderOf(context)
    const linked = rows.filter(({ id }) => partners.has(plainId(id)))
    const dtos = dtosPairs(context, call, 'BusinessPartner')
    for (const direction of ['asc', 'desc']) {
      const query = { pageSize: '50', orderBy: `businessPartner.name ${direction},subject desc` }
      const plain = idsOfDtos((await listed(context, linked, query)).dtos)
      for (const expand of ['businessPartner', 'businessPartner;fields=externalId']) {
        const answer = await context.api.data.list(call, {
          dtos,
          query: { ...query, query: scopeOf(linked), expand },
        })
        // That each two parameters are taken together is not stated.
        if (!succeeded(answer)) must.refused4xx(answer)
        else
          must.equal(
            `ids with orderBy=${query.orderBy} and expand=${expand}, as without expand`,
            idsOfDtos(answer.records()),
            plain,
          )
      }
    }
  },
)
