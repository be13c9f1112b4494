import { check, must, rely } from '../../src/kit/index.ts'
import { ownIds } from './batch-scene.ts'
import { newAddressId } from './plainer.ts'
import { crowd } from './requirements.ts'
import { mustTellTheSame } from './same-everywhere.ts'
import { address, addressOf, api, mustShowSent, readAddress, resultsOf, technician } from './steps.ts'

check(
  crowd['write-is-read'],
  'addresses-of-two-technicians',
  {
    brokenBy: [
      'crowd-address-found-by-a-number-of-all',
      'crowd-address-deleted-whose-ever-it-is',
      'crowd-address-of-another-deleted-in-its-place',
      'crowd-deletion-takes-addresses-of-the-same-ids',
      'crowd-update-changes-addresses-of-the-same-id',
      'crowd-batch-changes-addresses-of-the-same-id',
    ],
    effects: true,
  },
  async (context) => {
    const owners = [await technician(context), await technician(context)]
    const made = []
    for (const owner of owners) made.push({ owner, ...(await addressOf(context, owner)) })
    for (const { owner, id, sent } of made)
      mustShowSent('the address of a technician', await readAddress(context, owner.externalId, id), sent)
    const ids = [newAddressId(context), newAddressId(context), newAddressId(context)] as const
    const places = owners.map(() => ids.map((id) => address(context, { id })))
    for (const [at, { externalId }] of owners.entries()) {
      const requests = (places[at] ?? []).map((place, nth) => ({
        id: `${nth}`,
        operation: 'CREATE',
        address: place,
      }))
      must.noServerError(await api(context).addressBatch(externalId, requests))
    }
    const [one, other] = owners.map(({ externalId }) => externalId)
    if (!one || !other) return
    for (const id of ids)
      if (!(await readAddress(context, one, id)) || !(await readAddress(context, other, id))) ownIds()
    const changed = { ...places[0]?.[1], city: 'Changed' }
    const ofOther = async () => {
      const shown = await readAddress(context, other, ids[1])
      return Object.keys(changed).map((name) => shown?.[name])
    }
    const before = await ofOther()
    // What becomes of an operation is not told (B-CRW-18), and which cities there are is not said: whatever it does, it does to its own technician.
    for (const write of [
      () => api(context).updateAddress(one, ids[1], changed),
      () => api(context).addressBatch(one, [{ id: '1', operation: 'UPDATE', address: { ...changed, city: 'Other' } }]),
    ]) {
      must.noServerError(await write())
      must.equal('the address of the same id of another technician after an update', await ofOther(), before)
    }
    for (const [id, from, stays] of [
      [ids[0], one, other],
      [ids[2], other, one],
    ] as const) {
      must.noServerError(await api(context).removeAddress(from, id))
      must.present('the address of the same id of another technician', await readAddress(context, stays, id))
    }
    must.noServerError(await api(context).remove(one))
    must.present('its address after the deletion of the one', await readAddress(context, other, ids[1]))
  },
)

check(
  crowd['write-is-read'],
  'each-of-several-addresses-updated',
  { brokenBy: ['crowd-update-of-the-second-address-changes-the-first'], effects: true },
  async (context) => {
    const owner = await technician(context)
    const all = [await addressOf(context, owner), await addressOf(context, owner), await addressOf(context, owner)]
    const now = new Map(all.map(({ id, sent }) => [id, sent]))
    // The second one first: what is updated in its place is then not updated itself before it is read.
    for (const at of [1, 2, 0]) {
      const { id, sent } = all[at]!
      const changed = { ...sent, city: `Changed ${at + 1}` }
      await rely(crowd['address-update'], async () =>
        must.status(await api(context).updateAddress(owner.externalId, id, { ...changed, id }), 200, 201),
      )
      now.set(id, changed)
      for (const [nth, one] of all.entries())
        mustShowSent(
          `address ${nth + 1} after an update of address ${at + 1}`,
          await readAddress(context, owner.externalId, one.id),
          now.get(one.id)!,
        )
    }
  },
)

