import type { Answer, Dto } from '../../src/clients/answer.ts'
import { isObject } from '../../src/exchange/json.ts'
import { check, each, must, rely } from '../../src/kit/index.ts'
import { batchScene, operationsOf, tookEffect } from './batch-scene.ts'
import { failingUpdate, isMade } from './failing.ts'
import { newAddressId } from './plainer.ts'
import { crowd } from './requirements.ts'
import { address, addressOf, api, mustShowSent, readAddress, readTechnician, technician } from './steps.ts'

const objectIn = (record: Dto | undefined, name: string) => {
  const value = record?.[name]
  return isObject(value) ? value : undefined
}

/** The only operation of a batch was refused: with the batch, or by itself in one that is answered all the same, in a form that is not shown (B-CRW-18). */
function mustRefuseIt(answer: Answer): void {
  const isToldInside = answer.status < 300 && /"hasErrors"\s*:\s*true|"status"\s*:\s*"?4\d\d\b/.test(answer.text)
  if (isToldInside) must.hold('', true, '')
  else must.refused4xx(answer)
}

for (const transactional of [undefined, 'true', 'false'] as const)
  check(
    crowd['address-batch'],
    transactional === undefined ? 'mixed' : transactional === 'true' ? 'mixed-in-one-transaction' : 'mixed-one-by-one',
    {
      brokenBy: [
        'crowd-batch-create-ignored',
        'crowd-batch-update-ignored',
        'crowd-batch-delete-ignored',
        'crowd-batch-update-keeps-country',
        'crowd-batch-create-drops-street',
        // One by one, operations are sent without ids.
        ...(transactional === 'false'
          ? (['crowd-batch-steps-of-one-id', 'crowd-batch-by-former-places'] as const)
          : (['crowd-batch-by-its-own-ids'] as const)),
      ],
      effects: true,
      // The comparison below sends a batch without the parameter in every run.
      ...(transactional === undefined ? { heavy: true as const } : {}),
    },
    async (context) => {
      const prepared = await batchScene(context)
      const { CREATE, UPDATE, DELETE } = operationsOf(context, prepared)
      const send = (requests: readonly object[]) =>
        api(context).addressBatch(
          prepared.owner.externalId,
          requests,
          transactional === undefined ? {} : { query: { transactional } },
        )
      // Behind a deletion, and before another address, as well as in front of it.
      const isDeletedFirst = transactional === 'false'
      const behind = isDeletedFirst ? await addressOf(context, prepared.owner) : undefined
      const whole = isDeletedFirst ? [DELETE, UPDATE, CREATE] : [CREATE, UPDATE, DELETE]
      // The id of an operation is not among what is required; a server that asks for it refuses the batch.
      const nameless = whole.map(({ operation, address: place }) => ({ operation, address: place }))
      let answer = await send(isDeletedFirst ? nameless : whole)
      if (isDeletedFirst && answer.status >= 400) answer = await send(whole)
      must.status(answer, 201)
      must.equal('operations that took effect', await tookEffect(context, prepared, answer), [
        'CREATE',
        'UPDATE',
        'DELETE',
      ])
      if (behind)
        mustShowSent(
          'an address that no operation names',
          await readAddress(context, prepared.owner.externalId, behind.id),
          behind.sent,
        )
    },
  )

check(
  crowd['address-batch'],
  'without-the-parameter-as-with-false',
  { brokenBy: ['crowd-batch-transactional-by-default', 'crowd-batch-with-a-deletion-transactional'], effects: true },
  async (context) => {
    const done: string[][] = []
    for (const query of [{ transactional: 'false' }, {}]) {
      const prepared = await batchScene(context)
      const { CREATE, UPDATE, DELETE } = operationsOf(context, prepared)
      const requests = [CREATE, UPDATE, DELETE, failingUpdate(context)]
      const answer = await api(context).addressBatch(prepared.owner.externalId, requests, { query })
      must.noServerError(answer)
      done.push(await tookEffect(context, prepared, answer))
    }
    must.equal('what a batch without transactional did, as one with false', done[1], done[0])
    await rely(crowd['address-batch'], async () => {
      const { externalId } = await technician(context)
      const place = address(context, { id: newAddressId(context) })
      const one = { id: '1', operation: 'CREATE', address: place }
      must.status(await api(context).addressBatch(externalId, [one]), 201)
    })
  },
)

for (const position of [0, 1, 2, 3])
  check(
    crowd['batch-atomic'],
    `failing-at-position-${position + 1}`,
    {
      brokenBy: [
        'crowd-batch-never-undone',
        ...(['create', 'update', 'delete'] as const).slice(0, position).map((one) => `crowd-batch-${one}-not-undone`),
        ...(position === 3 ? ['crowd-batch-undone-by-twenties'] : ['crowd-transaction-goes-on-behind-failure']),
      ],
      effects: true,
      // Between the first and the last position nothing new shows: for a thorough run.
      ...(position === 1 || position === 2 ? { heavy: true as const } : {}),
    },
    async (context) => {
      const prepared = await batchScene(context)
      const { CREATE, UPDATE, DELETE } = operationsOf(context, prepared)
      const more = Array.from({ length: position === 3 ? 24 : 0 }, (_, at) => ({
        id: `more ${at}`,
        operation: 'CREATE',
        address: address(context, { id: newAddressId(context) }),
      }))
      const fails = failingUpdate(context)
      const at = position === 0 ? 0 : position + more.length
      const requests: readonly object[] = ([CREATE, ...more, UPDATE, DELETE] as object[]).toSpliced(at, 0, fails)
      const answer = await api(context).addressBatch(prepared.owner.externalId, requests, {
        query: { transactional: 'true' },
      })
      must.noServerError(answer)
      if (!(await isMade(context, prepared.owner, fails)))
        must.equal('operations that took effect', await tookEffect(context, prepared), [])
      if (position > 0) return
      await rely(crowd['address-batch'], async () => {
        const again = await api(context).addressBatch(prepared.owner.externalId, [CREATE, UPDATE, DELETE])
        must.status(again, 201)
      })
    },
  )

