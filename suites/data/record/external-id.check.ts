import { check, each, must, type Context } from '../../../src/kit/index.ts'
import { odd } from './odd.ts'
import { data } from './requirements.ts'
import { namedLater } from '../named-later.ts'
import { otherWriter } from '../other-user.ts'
import { call, mustBeAbsent, mustBeAsBefore, mustShow, read, stored, succeeded, whole, type Stored } from '../steps.ts'

const cut = [
  'data-external-id-slash-cut',
  'data-external-id-query-cut',
  'data-external-id-fragment-cut',
  'data-external-id-blanks-cut',
] as const
const misread = ['data-external-id-plus-blank', 'data-external-id-decoded-twice', 'data-external-id-latin'] as const
const oddities = [
  'a-b',
  'a/b',
  '50%',
  'a%2Fb',
  'a%20b',
  'why?',
  'no#1',
  'a+b',
  'a b',
  'a&b=c',
  'Müller',
  '東京',
] as const

check(
  data['get-by-external-id'],
  'a-plain-one',
  { brokenBy: ['data-get-by-external-id-missing'], effects: true },
  async (context) => {
    const record = await stored(context)
    const fields = ['id', 'subject', 'externalId', 'lastChanged']
    mustShow(
      'the record read by external id',
      await read(context.api, { externalId: record.externalId }),
      record.dto,
      fields,
    )
  },
)

check(
  data['get-by-external-id'],
  'reserved-and-foreign-characters',
  { brokenBy: [...cut, ...misread, 'external-id-with-slash-not-read', 'external-id-created-undecoded'], effects: true },
  async (context) => {
    await each(oddities, async (text) => {
      const record = await odd(context, text)
      if (!record) return
      const found = await read(context.api, { externalId: record.externalId })
      must.sameId(`the id of the record with the external id ${record.externalId}`, found?.['id'], record.id)
    })
  },
)

const letters = ['a', 'B', '7', '-', '_', '/', '%', '?', '#', '+', ' ', '&', '=', ':', '%2B', 'ü', '語'] as const

check.property(
  data['get-by-external-id'],
  'any-characters',
  { brokenBy: [...cut, 'data-external-id-plus-blank', 'data-external-id-latin'], effects: true, runs: 12 },
  (fc) => fc.shuffledSubarray([...letters], { minLength: 1 }).map((drawn) => drawn.join('')),
  async (context, text) => {
    const record = await odd(context, text)
    if (!record) return
    const found = await read(context.api, { externalId: record.externalId })
    must.sameId(`the id of the record with the external id ${record.externalId}`, found?.['id'], record.id)
  },
)

check(
  data['update-by-external-id'],
  'reserved-and-foreign-characters',
  { brokenBy: [...cut, ...misread], effects: true },
  async (context) => {
    await each(oddities, async (text) => {
      const record = await odd(context, text)
      if (!record) return
      const subject = context.fresh.text()
      must.status(
        await context.api.data.patch(
          call,
          { externalId: record.externalId },
          { subject, lastChanged: record.lastChanged },
        ),
        201,
      )
      mustShow(`the record with the external id ${record.externalId}`, await read(context.api, record.id), {
        subject,
        externalId: record.externalId,
      })
    })
  },
)

check(
  data['delete-by-external-id'],
  'reserved-and-foreign-characters',
  { brokenBy: [...cut, ...misread], effects: true },
  async (context) => {
    await each(oddities, async (text) => {
      const record = await odd(context, text)
      if (!record) return
      must.status(await context.api.data.remove(call, { externalId: record.externalId }, record.lastChanged), 200)
      await mustBeAbsent(context.api, { id: record.id })
    })
  },
)

/** Ways to give the external id of one record to another; whether they succeed is up to the target. */
const ways = {
  post: (context: Context, holder: Stored, id: string) =>
    context.api.data.create(call, whole(context, { id, externalId: holder.externalId })),
  put: (context: Context, holder: Stored, id: string) =>
    context.api.data.put(call, id, whole(context, { externalId: holder.externalId })),
  patch: (context: Context, holder: Stored, id: string) =>
    context.api.data.patch(call, id, whole(context, { externalId: holder.externalId })),
} as const