check(
  crowd.refusals,
  'address-of-another-technician',
  {
    brokenBy: [
      'crowd-address-read-by-anyone',
      'crowd-address-update-by-anyone',
      'crowd-address-read-by-owners-of-others',
      'crowd-batch-updates-addresses-of-others',
    ],
    effects: true,
  },
  async (context) => {
    const [owner, other] = [await technician(context), await technician(context)]
    // Ids of addresses may be counted by technician: the other one will have no second address.
    await addressOf(context, owner)
    const { id, sent } = await addressOf(context, owner)
    must.status(await api(context).getAddress(other.externalId, id), 403, 404)
    // With an address of its own it has no more right to another's.
    const own = await addressOf(context, other)
    if (own.id === id) return
    must.status(await api(context).getAddress(other.externalId, id), 403, 404)
    for (const operation of ['UPDATE', 'DELETE']) {
      const place = address(context, { id, city: 'Moved by a batch' })
      must.noServerError(await api(context).addressBatch(other.externalId, [{ id: '1', operation, address: place }]))
      mustShowSent('the address as its own technician has it', await readAddress(context, owner.externalId, id), sent)
    }
    mustShowSent('the address of the other', await readAddress(context, other.externalId, own.id), own.sent)
    const moved = { ...sent, id, city: 'Moved' }
    const answer = await api(context).updateAddress(other.externalId, id, moved)
    // 201 and no word of when: an update may make the address of the other one, under the same id.
    if (answer.status < 300) mustShowSent('the address made', await readAddress(context, other.externalId, id), moved)
    else must.status(answer, 403, 404)
    mustShowSent('the address as its own technician has it', await readAddress(context, owner.externalId, id), sent)
  },
)

check(
  crowd['write-is-read'],
  'addresses-of-letters-beyond-ascii',
  {
    brokenBy: [
      'crowd-addresses-read-as-latin-1',
      'crowd-batch-addresses-in-ascii',
      'crowd-address-answer-cut',
      'crowd-addresses-escaped',
    ],
    effects: true,
  },
  async (context) => {
    const owner = await technician(context)
    const far = (city: string) => address(context, { city, streetName: `Weißdornstraße ${context.fresh.text()}` })
    // Which letters an address may have is not said.
    const sent = far('München')
    const created = await api(context).createAddress(owner.externalId, sent)
    const told = created.status < 300 ? resultsOf(created)[0]?.['id'] : undefined
    if (created.status >= 300) must.refused4xx(created)
    const id = told === undefined ? (await addressOf(context, owner)).id : String(told)
    const read = () => readAddress(context, owner.externalId, id)
    if (told !== undefined) {
      const first = await read()
      mustShowSent('the address as read', first, sent)
      mustTellTheSame('the address, answered and read, the same', resultsOf(created)[0], first)
    }
    const changed = far('Ærøskøbing')
    const put = await api(context).updateAddress(owner.externalId, id, { ...changed, id })
    if (put.status >= 300) must.refused4xx(put)
    else mustShowSent('the changed address as read', await read(), changed)
    const marked = far("L'Haÿ & <Sud>")
    const again = await api(context).updateAddress(owner.externalId, id, { ...marked, id })
    if (again.status >= 300) must.refused4xx(again)
    else mustShowSent('the address with signs of markup as read', await read(), marked)
    const batched = far('Łódź')
    const requests = [{ id: '1', operation: 'UPDATE', address: { ...batched, id } }]
    // Where addresses of such letters are refused elsewhere, they may be in a batch, which is answered 201 all the same (B-CRW-18).
    const batch = await api(context).addressBatch(owner.externalId, requests)
    if (put.status < 300 && batch.status < 300) mustShowSent('the address that a batch updated', await read(), batched)
  },
)

check(
  crowd['address-batch'],
  'whole-addresses',
  {
    brokenBy: [
      'crowd-batch-drops-house-number',
      'crowd-batch-update-drops-zip-code',
      'crowd-batch-keeps-numbers-only',
      'crowd-batch-addresses-share-an-object',
      'crowd-address-kept-over-a-batch',
    ],
    effects: true,
  },
  async (context) => {
    const owner = await technician(context)
    const [before, other] = [await addressOf(context, owner), await addressOf(context, owner)]
    // What was read once may be kept.
    await readAddress(context, owner.externalId, before.id)
    const newId = newAddressId(context)
    // The letter case of an id is not stated: it is not compared.
    const created = address(context, { number: '77', zipCode: '04109' })
    const updated = address(context, { number: '78', zipCode: '4103', country: 'AT', streetName: 'Side Street' })
    const requests = [
      { id: '1', operation: 'CREATE', address: { ...created, id: newId } },
      { id: '2', operation: 'UPDATE', address: { ...updated, id: before.id } },
    ]
    must.status(await api(context).addressBatch(owner.externalId, requests), 201)
    mustShowSent('the address that a batch updated', await readAddress(context, owner.externalId, before.id), updated)
    const [first, part] = [
      address(context, { id: before.id, streetName: 'High Street' }),
      { city: 'Part', id: other.id },
    ]
    const both = [first, part].map((place, at) => ({ id: String(at), operation: 'UPDATE', address: place }))
    must.noServerError(await api(context).addressBatch(owner.externalId, both))
    // Whether an update keeps what it does not send is not said, nor whether it has to send all: it is nothing, or what it was.
    const { streetName = null } = (await readAddress(context, owner.externalId, other.id)) ?? {}
    must.oneOf('the street that an update did not send', streetName, [other.sent['streetName'], null, ''])
    const shown = await readAddress(context, owner.externalId, newId)
    if (!shown) ownIds()
    mustShowSent('the address that a batch created', shown, created)
  },
)
