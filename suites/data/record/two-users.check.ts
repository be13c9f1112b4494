import type { Api } from '../../../src/clients/api.ts'
import {
  Inconclusive,
  check,
  keyOf,
  matchers,
  must,
  eventually,
  plainId,
  rely,
  settle,
  type Context,
} from '../../../src/kit/index.ts'
import { batch } from '../../batch/requirements.ts'
import { mustAllSucceed } from '../../batch/steps.ts'
import { cql } from '../cql/requirements.ts'
import { otherUser } from '../other-user.ts'
import { mustHaveOlder } from '../offered.ts'
import { call, current, mustBeRefusedAlone, mustShow, read, stored, succeeded, whole, type Stored } from '../steps.ts'
import { data } from './requirements.ts'
import { writersOf } from './writers.ts'

const force = { force: true } as const

/** A change by the other user. */
const ways = {
  put: {
    fault: ['record-last-changed-by-kept-on-put', 'forced-update-keeps-last-changed-by'],
    write: async (context, { id, externalId }) =>
      void must.status(await context.as('superuser').data.put(call, id, whole(context, { externalId }), force), 201),
  },
  'patch-by-external-id': {
    fault: [
      'record-last-changed-by-kept-by-external-id',
      'last-changed-by-kept-on-external-patch',
      'lastchangedby-name',
    ],
    write: async (context, { externalId }) =>
      void must.status(
        await context.as('superuser').data.patch(call, { externalId }, { subject: context.fresh.text() }, force),
        201,
      ),
  },
  'patch-of-null': {
    fault: ['lastchangedby-not-on-delete-field-null'],
    write: async (context, { id }) =>
      void must.status(await context.as('superuser').data.patch(call, id, { remarks: null }, force), 201),
  },
  'patch-in-an-older-version': {
    fault: ['writer-unnoted-in-older-dto-versions'],
    write: async (context, { id }) => {
      mustHaveOlder(context)
      const body = { subject: context.fresh.text() }
      const answer = await context.as('superuser').data.patch(call, id, body, { ...force, dtos: 'older' })
      // Whether an older version can be written is not stated.
      if (!succeeded(answer)) must.refused4xx(answer)
    },
  },
  'part-of-a-batch': {
    fault: ['record-last-changed-by-kept-in-a-batch', 'lastchangedby-batch-service'],
    write: async (context, { id }) => {
      const { batch: api } = context.as('superuser')
      mustAllSucceed(await api.send([api.part.patch(call, id, { subject: context.fresh.text() }, force)]), 1)
    },
  },
} as const satisfies Readonly<
  Record<
    string,
    {
      fault: readonly [string, ...string[]]
      write: (context: Context, record: Stored) => Promise<void>
    }
  >
>

const rules = {
  put: data.replace,
  'patch-by-external-id': data['update-by-external-id'],
  'patch-of-null': data['null-removes'],
  'patch-in-an-older-version': data['partial-update'],
  'part-of-a-batch': batch.message,
} as const

const ofWay = { 'part-of-a-batch': ['batch'], 'patch-in-an-older-version': ['older-dto'] } as const

for (const way of [
  'put',
  'patch-by-external-id',
  'patch-of-null',
  'patch-in-an-older-version',
  'part-of-a-batch',
] as const) {
  const { fault, write } = ways[way]
  check(
    data['last-changed-by'],
    `of-the-user-of-a-${way}`,
    {
      brokenBy: fault,
      needs: ['sync-base-10', 'other-user', ...(way in ofWay ? ofWay[way as keyof typeof ofWay] : [])],
      effects: true,
    },
    async (context) => {
      const { second } = await writersOf(context)
      const record = await stored(context, way === 'patch-of-null' ? { remarks: context.fresh.text() } : {})
      await rely(rules[way], () => write(context, record))
      const now = await current(context.api, record)
      if (way === 'patch-in-an-older-version' && now.lastChanged === record.lastChanged) return
      must.equal('lastChangedBy after a write of the other user', now.dto['lastChangedBy'], second)
    },
  )
}

