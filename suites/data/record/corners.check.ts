import { check, keyOf, must, type Context } from '../../../src/kit/index.ts'
import {
  call,
  comparable,
  mustBeAbsent,
  mustBeAsBefore,
  mustBeRefusedAlone,
  mustShow,
  read,
  refOf,
  routes,
  stored,
  succeeded,
  whole,
} from '../steps.ts'
import { data } from './requirements.ts'
import { remarksOnceRemoved } from '../without-remarks.ts'

const force = { force: true } as const

for (const route of routes)
  check(
    data['partial-update'],
    `letter-case-alone-${route}`,
    { brokenBy: ['letter-case-alone-is-no-change'], effects: true },
    async (context) => {
      const text = `${context.fresh.text()} aB`
      const record = await stored(context, { remarks: text })
      const remarks = text.replace(/aB$/, 'Ab')
      must.success(await context.api.data.patch(call, refOf(record, route), { remarks }, force))
      must.equal(
        'remarks of which the letter case was changed',
        (await read(context.api, record.id))?.['remarks'],
        remarks,
      )
    },
  )

check(
  data['null-removes'],
  'external-id-leads-nowhere',
  { brokenBy: ['removed-external-id-still-found', 'second-null-external-id-refused'], effects: true },
  async (context) => {
    const record = await stored(context)
    const answer = await context.api.data.patch(call, record.id, { externalId: null }, force)
    // Whether an external id can be taken away is left to the check of that field.
    if (!succeeded(answer)) return mustBeRefusedAlone(context, answer)
    await mustBeAbsent(context.api, { externalId: record.externalId })
    // Records without one are not alike in it (A-REC-07): what was done to one is done to another.
    const other = await stored(context)
    must.success(await context.api.data.patch(call, other.id, { externalId: null }, force))
  },
)

check(
  data['null-removes'],
  'beside-a-reference-that-is-set',
  { needs: ['reference'], brokenBy: ['null-skipped-beside-a-reference'], effects: true },
  async (context) => {
    const { businessPartner } = await partnerOf(context)
    const record = await stored(context, { remarks: context.fresh.text() })
    must.success(await context.api.data.patch(call, record.id, { businessPartner, remarks: null }, force))
    const now = await read(context.api, record.id)
    must.sameId('the reference that was set', now?.['businessPartner'], businessPartner)
    must.equal('remarks that were set to null', now?.['remarks'] ?? null, await remarksOnceRemoved(context, now))
  },
)

const partnerOf = async (context: Context) => ({
  businessPartner: (await stored(context, {}, 'BusinessPartner')).id,
})

/** External ids that a path or an index may spoil; which characters one may have is not stated. */
const spelt = {
  'with-a-dot': { ending: '.17.json', brokenBy: ['external-id-suffix-stripped'] },
  'with-a-combining-mark': { ending: 'e\u0301', brokenBy: ['external-id-composed-when-stored'] },
} as const

for (const [name, { ending, brokenBy }] of Object.entries(spelt))
  check(
    data['get-by-external-id'],
    name,
    { needs: ['external-id-characters'], brokenBy, effects: true },
    async (context) => {
      const externalId = `${context.fresh.externalId()}${ending}`
      const body = whole(context, { id: context.fresh.id(), externalId })
      const answer = await context.api.data.create(call, body)
      if (!succeeded(answer)) return mustBeRefusedAlone(context, answer)
      mustShow('the record of that external id', await read(context.api, { externalId }), body, ['id', 'subject'])
    },
  )

check(
  data['update-by-external-id'],
  'one-that-a-record-had-before',
  { brokenBy: ['former-external-id-still-written'], effects: true },
  async (context) => {
    const record = await stored(context)
    const renamed = { externalId: context.fresh.externalId() }
    const answer = await context.api.data.patch(call, record.id, renamed, force)
    if (!succeeded(answer)) return mustBeRefusedAlone(context, answer)
    const former = { externalId: record.externalId }
    const before = { ...record, ...renamed, dto: (await read(context.api, record.id)) ?? {} }
    const body = whole(context, former)
    const put = await context.api.data.put(call, former, body, force)
    await mustBeAsBefore(context.api, before)
    // Whether an external id that was given up can be used again is not stated.
    if (!succeeded(put)) return must.refused4xx(put)
    mustShow('the record created under the former external id', await read(context.api, former), body, ['subject'])
  },
)

