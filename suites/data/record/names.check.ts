import { Blocked, check, eventually, keyOf, matchers, must, sameId, type Context } from '../../../src/kit/index.ts'
import { anotherResource } from '../offered.ts'
import { call, mustBeRefusedAlone, mustShow, read, shown, stored, succeeded, whole } from '../steps.ts'
import { unrelated } from './related.ts'
import { data } from './requirements.ts'

check(
  data['get-by-external-id'],
  'long-ones-that-end-differently',
  { brokenBy: ['externalid-unique-trailing', 'post-extid-trimmed'], effects: true },
  async (context) => {
    const start = `${context.fresh.externalId()}${'x'.repeat(270)}`
    for (const externalId of [`${start}a`, `${start}b`]) {
      const body = whole(context, { id: context.fresh.id(), externalId })
      const answer = await context.api.data.create(call, body)
      // How long an external id may be is not stated: this one may be refused, and is then not cut.
      if (!succeeded(answer)) return mustBeRefusedAlone(context, answer)
      mustShow('the record of that external id', await read(context.api, { externalId }), body, [
        'id',
        'externalId',
        'subject',
      ])
    }
  },
)

check(data['get-by-external-id'], 'of-digits', { brokenBy: ['externalid-numeric'], effects: true }, async (context) => {
  const externalId = `00${BigInt(`0x${context.fresh.id()}`)}`
  const body = whole(context, { id: context.fresh.id(), externalId })
  const answer = await context.api.data.create(call, body)
  // Which characters an external id has, and how many, is not stated.
  if (!succeeded(answer)) return mustBeRefusedAlone(context, answer)
  mustShow('the record of that external id', await read(context.api, { externalId }), body, ['id', 'externalId'])
})

check(
  data['external-id-field'],
  'of-digits-in-a-list',
  { brokenBy: ['external-ids-of-digits-are-numbers-in-lists'], needs: ['query-language'], effects: true },
  async (context) => {
    const externalId = `00${BigInt(`0x${context.fresh.id()}`)}`
    const body = whole(context, { id: context.fresh.id(), externalId })
    const made = await context.api.data.create(call, body)
    // Which characters an external id has, and how many, is not stated.
    if (!succeeded(made)) return mustBeRefusedAlone(context, made)
    const ask = () => context.api.data.list(call, { query: { query: `externalId = "${externalId}"` } })
    await eventually(context, ask, (answer) =>
      matchers.equal(
        'external ids listed for one of digits',
        answer.records(keyOf(call)).map((dto) => dto['externalId']),
        [externalId],
      ),
    )
  },
)

check(
  data['get-by-external-id'],
  'with-a-semicolon',
  { brokenBy: ['external-id-cut-at-semicolon'], effects: true },
  async (context) => {
    const externalId = `${context.fresh.externalId()};2`
    const body = whole(context, { id: context.fresh.id(), externalId })
    const answer = await context.api.data.create(call, body)
    // Which characters an external id has is not stated.
    if (!succeeded(answer)) return mustBeRefusedAlone(context, answer)
    mustShow('the record of that external id', await read(context.api, { externalId }), body, ['id', 'externalId'])
  },
)

check(
  data['update-by-external-id'],
  'with-a-backslash-created',
  { brokenBy: ['backslashes-of-upserted-external-ids-doubled'], effects: true },
  async (context) => {
    const externalId = String.raw`${context.fresh.externalId()}\2`
    const body = whole(context, { externalId })
    const answer = await context.api.data.put(call, { externalId }, body)
    // Which characters an external id has is not stated.
    if (!succeeded(answer)) return mustBeRefusedAlone(context, answer)
    mustShow('the record that PUT by that external id made', await read(context.api, { externalId }), body, [
      'externalId',
      'subject',
    ])
  },
)