check(
  crowd['required-fields'],
  'operation-of-a-batch',
  {
    brokenBy: [
      'crowd-batch-operation-unchecked',
      'crowd-batch-done-up-to-the-flaw',
      'crowd-batch-later-operation-unsaid-creates',
      'crowd-batch-operation-of-null-is-a-default',
      'crowd-batch-any-other-word-updates',
    ],
    effects: true,
  },
  async (context) => {
    const prepared = await batchScene(context)
    const { CREATE, UPDATE, DELETE } = operationsOf(context, prepared)
    await each([UPDATE, DELETE, CREATE], async ({ operation: _left, ...request }) => {
      for (const unsaid of [request, { ...request, operation: null }])
        mustRefuseIt(await api(context).addressBatch(prepared.owner.externalId, [unsaid]))
    })
    // A word that is none of the three may fail by itself, in a batch that is answered 201 (B-CRW-18).
    await each([UPDATE, DELETE, CREATE], async (request) => {
      const other = { ...request, operation: 'FIELDPROOF' }
      must.noServerError(await api(context).addressBatch(prepared.owner.externalId, [other]))
    })
    must.equal('operations that took effect', await tookEffect(context, prepared), [])
    // Behind one in order: what is refused as a whole is not done in part.
    const { operation: _gone, ...flawed } = UPDATE
    const unsaid = newAddressId(context)
    const behind = await api(context).addressBatch(prepared.owner.externalId, [
      CREATE,
      flawed,
      { id: '5', address: address(context, { id: unsaid }) },
    ])
    const done = await tookEffect(context, prepared)
    must.equal('operations of a refused batch that took effect', behind.status >= 400 ? done : [], [])
    must.lack('operation that was not named among those that took effect', done, 'UPDATE')
    const made = await readAddress(context, prepared.owner.externalId, unsaid)
    must.absent('address of an operation that was not named', made)
    await rely(crowd['address-batch'], async () =>
      must.status(await api(context).addressBatch(prepared.owner.externalId, [UPDATE]), 201),
    )
  },
)

check(
  crowd['address-batch'],
  'of-deletions-alone',
  { brokenBy: ['crowd-batch-of-deletions-200', 'crowd-batch-delete-ignored'], effects: true },
  async (context) => {
    const prepared = await batchScene(context)
    const { DELETE } = operationsOf(context, prepared)
    must.status(await api(context).addressBatch(prepared.owner.externalId, [DELETE]), 201)
    must.equal('operations that took effect', await tookEffect(context, prepared), ['DELETE'])
  },
)

check(
  crowd['batch-atomic'],
  'in-the-record-of-the-technician',
  { brokenBy: ['crowd-record-keeps-undone-update'], effects: true },
  async (context) => {
    const owner = await technician(context, { address: address(context) })
    const shown = async () => objectIn(await readTechnician(context, owner.externalId), 'address')
    const before = await shown()
    await rely(crowd['address-batch'], async () => {
      const one = { id: '1', operation: 'CREATE', address: address(context, { id: newAddressId(context) }) }
      must.status(await api(context).addressBatch(owner.externalId, [one]), 201)
    })
    // Whether the address of the record is one of those that have an id is not shown.
    if (typeof before?.['id'] !== 'string') return
    const update = { id: '2', operation: 'UPDATE', address: address(context, { id: before['id'], city: 'Updated' }) }
    const query = { transactional: 'true' }
    const fails = failingUpdate(context)
    must.noServerError(await api(context).addressBatch(owner.externalId, [update, fails], { query }))
    if (await isMade(context, owner, fails)) return
    must.differ('the city in the record, after a transaction that failed', (await shown())?.['city'], 'Updated')
  },
)

check(
  crowd['batch-atomic'],
  'creation-in-the-record-of-a-technician-without-address',
  { brokenBy: ['crowd-record-shows-undone-creation'], effects: true },
  async (context) => {
    const owner = await technician(context)
    const place = address(context, { id: newAddressId(context) })
    const fails = failingUpdate(context)
    const requests = [{ id: '1', operation: 'CREATE', address: place }, fails]
    const query = { transactional: 'true' }
    must.noServerError(await api(context).addressBatch(owner.externalId, requests, { query }))
    const record = await readTechnician(context, owner.externalId)
    mustShowSent('the technician as read', record, owner.sent)
    if (await isMade(context, owner, fails)) return
    must.lack('city of an address in the record, after a transaction that failed', record, String(place['city']))
  },
)