for (const way of ['post', 'put', 'patch'] as const) {
  const brokenBy = [
    `record-duplicate-external-id-on-${way}`,
    'record-duplicate-external-id-stored-though-refused',
  ] as const

  const told = way === 'post' ? ([...brokenBy, 'external-id-given-later-not-unique'] as const) : brokenBy
  check(data['external-id-unique'], `${way}-of-a-new-record`, { brokenBy: told, effects: true }, async (context) => {
    const holder = await namedLater(context)
    const id = context.fresh.id()
    await ways[way](context, holder, id)
    const [first, second] = [await read(context.api, holder.id), await read(context.api, id)]
    must.equal('the external id of the record that had it first', first?.['externalId'], holder.externalId)
    must.differ('the external id of the second record', second?.['externalId'], holder.externalId)
  })

  check(
    data['duplicate-external-id-refused'],
    `${way}-of-a-new-record`,
    {
      brokenBy: way === 'post' ? [...brokenBy, 'record-duplicate-external-id-overwrites'] : brokenBy,
      effects: true,
    },
    async (context) => {
      const holder = await stored(context)
      const id = context.fresh.id()
      must.refused4xx(await ways[way](context, holder, id))
      await mustBeAbsent(context.api, { id })
      await mustBeAsBefore(context.api, holder)
    },
  )
}

for (const method of ['put', 'patch'] as const) {
  check(
    data['duplicate-external-id-refused'],
    `${method}-of-a-stored-record`,
    {
      brokenBy: [
        `record-duplicate-external-id-on-${method}`,
        'record-duplicate-external-id-stored-though-refused',
        'dup-externalid-moves',
        'duplicate-external-id-by-external-id',
      ],
      effects: true,
    },
    async (context) => {
      const [holder, other] = [await stored(context), await stored(context)]
      const answer = await context.api.data[method](
        call,
        other.id,
        whole(context, { externalId: holder.externalId, lastChanged: other.lastChanged }),
      )
      must.refused4xx(answer)
      await mustBeAsBefore(context.api, other)
      await mustBeAsBefore(context.api, holder)
      const { externalId } = holder
      const body = method === 'put' ? whole(context, { externalId }) : { externalId }
      await context.api.data[method](call, { externalId: other.externalId }, body, { force: true })
      // Which of the two names counts is not stated; that both records have one is not lawful.
      const both = [await read(context.api, holder.id), await read(context.api, other.id)]
      must.hold('no external id that two records have', !both.every((dto) => dto?.['externalId'] === externalId), both)
    },
  )
}

check(
  data['duplicate-external-id-refused'],
  'post-of-another-user',
  {
    brokenBy: ['externalid-unique-per-company-dto', 'post-of-another-user-overwrites'],
    needs: ['other-user'],
    effects: true,
  },
  async (context) => {
    const holder = await stored(context)
    // That this user may create at all.
    const { api } = await otherWriter(context)
    const id = context.fresh.id()
    must.refused4xx(await ways.post({ ...context, api }, holder, id))
    await mustBeAbsent(context.api, { id })
    // However a POST with the id of the record is answered, it changes nothing.
    await ways.post({ ...context, api }, { ...holder, externalId: context.fresh.externalId() }, holder.id)
    await mustBeAsBefore(context.api, holder, ['lastChangedBy'])
  },
)

check(
  data['get-by-external-id'],
  'of-another-sign-beyond-the-basic-plane',
  { brokenBy: ['external-ids-alike-beyond-the-basic-plane'], effects: true },
  async (context) => {
    const plain = context.fresh.externalId('-z')
    const body = whole(context, { id: context.fresh.id(), externalId: `${plain}\u{1F34E}z` })
    // Which characters an external id may have is not said.
    if (!succeeded(await context.api.data.create(call, body))) return void (await stored(context))
    const own = await read(context.api, { externalId: `${plain}\u{1F34E}z` })
    must.sameId('the id of the record read by its external id', own?.['id'], body['id'])
    const found = await read(context.api, { externalId: `${plain}\u{1F350}z` })
    must.hold('no record read by an external id that differs from its own in one sign', found === undefined, found)
  },
)