/** A record of another resource and a service call with one external id; undefined where the target refuses that. */
async function namesakes(context: Context) {
  const partner = await stored(context, {}, anotherResource(context))
  const { externalId } = partner
  const body = whole(context, { id: context.fresh.id(), externalId })
  // Whether an external id is unique beyond its resource is not stated (A-REC-07).
  const answer = await context.api.data.create(call, body)
  if (succeeded(answer)) return { partner, externalId, id: String(body['id']) }
  must.refused4xx(answer)
  return undefined
}

check(
  data['get-by-external-id'],
  'that-a-record-of-another-resource-has',
  { brokenBy: ['get-extid-resource-blind'], effects: true },
  async (context) => {
    const both = await namesakes(context)
    if (!both) return
    const found = await context.api.data.get(call, { externalId: both.externalId })
    must.sameId('the id of the ServiceCall with the external id', shown(found)?.['id'], both.id, found)
  },
)

check(
  data['delete-by-external-id'],
  'that-a-record-of-another-resource-has',
  { brokenBy: ['delete-extid-first-of-two'], effects: true },
  async (context) => {
    const both = await namesakes(context)
    if (!both) return
    const { externalId, partner, id } = both
    must.status(await context.api.data.remove(call, { externalId }, undefined, { force: true }), 200)
    const left = await context.api.data.get(partner.resource, { externalId })
    must.sameId(
      'the id of the other record with that external id',
      shown(left, partner.resource)?.['id'],
      partner.id,
      left,
    )
    const gone = await context.api.data.get(call, id)
    must.hold(
      'no ServiceCall under the id of the deleted one',
      !sameId(gone.record(keyOf(call))?.['id'], id),
      gone.text,
    )
  },
)

const dashed = (id: string): string => id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

for (const [situation, fault, spelt] of [
  ['with-dashes', 'supplied-id-cut', dashed],
  ['in-lower-case', 'nothing-found-by-ids-in-lower-case', (id: string) => id.toLowerCase()],
  ['with-dashes-in-lower-case', 'nothing-found-by-ids-in-lower-case', (id: string) => dashed(id).toLowerCase()],
] as const)
  check(data['supplied-id'], situation, { brokenBy: [fault], effects: true }, async (context) => {
    const id = spelt(context.fresh.id())
    const body = whole(context, { id })
    const answer = await context.api.data.create(call, body)
    // Whether a GUID has dashes, and which letters, is not stated.
    if (!succeeded(answer)) return mustBeRefusedAlone(context, answer)
    const found = await context.api.data.get(call, { externalId: String(body['externalId']) })
    must.sameId('the id that the record was created with', shown(found)?.['id'], id, found)
    // However the service spells it: the caller knows the spelling that was sent.
    const again = await context.api.data.get(call, id)
    must.sameId('the id of the record read by the id as it was sent', shown(again)?.['id'], id, again)
  })

check(
  data['external-reference'],
  'that-a-record-of-another-resource-has',
  { brokenBy: ['external-reference-in-any-resource', 'data-reference-by-external-id-unresolved'], effects: true },
  async (context) => {
    const { pair, referrer } = await unrelated(context)
    const other = [pair.resource, call].find((resource) => resource !== pair.to)
    if (other === undefined) throw new Blocked('fixtures.reference leads from ServiceCall to itself')
    const named = await stored(context, {}, pair.to)
    const namesake = whole(context, { id: context.fresh.id(), externalId: named.externalId }, other)
    const made = await context.api.data.create(other, namesake)
    // Whether an external id is unique beyond its resource is not stated (A-REC-07).
    if (!succeeded(made)) return must.refused4xx(made)
    const at = { externalId: referrer.externalId }
    let held: unknown
    // How a reference by external id is written is not shown: where one form is not taken, the other is.
    for (const form of [named.externalId, { externalId: named.externalId }]) {
      await context.api.data.patch(pair.resource, at, { [pair.field]: form }, { force: true })
      held = (await read(context.api, referrer.id, pair.resource))?.[pair.field]
      if (held != null && !sameId(held, referrer.dto[pair.field])) break
    }
    must.sameId(`the id in ${pair.field}, which was given by external id`, held, named.id)
  },
)