check(
  data['force-delete'],
  'in-a-batch-with-a-stale-lock',
  { needs: ['batch'], brokenBy: ['forced-deletion-in-a-batch-checks-the-lock'], effects: true },
  async (context) => {
    const record = await stored(context)
    const { batch } = context.api
    const { parts } = await batch.send([batch.part.remove(call, record.id, record.lastChanged - 1000, force)])
    const status = parts[0]?.status ?? 0
    must.hold('success of a forced DELETE with a stale lastChanged', status >= 200 && status < 300, `status ${status}`)
    await mustBeAbsent(context.api, { id: record.id })
  },
)

for (const method of ['put', 'patch'] as const)
  check(
    data['malformed-refused'],
    `${method}-with-text-behind`,
    { brokenBy: ['trailing-text-after-json'], effects: true },
    async (context) => {
      const record = await stored(context)
      const body = whole(context, { externalId: record.externalId, lastChanged: record.lastChanged })
      must.refused4xx(await context.api.data[method](call, record.id, `${JSON.stringify(body)}}{"`))
      await mustBeAsBefore(context.api, record)
    },
  )

for (const route of routes)
  check(
    data['unversioned-delete-refused'],
    `with-an-empty-one-${route}`,
    { brokenBy: ['deletion-with-empty-last-changed'], effects: true },
    async (context) => {
      const record = await stored(context)
      must.refused4xx(
        await context.api.data.remove(call, refOf(record, route), undefined, { query: { lastChanged: '' } }),
      )
      await mustBeAsBefore(context.api, record)
    },
  )

check(
  data['reference-ids'],
  'after-a-read-with-external-ids',
  { needs: ['reference', 'shaping'], brokenBy: ['reference-form-remembered'], effects: true },
  async (context) => {
    const { businessPartner } = await partnerOf(context)
    const record = await stored(context, { businessPartner })
    const before = comparable(record.dto['businessPartner'])
    // By id the parameter is not stated (A-PAR-12).
    const ref = { externalId: record.externalId }
    must.success(await context.api.data.get(call, ref, { query: { useExternalIds: 'true' } }))
    const answer = await context.api.data.get(call, ref)
    must.equal(
      'the reference as shown before and after',
      comparable(answer.record(keyOf(call))?.['businessPartner']),
      before,
    )
  },
)

check(
  data['service-call-booleans'],
  'with-fields',
  { needs: ['writes', 'shaping'], brokenBy: ['booleans-as-numbers-with-fields'], effects: true },
  async (context) => {
    const record = await stored(context)
    const names = Object.keys(record.dto).filter((name) => typeof record.dto[name] === 'boolean')
    const answer = await context.api.data.get(call, record.id, { query: { fields: ['id', ...names].join(',') } })
    must.success(answer)
    const shown = answer.record(keyOf(call))
    for (const name of names) must.equal(`${name} with fields`, shown?.[name], record.dto[name])
  },
)

check(
  data.create,
  'a-text-of-many-bytes-whole-or-refused',
  { brokenBy: ['text-cut-at-4000-bytes'], effects: true },
  async (context) => {
    const body = whole(context, { id: context.fresh.id(), remarks: 'Größe und Länge:'.repeat(4000) })
    const answer = await context.api.data.create(call, body)
    // How long a text may be is not stated: this one may be refused, and is then not cut.
    if (!succeeded(answer)) return mustBeRefusedAlone(context, answer)
    must.equal('remarks', (await read(context.api, String(body['id'])))?.['remarks'], body['remarks'])
  },
)
