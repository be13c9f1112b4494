import type { Answer } from '../../../src/clients/answer.ts'
import type { CallOptions } from '../../../src/clients/call.ts'
import {
  check,
  type Context,
  eventually,
  holdsId,
  Inconclusive,
  matchers,
  must,
  Unexercised,
} from '../../../src/kit/index.ts'
import type { Need } from '../../../src/target/needs.ts'
import { dtosOfQuery } from '../../query/statement.ts'
import { anotherCompany } from '../another-company.ts'
import { call, mustBeAsBefore, read, refOf, routes, stored, type Stored } from '../steps.ts'
import { data } from './requirements.ts'

type Look = (context: Context, record: Stored, options: Pick<CallOptions, 'query'>) => Promise<Answer>

const inRows =
  (where: (record: Stored) => string): Look =>
  (context, record, options) =>
    context.api.query.select(`select sc.id, sc.subject from ${call} sc where ${where(record)}`, {
      ...options,
      dtos: dtosOfQuery(context, call),
    })

/** Ways to come to a record without its path. */
const looks: Readonly<
  Record<
    string,
    {
      /** The second one, where the target takes it, in another form. */
      readonly look: readonly [Look, Look?]
      readonly needs: readonly Need[]
      readonly fault: string
      readonly also?: readonly string[]
    }
  >
> = {
  'by-external-id': {
    look: [({ api }, { externalId }, options) => api.data.get(call, { externalId }, options)],
    needs: [],
    fault: 'external-id-of-any-company',
  },
  'in-a-list': {
    look: [
      ({ api }, { externalId, id }, { query }) =>
        // Each leg finds it alone: a condition that is added to either end of the query does not bind the other.
        api.data.list(call, { query: { ...query, query: `externalId = "${externalId}" OR id = "${id}"` } }),
    ],
    needs: ['query-language'],
    fault: 'search-kept-for-any-company',
    also: ['cql-or-at-the-top-finds-other-companies'],
  },
  'in-rows': {
    look: [
      inRows(({ id }) => `sc.id = '${id}'`),
      inRows(({ id, dto }) => `sc.subject = '${String(dto['subject'])}' or sc.id = '${id}'`),
    ],
    needs: ['query-api'],
    fault: 'query-api-kept-for-any-company',
    also: ['query-api-or-finds-other-companies'],
  },
}

/** A record that a read by id does not show in another company: no sentence says that it does not, so this is asked first. */
async function apart(context: Context): Promise<{ readonly record: Stored; readonly query: { company: string } }> {
  const query = { company: await anotherCompany(context) }
  const record = await stored(context)
  if ((await read(context.api, record.id, call, { query })) !== undefined)
    throw new Inconclusive('a record is found in each company')
  return { record, query }
}

for (const [name, { look: forms, needs, fault, also = [] }] of Object.entries(looks))
  check(
    data['get-by-id'],
    `what-another-company-shows-${name}`,
    {
      needs: ['second-company', ...needs],
      brokenBy: [fault, ...also],
      // What shows records of other companies at large is looked for in each run.
      ...(also.length === 0 ? { sampled: true } : {}),
    },
    async (context) => {
      const { record, query } = await apart(context)
      const there = (answer: Answer) =>
        matchers.hold('an answer with the record', holdsId(answer.json, record.id), answer.text)
      for (const [at, look] of forms.entries()) {
        if (!look) continue
        const own = () => look(context, record, {})
        // Which statements the Query API takes is not shown.
        if (name === 'in-rows' && (await own()).status >= 400) {
          if (at === 0) throw new Unexercised('no statement with where is taken')
          return
        }
        await eventually(context, own, there)
        const elsewhere = await look(context, record, { query })
        must.hold(
          'no record that a read by id in the same company does not show',
          elsewhere.status >= 300 || !holdsId(elsewhere.json, record.id),
          elsewhere.text,
        )
        await eventually(context, own, there)
      }
    },
  )

for (const route of routes)
  check(
    route === 'by-id' ? data.delete : data['delete-by-external-id'],
    `${route}-in-another-company`,
    { needs: ['second-company'], brokenBy: [`delete-${route}-in-any-company`], sampled: true, effects: true },
    async (context) => {
      const { record, query } = await apart(context)
      // How it is answered is open: there is no such record there.
      await context.api.data.remove(call, refOf(record, route), undefined, { query, force: true })
      await mustBeAsBefore(context.api, record)
      must.status(await context.api.data.remove(call, refOf(record, route), undefined, { force: true }), 200)
      must.absent('the record after a DELETE in its company', await read(context.api, record.id))
    },
  )
