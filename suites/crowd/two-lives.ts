import type { Answer, Dto } from '../../src/clients/answer.ts'
import { isObject } from '../../src/exchange/json.ts'
import { Inconclusive, must, rely, type Context } from '../../src/kit/index.ts'
import { crowd } from './requirements.ts'
import { distinctPerson, mustShowDistinct, mustTellTheSame, plainerPerson } from './same-everywhere.ts'
import {
  address,
  api,
  createTaken,
  mustShowSent,
  readAddress,
  readTechnician,
  resultsOf,
  updateTaken,
} from './steps.ts'

/** What the writes so far have left of one technician; its addresses by their ids, undefined where one was deleted. */
export interface Life {
  readonly name: string
  externalId: string
  sent: Dto & { readonly address: Dto; readonly serviceArea: Dto }
  /** What the last update was answered with, until it is read. */
  told?: Dto | undefined
  isThere: boolean
  /** Whether numbers of houses are texts: they may be integers (B-CRW-15), and what is none is then not sent. */
  hasTexts: boolean
  /** Whether the record shows the address that it was sent with, though it has others. */
  showsItsAddress: boolean
  readonly addresses: Map<string, Dto | undefined>
}

export async function begun(context: Context, name: string, nth: number): Promise<Life> {
  const { answer, sent } = await rely(crowd.create, async () => {
    const made = await createTaken(context, distinctPerson(context, nth), plainerPerson(context, nth))
    must.status(made.answer, 201)
    must.be('external id', resultsOf(made.answer)[0]?.['externalId'], 'a text', made.answer)
    return made
  })
  const externalId = String(resultsOf(answer)[0]?.['externalId'])
  return {
    name,
    externalId,
    sent: sent as Life['sent'],
    isThere: true,
    hasTexts: true,
    showsItsAddress: true,
    addresses: new Map(),
  }
}

/** An update of the whole record in which these parts are others. One that is refused, for whatever value, changes nothing. */
export async function lifeChanged(context: Context, life: Life, change: Partial<Life['sent']>): Promise<void> {
  const before = { externalId: life.externalId, sent: life.sent }
  const { answer, sent } = await updateTaken(context, before, { ...life.sent, ...change })
  if (!wasTaken(answer)) return
  life.sent = sent as Life['sent']
  life.told = resultsOf(answer)[0]
}

interface Operation {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE'
  readonly address: Dto & { readonly id: string }
}

export const batched = (
  { externalId }: Life,
  context: Context,
  operations: readonly Operation[],
  transactional = false,
) =>
  api(context).addressBatch(
    externalId,
    operations.map((one, at) => ({ id: String(at + 1), ...one })),
    transactional ? { query: { transactional: 'true' } } : {},
  )

/** New addresses under ids that are sent, in one batch. A server may give an address an id of its own: then it is not followed. */
export async function housed(context: Context, life: Life, ids: readonly string[]): Promise<void> {
  const [first, ...others] = ids.map((id, at) => ({ ...address(context, { number: `${at + 7}` }), id }))
  const partly = others.map(({ streetName: _street, country: _country, ...place }) => place)
  const sent = [...(first ? [first] : []), ...partly]
  const answer = await batched(
    life,
    context,
    sent.map((one) => ({ operation: 'CREATE', address: one })),
  )
  // No sentence says that an address may have less than all its fields.
  if (!wasTaken(answer)) return
  for (const { id, ...place } of sent) {
    const read = await readAddress(context, life.externalId, id)
    if (!read) continue
    life.addresses.set(id, place)
    // What was not sent is not what another one has.
    if (!('streetName' in place))
      must.differ('the street of an address that was sent without one', read['streetName'], first?.streetName)
  }
}

/**
 * An update that changes nothing, after which nothing is followed that it did not leave: which of several addresses a record shows, and whether an update
 * leaves those that it does not bear, is not stated; but that one does so whatever it changes is.
 */
export async function followed(context: Context, life: Life): Promise<void> {
  await rely(crowd.update, async () => must.status(await api(context).update(life.externalId, life.sent), 200, 201))
  const shown = (await readTechnician(context, life.externalId))?.['address']
  life.hasTexts = isObject(shown) && typeof shown['number'] === 'string' && typeof shown['zipCode'] === 'string'
  life.showsItsAddress = isObject(shown) && shown['city'] === life.sent.address['city']
  for (const id of [...life.addresses.keys()])
    if (!(await readAddress(context, life.externalId, id))) life.addresses.delete(id)
}

/** The technician and its addresses are as the writes so far have left them. */
export async function mustBeAsLeft(context: Context, life: Life, by: string): Promise<void> {
  const { name, externalId, sent, isThere, addresses } = life
  const shown = await readTechnician(context, externalId)
  if (!isThere) return must.absent(`${name} technician after ${by}`, shown)
  const what = `the ${name} technician after ${by}`
  if (life.told) {
    // Which of several addresses each of the two shows is not stated.
    const told = life.showsItsAddress ? life.told : { ...life.told, address: undefined }
    mustTellTheSame(`${what}, answered and read, the same`, told, shown)
    life.told = undefined
  }
  if (life.showsItsAddress) mustShowDistinct(what, shown, sent)
  else {
    mustShowSent(what, shown, sent)
    mustTellTheSame(`the service area of ${what}`, sent.serviceArea, shown?.['serviceArea'] as Dto | undefined)
  }
  for (const [id, place] of addresses) {
    const read = await readAddress(context, externalId, id)
    if (place) mustShowSent(`an address of the ${name} technician after ${by}`, read, place)
    else {
      must.absent(`deleted address of the ${name} technician after ${by}`, read)
      addresses.delete(id)
    }
  }
}

/** A list that has the technician shows the names that it has now, and shows it once. */
export function mustBeListedAsLeft(answer: Answer, { name, externalId, sent, isThere }: Life): void {
  const rows = resultsOf(answer).filter((row) => row['externalId'] === externalId)
  must.inRange(`times that a list has the ${name} technician`, rows.length, { atMost: isThere ? 1 : 0 })
  for (const row of rows)
    mustShowSent(`the ${name} technician in a list`, row, { firstName: sent['firstName'], lastName: sent['lastName'] })
}

/** A write that may be refused lawfully: one that was neither is nothing to go on from. */
export function wasTaken(answer: Answer): boolean {
  if (answer.status >= 500) must.noServerError(answer, 'a write of an address')
  if (answer.status === 429) throw new Inconclusive('a write was put off')
  return answer.status < 300
}
