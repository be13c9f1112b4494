import type { Api } from '../../../src/clients/api.ts'
import type { Answer } from '../../../src/clients/answer.ts'
import type { CallOptions } from '../../../src/clients/call.ts'
import { check, must, objectOf, type Context, type Reply } from '../../../src/kit/index.ts'
import type { Need } from '../../../src/target/needs.ts'
import { call } from '../../data/steps.ts'
import { dtosOfQuery } from '../../query/statement.ts'
import { scope } from '../requirements.ts'
import { companies, control, freshToken } from '../steps.ts'

const noJson = '{"subject":'

type Calls<Told extends Reply> = Readonly<
  Record<
    string,
    { readonly needs: readonly Need[]; send(context: Context, api: Api, options: CallOptions): Promise<Told> }
  >
>

const lists: Calls<Answer> = {
  'data-list': {
    needs: ['service-call'],
    send: (_context, { data }, options) => data.list(call, { ...options, query: { pageSize: '1', ...options.query } }),
  },
  query: {
    needs: ['service-call', 'query-api'],
    send: (context, { query }, options) =>
      query.select(`select sc.id from ${call} sc`, { ...options, dtos: dtosOfQuery(context, call) }),
  },
}

/**
 * Calls that leave nothing behind, whoever answers them: what writes has a body that is no JSON, or concerns a record that is not there. A PUT or PATCH
 * may make its record, and only this token could remove it there.
 */
const calls: Calls<Reply> = {
  ...lists,
  'data-get': {
    needs: ['service-call'],
    send: ({ fresh }, { data }, options) => data.get(call, fresh.id(), options),
  },
  'data-post': {
    needs: ['writes', 'service-call'],
    send: (_context, { data }, options) => data.create(call, noJson, options),
  },
  'data-delete': {
    needs: ['writes', 'service-call'],
    send: ({ fresh }, { data }, options) => data.remove(call, fresh.id(), 1, options),
  },
  batch: {
    needs: ['writes', 'service-call', 'batch'],
    async send({ fresh }, { batch }, options) {
      const part = batch.part.get(call, fresh.id(), options.query ? { query: options.query } : {})
      const answer = await batch.send([part], options)
      return answer.parts[0] ?? answer
    },
  },
}

for (const [name, { needs, send }] of Object.entries(calls)) {
  check(
    scope['scope-decides-clusters'],
    `general-on-another-cluster-by-${name}`,
    {
      needs: ['general-client', ...needs],
      sampled: true,
      brokenBy: [
        'token-general-refused-elsewhere',
        ...(/post|delete|query|batch/.test(name) ? ['general-token-refused-for-writes-elsewhere'] : []),
      ],
    },
    async (context) => {
      const general = context.as('general')
      const token = { value: await freshToken(general) }
      const { base, account, company } = context.target.fixtures.otherCluster!
      await control(companies(general, { token }))
      const reply = await send(context, general, { token, base, query: { account, company } })
      // Whether this caller may do that there is another matter: the token itself must be accepted.
      const isInvalid = reply.status === 401 && objectOf(reply)['error'] === 'invalid_token'
      must.hold('an answer other than invalid_token to a token of general scope', !isInvalid, reply.text)
    },
  )
}

const listsOfAnyCluster: Calls<Answer> = {
  ...lists,
  'scim-list': { needs: ['scim'], send: (_context, { scim }, options) => scim.users.list(options) },
}

/** Of calls that name no record a success tells that the token was taken. */
for (const [name, { needs, send }] of Object.entries(listsOfAnyCluster))
  check(
    scope['scope-decides-clusters'],
    `local-on-another-cluster-by-${name}`,
    {
      needs: ['local-client', ...needs],
      sampled: true,
      brokenBy: [
        name === 'scim-list'
          ? 'local-tokens-taken-by-scim-elsewhere'
          : 'local-tokens-taken-by-lists-and-queries-elsewhere',
      ],
    },
    async (context) => {
      const { api, target } = context
      const token = { value: await freshToken(api) }
      await control(companies(api, { token }))
      const { base, account, company } = target.fixtures.otherCluster!
      for (const query of [{}, { account, company }]) {
        const reply = await send(context, api, { token, base, query })
        // A redirection may lead home, where the token holds.
        if (!reply.exchange.request.url.startsWith(base)) return
        must.notDone('a call with a token of local scope at another cluster', reply)
      }
    },
  )
