import { check, keyOf, must, observe, rely, show, Unexercised, type Context } from '../../../src/kit/index.ts'
import { mustBeSearched } from '../list/ladder.ts'
import { otherUser } from '../other-user.ts'
import { data } from './requirements.ts'
import { mustShow, call, changed, current, read, stored, succeeded, whole } from '../steps.ts'
import { remarksOnceRemoved } from '../without-remarks.ts'

/** No sentence says how right the clock of the service is; an hour off is another time zone, and no longer since the epoch. */
const tolerated = 30 * 60_000

/** The target's time, from the Date header: its clock and the kit's may differ, and so may that of a proxy which writes the header. */
const timeOf = (date: string | undefined): number => (date === undefined ? Number.NaN : Date.parse(date))

async function mustBeOfNow(context: Context, { after }: { after: 'POST' | 'PATCH' }): Promise<void> {
  const record = await stored(context)
  if (after === 'PATCH') await changed(context, record)
  const answer = await context.api.data.get(call, record.id)
  const { lastChanged, createDateTime } = answer.record(keyOf(call)) ?? {}
  const clocks = [timeOf(answer.header('date')), answer.exchange.startedAt].filter((clock) => !Number.isNaN(clock))
  // A former run may have set the clock forward, and the header need not follow that clock: what does is when the record was made.
  if (context.target.has.includes('clock') && Number(lastChanged) > Math.max(...clocks) + tolerated) {
    const made = timeOf(typeof createDateTime === 'string' ? createDateTime : undefined)
    if (Number.isNaN(made))
      throw new Unexercised('its clock may have been set forward, and nothing else tells its time')
    if (made > Math.max(...clocks) + tolerated) clocks.push(made)
  }
  const away = (clock: number) => Math.abs(clock - Number(lastChanged))
  const [now = 0] = clocks.toSorted((one, other) => away(one) - away(other))
  must.inRange(`lastChanged in milliseconds since the epoch after a ${after}`, lastChanged, {
    above: now - tolerated,
    below: now + tolerated,
  })
}

const otherForm = ['record-last-changed-seconds', 'record-last-changed-text', 'record-last-changed-iso'] as const
check(data['last-changed-milliseconds'], 'after-a-post', { brokenBy: otherForm }, (context) =>
  mustBeOfNow(context, { after: 'POST' }),
)
check(
  data['last-changed-of-transaction'],
  'after-a-post',
  {
    brokenBy: ['record-last-changed-ahead', 'record-last-changed-behind', 'lastchanged-local-zone'],
  },
  (context) => mustBeOfNow(context, { after: 'POST' }),
)
check(
  data['last-changed-of-transaction'],
  'after-a-patch',
  {
    brokenBy: ['record-last-changed-ahead', 'record-last-changed-behind', 'lastchanged-local-zone'],
  },
  (context) => mustBeOfNow(context, { after: 'PATCH' }),
)

check(
  data['last-changed-of-transaction'],
  'not-as-it-was-sent',
  { brokenBy: ['lastchanged-from-body', 'lastchanged-forced-from-body'], effects: true },
  async (context) => {
    const lastChanged = 86_400_000
    const body = whole(context, { id: context.fresh.id(), lastChanged })
    // What a POST makes of a lastChanged is not stated, but for the one that it stores.
    const record = succeeded(await context.api.data.create(call, body))
      ? await current(context.api, { id: String(body['id']), externalId: String(body['externalId']) })
      : await stored(context)
    must.hold('lastChanged, a number', Number.isFinite(record.lastChanged), record.lastChanged)
    must.differ('lastChanged after a POST that sent a time of 1970', record.lastChanged, lastChanged)
    const answer = await context.api.data.patch(call, record.id, { remarks: 'forced', lastChanged }, { force: true })
    await rely(data['force-update'], async () => must.status(answer, 201))
    const now = await current(context.api, record)
    await rely(data['force-update'], async () =>
      must.equal('remarks after a forced PATCH', now.dto['remarks'], 'forced'),
    )
    must.differ('lastChanged after a forced PATCH that sent a time of 1970', now.lastChanged, lastChanged)
  },
)

check(
  data['last-changed-of-transaction'],
  'not-as-it-was-sent-to-create',
  { brokenBy: ['forced-creation-keeps-the-last-changed-that-was-sent'], effects: true },
  async (context) => {
    const lastChanged = 86_400_000
    const body = whole(context, { lastChanged })
    const ref = { externalId: String(body['externalId']) }
    await rely(data['update-by-external-id'], async () =>
      must.status(await context.api.data.put(call, ref, body, { force: true }), 201),
    )
    const now = await read(context.api, ref)
    await rely(data['update-by-external-id'], async () =>
      mustShow('the created record', now, body, ['externalId', 'subject']),
    )
    must.hold('lastChanged, a number', typeof now?.['lastChanged'] === 'number', now)
    must.differ(
      'lastChanged after a forced PUT that sent a time of 1970 and created',
      now?.['lastChanged'],
      lastChanged,
    )
  },
)

