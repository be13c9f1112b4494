import type { Api } from '../../src/clients/api.ts'
import type { Answer } from '../../src/clients/answer.ts'
import type { CallOptions } from '../../src/clients/call.ts'
import {
  Blocked,
  check,
  type Context,
  eventually,
  holdsId,
  isObjection,
  keyOf,
  matchers,
  must,
  Unexercised,
} from '../../src/kit/index.ts'
import type { Need } from '../../src/target/needs.ts'
import { call, refOf, whole } from '../data/steps.ts'
import { dtosOfQuery } from '../query/statement.ts'
import { companiesToldTo, mustBeApart } from './companies.ts'
import { grant } from './requirements.ts'
import { control, records } from './steps.ts'

interface Made {
  readonly id: string
  readonly externalId: string
  readonly dtos: string
}

/** Ways to read a record. */
const ways: Readonly<
  Record<string, { needs: readonly Need[]; read(api: Api, made: Made, options: CallOptions): Promise<Answer> }>
> = {
  list: {
    needs: ['query-language'],
    read: ({ data }, { id }, options) =>
      data.list(call, { ...options, query: { ...options.query, query: `id = "${id}"` } }),
  },
  get: { needs: [], read: ({ data }, made, options) => data.get(call, refOf(made, 'by-id'), options) },
  'get-by-external-id': {
    needs: [],
    read: ({ data }, made, options) => data.get(call, refOf(made, 'by-external-id'), options),
  },
  query: {
    needs: ['query-api'],
    read: ({ query }, { id, dtos }, options) =>
      query.select(`select sc.id from ${call} sc where sc.id = '${id}'`, { ...options, dtos }),
  },
}

/** A record of a company: an own one, or one that is there where no sentence lets the caller write. */
async function foundIn(context: Context, company: string): Promise<Made> {
  const { api, fresh } = context
  const abroad = { query: { company } }
  const body = whole(context, { id: fresh.id() })
  const isMade = (await api.data.create(call, body, abroad)).status < 300
  const listed = isMade ? [body] : (await api.data.list(call, abroad)).records(keyOf(call))
  const found = listed.find(({ id, externalId }) => typeof id === 'string' && typeof externalId === 'string')
  if (!found) throw new Blocked(`identities.admin can neither create nor list a ${call} in the company ${company}`)
  return { id: String(found['id']), externalId: String(found['externalId']), dtos: dtosOfQuery(context, call) }
}

// Where the records of one company are seen in another, by whoever may use that, nothing can be told.
for (const [way, { needs, read }] of Object.entries(ways)) {
  check(
    grant['company-user-login'],
    `no-${way}-of-a-company-not-assigned`,
    {
      effects: true,
      needs: ['user-grant', 'writes', 'service-call', ...needs],
      brokenBy: [`unassigned-company-open-to-${way}`],
    },
    async (context) => {
      await mustBeApart(context)
      const { api, as } = context
      const user = as('user')
      const own = await companiesToldTo(user)
      const foreign = (await companiesToldTo(api)).find((name) => !own.includes(name))
      if (foreign === undefined)
        throw new Unexercised('identities.admin has no company that identities.user is not assigned to')
      const made = await foundIn(context, foreign)
      const abroad = { query: { company: foreign } }
      if (way === 'query' && isObjection(await read(api, made, abroad)))
        throw new Unexercised('no statement with where is taken')
      const shows = (answer: Answer) => answer.status < 300 && holdsId(answer.json, made.id)
      await eventually(
        context,
        async () => shows(await read(api, made, abroad)),
        (seen) => matchers.equal(`the record of ${foreign}, seen by identities.admin`, seen, true),
      )
      await control(records(user))
      if (!shows(await read(user, made, abroad))) return
      must.hold(`nothing of ${foreign} for a user who is not assigned to it`, false, `the record ${made.id}`)
    },
  )
}
