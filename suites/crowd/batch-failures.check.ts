import { check, must, observe, rely } from '../../src/kit/index.ts'
import { batchScene, operationsOf, tookEffect } from './batch-scene.ts'
import { failingUpdate } from './failing.ts'
import { newAddressId } from './plainer.ts'
import { crowd } from './requirements.ts'
import { address, addressOf, api, mustShowSent, readAddress, technician } from './steps.ts'

const all = ['CREATE', 'UPDATE', 'DELETE']

// That an operation on an address that is not there, or that is, has to fail is said nowhere. All of a transaction is done, or nothing of it.
for (const [kind, fault, situation, places] of [
  ['deletion-of-nothing', 'crowd-batch-failed-delete-undoes-nothing', 'first-and-last', [0, 3]],
  ['creation-of-what-is-there', 'crowd-batch-failed-create-undoes-nothing', 'first-and-last', [0, 3]],
  ['deletion-of-nothing', 'crowd-batch-failed-delete-undoes-nothing', 'in-the-middle', [1, 2]],
  ['creation-of-what-is-there', 'crowd-batch-failed-create-undoes-nothing', 'in-the-middle', [1, 2]],
] as const)
  check(
    crowd['batch-atomic'],
    `${kind}-${situation}`,
    {
      brokenBy: [
        fault,
        'crowd-batch-undone-only-from-the-failure',
        'crowd-transaction-goes-on-behind-failure',
        ...(kind === 'creation-of-what-is-there' ? ['crowd-rollback-deletes-what-was-to-be-created'] : []),
      ],
      effects: true,
      ...(kind === 'creation-of-what-is-there' || situation === 'in-the-middle' ? { heavy: true as const } : {}),
    },
    async (context) => {
      for (const place of places) {
        const prepared = await batchScene(context)
        const { externalId } = prepared.owner
        const there = await addressOf(context, prepared.owner)
        const { CREATE, UPDATE, DELETE } = operationsOf(context, prepared)
        const odd =
          kind === 'deletion-of-nothing'
            ? { id: '4', operation: 'DELETE', address: address(context, { id: newAddressId(context) }) }
            : { id: '4', operation: 'CREATE', address: address(context, { id: there.id }) }
        const query = { transactional: 'true' }
        const requests = ([CREATE, UPDATE, DELETE] as object[]).toSpliced(place, 0, odd)
        const answer = await api(context).addressBatch(externalId, requests, { query })
        must.noServerError(answer)
        const done = await tookEffect(context, prepared)
        if (kind === 'creation-of-what-is-there')
          must.present('the address that was there', await readAddress(context, externalId, there.id))
        // What failed has no effect; what did not has all of it: a created address may have an id of the server's own.
        const others = answer.status < 400 && done.length > 0 ? done.filter((one) => one !== 'CREATE') : done
        const wanted = answer.status < 400 && done.length > 0 ? ['UPDATE', 'DELETE'] : []
        must.equal('operations of a transaction that took effect', others, wanted)
        if (answer.status < 400 || place > 0) continue
        const again = await api(context).addressBatch(externalId, [CREATE, UPDATE, DELETE])
        await rely(crowd['address-batch'], async () => {
          must.status(again, 201)
          must.equal('operations that took effect', await tookEffect(context, prepared, again), all)
        })
      }
    },
  )

// The id of the address is required (B-CRW-13); that a batch without it is refused is not said. It is nobody else's address.
check(
  crowd['write-is-read'],
  'beside-operations-without-an-id',
  {
    brokenBy: ['crowd-batch-address-needs-no-id', 'crowd-batch-deletion-without-id-takes-the-last'],
    effects: true,
  },
  async (context) => {
    const owner = await technician(context)
    const kept = [await addressOf(context, owner), await addressOf(context, owner)]
    for (const operation of ['UPDATE', 'DELETE']) {
      const nameless = { id: '1', operation, address: address(context, { city: 'Changed by nobody' }) }
      must.noServerError(await api(context).addressBatch(owner.externalId, [nameless]))
      for (const { id, sent } of kept)
        mustShowSent(
          `an address after the ${operation} of none`,
          await readAddress(context, owner.externalId, id),
          sent,
        )
    }
  },
)

observe(crowd.silences, 'batches-of-which-one-operation-fails', { heavy: true }, async (context) => {
  const told: string[] = []
  for (const kind of ['UPDATE', 'DELETE', 'CREATE'])
    for (const place of [0, 1, 2, 3]) {
      const prepared = await batchScene(context)
      const { CREATE, UPDATE, DELETE } = operationsOf(context, prepared)
      const { id } = await addressOf(context, prepared.owner)
      const odd =
        kind === 'UPDATE'
          ? failingUpdate(context)
          : {
              id: '4',
              operation: kind,
              address: address(context, { id: kind === 'CREATE' ? id : newAddressId(context) }),
            }
      const requests = ([CREATE, UPDATE, DELETE] as object[]).toSpliced(place, 0, odd)
      const query = { transactional: 'false' }
      const answer = await api(context).addressBatch(prepared.owner.externalId, requests, { query })
      const done = await tookEffect(context, prepared, answer)
      const what = {
        UPDATE: 'an UPDATE of nothing',
        DELETE: 'a DELETE of nothing',
        CREATE: 'a CREATE of what is there',
      }
      told.push(
        `${what[kind as keyof typeof what]} at place ${place + 1}: ${answer.status}, done: ${done.join(' ') || 'nothing'}`,
      )
    }
  return told.join('; ')
})

check(
  crowd['write-is-read'],
  'one-address-twice-in-a-transaction',
  { brokenBy: ['crowd-batch-looks-at-what-was-before-it'], effects: true },
  async (context) => {
    const owner = await technician(context)
    const send = (requests: readonly object[]) =>
      api(context).addressBatch(owner.externalId, requests, { query: { transactional: 'true' } })
    // Which form numbers have to have is seen by one address.
    await addressOf(context, owner)
    const own = newAddressId(context)
    const lone = { id: '1', operation: 'CREATE', address: address(context, { id: own }) }
    await rely(crowd['address-batch'], async () => must.status(await send([lone]), 201))
    // A server may give new addresses ids of their own.
    const takesIds = (await readAddress(context, owner.externalId, own)) !== undefined
    for (const [first, second] of [
      ['CREATE', 'UPDATE'],
      ['DELETE', 'CREATE'],
    ] as const) {
      const before = first === 'CREATE' ? undefined : await addressOf(context, owner)
      const id = before?.id ?? newAddressId(context)
      const requests = [
        { id: '1', operation: first, address: address(context, { id, city: 'First' }) },
        { id: '2', operation: second, address: address(context, { id, city: 'Second' }) },
      ]
      must.noServerError(await send(requests))
      const shown = await readAddress(context, owner.externalId, id)
      // A server may refuse to write one address twice, and say so in any way (B-CRW-25).
      const lawful = ['Second', before?.sent['city'], ...(takesIds ? [] : [undefined])]
      must.oneOf(
        `the city after ${first} and ${second} in one transaction, both done or neither`,
        shown?.['city'],
        lawful,
      )
    }
  },
)