check(
  data['last-changed-by'],
  'of-the-user-who-puts-a-record-back',
  {
    brokenBy: ['put-stores-the-last-changed-by-that-was-sent'],
    needs: ['sync-base-10', 'other-user'],
    effects: true,
  },
  async (context) => {
    const { first, second } = await writersOf(context)
    const { id, externalId } = await stored(context)
    const body = whole(context, { externalId, lastChangedBy: first })
    const answer = await context.as('superuser').data.put(call, id, body, force)
    // That a body may name a writer is not stated.
    if (!succeeded(answer)) return must.refused4xx(answer)
    const now = await read(context.api, id)
    must.equal('lastChangedBy after a PUT of the other user that names the first', now?.['lastChangedBy'], second)
  },
)

check(
  data['last-changed-by'],
  'of-two-users-at-the-same-moment',
  {
    brokenBy: ['writer-of-another-request'],
    needs: ['sync-base-10', 'other-user'],
    effects: true,
  },
  async (context) => {
    const { first, second } = await writersOf(context)
    const bodies = [whole(context), whole(context), whole(context), whole(context)]
    const users = bodies.map((_, at) => (at % 2 === 0 ? context.api : context.as('superuser')))
    const answers = await context.race(bodies.map((body, at) => () => (users[at] as Api).data.create(call, body)))
    for (const [at, body] of bodies.entries()) {
      const answer = answers[at]
      if (!answer || !succeeded(answer)) continue
      const dto = await read(context.api, { externalId: String(body['externalId']) })
      await rely(data.create, async () => must.present('the record that was created beside others', dto))
      const expected = String(at % 2 === 0 ? first : second)
      const actual = String(dto?.['lastChangedBy'])
      const exchanges = answers.map(({ exchange }) => exchange)
      const what = `lastChangedBy ${expected} of a record that this user made while another user made others`
      settle(actual === expected ? undefined : { expected: what, actual, exchanges, selfCertifying: true })
    }
    if (!answers.some(succeeded)) throw new Inconclusive('none of the concurrent creates succeeded')
  },
)

check(
  data['partial-update'],
  'answer-after-a-change-by-another-user',
  { brokenBy: ['patch-answer-merged-locally'], needs: ['other-user'], effects: true },
  async (context) => {
    const other = await otherUser(context)
    const record = await stored(context, { remarks: context.fresh.text() })
    const [remarks, subject] = [context.fresh.text(), context.fresh.text()]
    await rely(data['force-update'], async () =>
      must.status(await other.data.patch(call, record.id, { remarks }, force), 201),
    )
    const answer = await context.api.data.patch(call, record.id, { subject }, force)
    must.status(answer, 201)
    mustShow('the record in the answer', answer.record(keyOf(call)), { subject, remarks })
  },
)

check(
  cql['query-criteria'],
  'of-an-inactive-record',
  { brokenBy: ['list-without-inactive'], needs: ['query-language'], effects: true },
  async (context) => {
    const body = whole(context, { id: context.fresh.id(), inactive: true })
    const made = await context.api.data.create(call, body)
    // Whether callers set this flag is not stated.
    if (!succeeded(made)) return mustBeRefusedAlone(context, made)
    const query = `externalId = "${String(body['externalId'])}"`
    await eventually(
      context,
      async () => (await context.api.data.list(call, { query: { query } })).records(keyOf(call)).length,
      (count) => matchers.equal('records with an external id that an inactive one has:', count, 1),
    )
  },
)

check(
  cql['query-me'],
  'two-users',
  {
    brokenBy: [
      'cql-me-constant',
      'cql-me-everybody',
      'cql-me-of-first-asker',
      'me-of-first-user-of-client',
      'me-of-latest-user-of-client',
      'me-cached-with-query-text',
    ],
    needs: ['sync-base-10', 'other-user'],
    effects: true,
  },
  async (context) => {
    const { own, other } = await writersOf(context)
    const query = `externalId in ("${own.externalId}", "${other.externalId}") AND lastChangedBy = me()`
    for (const [identity, wanted] of [
      ['admin', own],
      ['superuser', other],
    ] as const) {
      const ask = () => context.as(identity).data.list(call, { query: { query } })
      const ids = [plainId(wanted.id)]
      await eventually(
        context,
        ask,
        (answer) =>
          matchers.success(answer) ??
          matchers.equal(
            `the records that lastChangedBy = me() holds for the user who wrote one of two`,
            answer.records(keyOf(call)).map(({ id }) => plainId(String(id))),
            ids,
          ),
      )
    }
  },
)