for (const method of ['put', 'patch'] as const) {
  check(
    data['last-changed-forward'],
    `three-times-${method}`,
    {
      brokenBy: [
        `record-last-changed-kept-on-${method}`,
        'record-last-changed-backward',
        'lastchanged-node-skew',
        ...(method === 'patch' ? ['lastchanged-not-on-null', 'lastchanged-seconds-times-1000'] : []),
      ],
      effects: true,
    },
    async (context) => {
      let before = await stored(context)
      for (const time of [1, 2, 3]) {
        await context.wait(10)
        const { externalId, lastChanged } = before
        // The last PATCH only removes a value.
        const body =
          method === 'patch' && time === 3
            ? { remarks: null, lastChanged }
            : whole(context, { externalId, lastChanged, remarks: context.fresh.text() })
        const answer = await context.api.data[method](call, before.id, body)
        const now = await rely(method === 'put' ? data.replace : data['partial-update'], async () => {
          must.status(answer, 201)
          const after = await current(context.api, before)
          must.equal(
            'remarks',
            after.dto['remarks'] ?? null,
            body.remarks ?? (await remarksOnceRemoved(context, after.dto)),
          )
          return after
        })
        must.inRange(`lastChanged after a further ${method.toUpperCase()}`, now.lastChanged, {
          above: before.lastChanged,
        })
        before = now
      }
    },
  )
}

check(
  data['last-changed-by'],
  'two-users',
  {
    brokenBy: [
      'record-last-changed-by-stale',
      'last-changed-by-kept-on-patch',
      'record-last-changed-by-absent',
      'lastchangedby-token-issuer',
      'connection-keeps-its-first-user',
    ],
    needs: ['sync-base-10', 'other-user'],
    effects: true,
  },
  async (context) => {
    const first = await stored(context)
    const again = await changed(context, first)
    const other = await changed(context, again, {}, await otherUser(context))
    const writers = [first, again, other].map(({ dto }) => dto['lastChangedBy'])
    for (const writer of writers) must.be('lastChangedBy', writer, 'a text')
    must.equal('lastChangedBy after two writes of one user', writers[1], writers[0])
    must.differ('lastChangedBy after a write of another user', writers[2], writers[1])
  },
)

check(
  data['last-changed-by'],
  'an-id-not-a-name',
  {
    brokenBy: ['record-last-changed-by-name', 'record-last-changed-by-number', 'record-last-changed-by-absent'],
    needs: ['sync-base-10', 'user-login'],
    effects: true,
  },
  async (context) => {
    const record = await stored(context)
    const writer = record.dto['lastChangedBy']
    must.be('lastChangedBy', writer, 'a text')
    const name = context.target.identities['admin']?.username?.split('/').at(-1)
    if (writer !== name) return
    if ('query-language' in context.target.lacks)
      throw new Unexercised('whether users have their names as ids only a query with me() can tell')
    // The form of an id is not stated: it may be the name. Then me() is the name, too.
    await mustBeSearched(context, [record])
    const query = `externalId = "${record.externalId}" AND lastChangedBy = me()`
    const own = (await context.api.data.list(call, { query: { query } })).records(keyOf(call))
    must.hold('lastChangedBy: the id of the user, which me() is', own.length > 0, writer)
  },
)

check(
  data['external-id-field'],
  'set-and-unset',
  {
    brokenBy: [
      'record-external-id-hidden',
      'record-external-id-object',
      'record-external-id-upper-case',
      'externalid-empty-string',
      'null-external-id-ignored',
    ],
    effects: true,
  },
  async (context) => {
    const record = await stored(context)
    must.equal('externalId', record.dto['externalId'], record.externalId)
    const answer = await context.api.data.patch(call, record.id, { externalId: null, lastChanged: record.lastChanged })
    if (!succeeded(answer)) return
    must.equal('externalId after it was removed', (await read(context.api, record.id))?.['externalId'] ?? null, null)
  },
)

observe(data['writer-without-user'], 'client-credentials', {}, async (context) => {
  const api = context.as('service')
  const body = whole(context)
  const answer = await api.data.create(call, body)
  if (!succeeded(answer)) return `a client without user may not create a record (${answer.status})`
  return `lastChangedBy after a write without user: ${show((await read(context.api, { externalId: String(body['externalId']) }))?.['lastChangedBy'] ?? null)}`
})

const sample = (
  'leader subject chargeableEfforts owners objectGroup resolution syncObjectKPIs inactive partOfRecurrenceSeries contact problemTypeName originCode id ' +
  'problemTypeCode changelog endDateTime priority branches salesOrder dueDateTime salesQuotation udfMetaGroups orderReference responsibles syncStatus ' +
  'statusCode code businessPartner technicians typeName chargeableMileages chargeableMaterials statusName orderDateTime chargeableExpenses lastChanged ' +
  'createPerson externalId groups typeCode createDateTime equipments startDateTime location udfValues lastChangedBy incident remarks originName'
).split(' ')

observe(data['sample-fields'], 'of-a-service-call', {}, async (context) => {
  const { dto } = await stored(context)
  const absent = sample.filter((field) => !(field in dto))
  const missing = absent.length > 0 ? `, not ${absent.join(', ')}` : ''
  return `ServiceCall.${context.target.dtos[call]?.version} shows ${sample.length - absent.length} of ${sample.length} sample fields${missing}`
})

observe(data['further-fields'], 'of-a-service-call', {}, async (context) => {
  const { dto } = await stored(context)
  const further = Object.keys(dto).filter((field) => !sample.includes(field))
  const untyped = ['statusCode', 'statusName', 'syncStatus', 'priority', 'leader', 'location', 'changelog']
  const types = untyped.map(
    (field) => `${field}: ${(dto[field] ?? undefined) === undefined ? 'no value' : typeof dto[field]}`,
  )
  return `fields beyond the sample: ${further.length > 0 ? further.join(', ') : 'none'}; ${types.join(', ')}`
})
