import { check, must, plainId, rely, Unexercised, type Context } from '../../../src/kit/index.ts'
import { batch } from '../../batch/requirements.ts'
import { creating, mustAllSucceed } from '../../batch/steps.ts'
import { missing } from '../expansion/steps.ts'
import { call, changed, current, stored, succeeded, textField, whole, type Stored } from '../steps.ts'
import { posted } from '../posted.ts'
import { idsOfDtos, listed, mustBeSearched, sorted } from './ladder.ts'
import { shaping } from './requirements.ts'
import { mustReferByItsId } from '../inverse-end.ts'

/** A list with these records is in the order of the values. */
async function mustSort(
  context: Context,
  rows: readonly Stored[],
  field: string,
  of: (row: Stored) => unknown,
): Promise<void> {
  const [{ resource = call } = {}] = rows
  await mustBeSearched(context, rows, resource)
  for (const [direction, down] of [
    ['asc', []],
    ['desc', ['down']],
  ] as const) {
    const orderBy = `${field} ${direction}`
    const { dtos } = await listed(context, rows, { pageSize: '50', orderBy }, resource)
    const ids = idsOfDtos(dtos)
    const values = (order: readonly string[]) =>
      order.map((id) => rows.filter((row) => plainId(row.id) === id).map(of)[0])
    must.equal(`${field} of the records with orderBy=${orderBy}`, values(ids), values(sorted(rows, [[of, ...down]])))
  }
}

/** Dates in an order unlike that of creation, of subjects and of starts. */
const days = [3, 1, 4, 2] as const
const on = (day: number, hour: string) => `2031-05-0${day}T${hour}:00:00Z`

check(
  shaping['ordered-by-fields'],
  'other-dates',
  { brokenBy: ['lists-ordered-by-some-fields-only', 'ordered-by-the-first-texts'], sampled: true, effects: true },
  async (context) => {
    const rows: Stored[] = []
    for (const [at, day] of days.entries()) {
      const body = whole(context, {
        id: context.fresh.id(),
        subject: `k${at}`,
        startDateTime: on(1, '06'),
        endDateTime: on(1, `1${day}`),
        dueDateTime: on(day, '18'),
      })
      const { answer } = await posted(context, call, body)
      // Which dates a record may have beside each other is not stated.
      if (!succeeded(answer)) throw new Unexercised('a ServiceCall with start, end and due date is refused')
      rows.push(await current(context.api, { id: String(body['id']), externalId: String(body['externalId']) }))
    }
    let isAsked = false
    for (const field of ['dueDateTime', 'endDateTime']) {
      const moments = rows.map(({ dto }) => Date.parse(String(dto[field])))
      // A version may lack the field (A-REC-12), and a service may fill it by itself.
      if (moments.some(Number.isNaN) || new Set(moments).size < rows.length) continue
      isAsked = true
      await mustSort(context, rows, field, ({ dto }) => dto[field])
    }
    const [first] = rows
    if (first) {
      rows[0] = await changed(context, first, { subject: 'k9' })
      await mustSort(context, rows, 'subject', ({ dto }) => dto['subject'])
    }
    if (!isAsked) throw new Unexercised('no record shows the due date or the end that it was made with')
  },
)

check(
  shaping['ordered-by-linked-fields'],
  'of-another-resource',
  { needs: ['inverse'], brokenBy: ['order-by-names-of-partners-only'], sampled: true, effects: true },
  async (context) => {
    const { resource, to, by } = context.target.fixtures.inverse ?? missing('inverse')
    mustReferByItsId(context)
    const field = textField(context, resource)
    const texts = new Map<string, string>()
    const children: Stored[] = []
    const { tag } = context.fresh
    for (const name of ['k2', 'k3', 'k1']) {
      const parent = await stored(context, { [field]: `${tag} ${name}` }, resource)
      const child = await stored(context, { [by]: parent.id }, to)
      texts.set(child.id, String(parent.dto[field]))
      children.push(child)
    }
    await mustSort(context, children, `${by}.${field}`, ({ id }) => texts.get(id))
  },
)

check(
  shaping['pages-partition'],
  'of-one-moment',
  {
    needs: ['batch', 'query-language'],
    brokenBy: ['pages-by-last-changed-begin-after-it'],
    sampled: true,
    effects: true,
  },
  async (context) => {
    const made = Array.from({ length: 4 }, () => creating(context))
    await rely(batch.message, async () => {
      const answer = await context.api.batch.send(made.map(({ request }) => request))
      mustAllSucceed(answer, made.length)
    })
    const rows: Stored[] = []
    for (const one of made) rows.push(await current(context.api, one))
    if (new Set(rows.map(({ lastChanged }) => lastChanged)).size > 1)
      throw new Unexercised('what one batch wrote has several moments')
    await mustBeSearched(context, rows)
    const at = async (page: number, orderBy: string) =>
      idsOfDtos((await listed(context, rows, { pageSize: '2', orderBy, page: String(page) })).dtos)
    // The first page has the number 0 or 1, which an order shows that tells all apart.
    const first = idsOfDtos((await listed(context, rows, { pageSize: '2', orderBy: 'externalId asc' })).dtos)
    const from = (await at(1, 'externalId asc')).every((id) => first.includes(id)) ? 1 : 0
    for (const orderBy of ['lastChanged asc', 'lastChanged desc']) {
      const pages = [await at(from, orderBy), await at(from + 1, orderBy)]
      must.equal(
        `records on the two pages of a list with orderBy=${orderBy}`,
        pages.flat().sort(),
        rows.map(({ id }) => plainId(id)).sort(),
      )
    }
  },
)
