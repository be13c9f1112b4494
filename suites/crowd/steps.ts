import type { Answer, Dto } from '../../src/clients/answer.ts'
import { isObject } from '../../src/exchange/json.ts'
import { Blocked, holds, isObjection, must, rely, Unexercised, type Context } from '../../src/kit/index.ts'
import {
  crowdEmail,
  inAPlainerForm,
  inItsForm,
  mobilePhoneOf,
  noteAddressId,
  takesIntegers,
  withIntegers,
} from './plainer.ts'
import { crowd } from './requirements.ts'

/** The calls of the crowd owner; a list for which a large page is refused is asked for in smaller ones: how large they may be is not shown (B-CRW-30). */
export function api(context: Context) {
  const calls = context.as('crowd-owner').crowd
  const list: typeof calls.list = async (options) => {
    const answer = await calls.list(options)
    for (const size of [100, 10]) {
      if (answer.status !== 400 || Number(options?.query?.['Size']) <= size) continue
      const smaller = await calls.list({ ...options, query: { ...options?.query, Size: String(size) } })
      if (smaller.status !== 400) return smaller
    }
    return answer
  }
  return { ...calls, list }
}

export interface Technician {
  readonly externalId: string
  readonly sent: Readonly<Record<string, unknown>>
}

/** Records in results. */
export const resultsOf = (answer: Pick<Answer, 'json'>): readonly Dto[] => {
  const results = isObject(answer.json) ? answer.json['results'] : undefined
  return (Array.isArray(results) ? (results as readonly unknown[]) : []).filter(isObject)
}

/** The fields of a technician of the run's own, with everything that create and update require. */
export function person(context: Context, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const { fresh } = context
  const name = fresh.text()
  return fresh.body('CrowdTechnician', {
    email: crowdEmail(context, name.replace(' ', '.')),
    firstName: `First ${name}`,
    lastName: `Last ${name}`,
    mobilePhone: mobilePhoneOf(context),
    ...more,
  })
}

export const address = (context: Context, more: Readonly<Record<string, unknown>> = {}) =>
  inItsForm(context, {
    city: `City ${context.fresh.text()}`,
    country: 'DE',
    number: '12',
    streetName: 'Main Street',
    zipCode: '01234',
    ...more,
  })

/** Creates a technician, and tells what it sent in the end: which names and e-mails are acceptable is not said, so what is refused is sent again plainer. */
export async function createTaken(
  context: Context,
  sent: Readonly<Record<string, unknown>>,
  plainer: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly answer: Answer; readonly sent: Readonly<Record<string, unknown>> }> {
  const answer = await api(context).create(sent)
  if (!isObjection(answer)) return { answer, sent }
  const plain = { ...sent, ...plainer }
  const second = Object.keys(plainer).length > 0 ? await api(context).create(plain) : answer
  return inAPlainerForm(context, plain, second, (form) => api(context).create(form))
}

/** A new technician: what is wrong with its creation is that rule's finding. */
export async function technician(
  context: Context,
  more: Readonly<Record<string, unknown>> = {},
  plainer: Readonly<Record<string, unknown>> = {},
): Promise<Technician> {
  const { answer, sent } = await rely(crowd.create, async () => {
    const made = await createTaken(context, person(context, more), plainer)
    must.status(made.answer, 201)
    return made
  })
  const { externalId, address: place } = resultsOf(answer)[0] ?? {}
  if (isObject(place) && typeof place['id'] === 'string') noteAddressId(context, place['id'])
  if (typeof externalId !== 'string')
    throw new Blocked('the answer to the creation of a technician tells no externalId')
  return { externalId, sent }
}

/** Where skills of a new technician are not kept, its skills are made by calls that the documents do not show. */
export function noSkills(): never {
  throw new Unexercised('no skill of a new technician was shown')
}

/** A technician with these skills. Skills are created by an operation of their own, too, and which days they may have is not said (B-CRW-18): where they alone are refused, there are none. */
export async function bearing(context: Context, skills: readonly Dto[]): Promise<Technician> {
  const made = await technician(context, { skills }, { skills: undefined })
  return made.sent['skills'] === undefined ? noSkills() : made
}

/** A technician with one skill that expires then. */
export const skilled = (context: Context, tagExternalId: string, expiredAt: string): Promise<Technician> =>
  bearing(context, [{ tagExternalId, startedAt: '2026-01-01', expiredAt }])

/** Whether a record shows a skill of a tag that waits for nobody's approval: whether lists have others is not shown (B-CRW-18, B-CRW-30). */
export function hasApproved(record: Dto | undefined, tagExternalId: string): boolean {
  const skills = Array.isArray(record?.['skills']) ? (record['skills'] as readonly unknown[]) : []
  return skills.some((skill) => {
    if (!isObject(skill) || !holds(skill, tagExternalId)) return false
    const decision = skill['approvalDecision']
    const told = isObject(decision) ? (decision['approvalStatus'] ?? null) : null
    return told === null ? (skill['status'] ?? null) === null : /^APPROV(?:ED|AL_NOT_REQUIRED)$/.test(String(told))
  })
}

/** A page of technicians; what a filter finds nothing for may be told with 404, which is listed (B-CRW-19). */
export async function technicianPage(context: Context, query: Readonly<Record<string, string>>): Promise<Answer> {
  const answer = await api(context).list({ query })
  must.status(answer, 200, ...('skillName' in query || 'skllValidityDate' in query ? [404] : []))
  return answer
}

/** That a list has an order is not said (B-CRW-30): of one that comes otherwise each time, pages cannot be put together. */
export async function mustHaveAnOrder(context: Context, query: Readonly<Record<string, string>>): Promise<void> {
  for (const asked of [query, { Size: '1000' }]) {
    const readings = new Set<string>()
    for (let times = 0; times < 4; times += 1)
      readings.add(
        resultsOf(await technicianPage(context, asked))
          .map((one) => String(one['externalId']))
          .join(),
      )
    if (readings.size > 1) throw new Unexercised('the list comes in another order, or with others, each time')
  }
}

export interface Address {
  readonly id: string
  readonly sent: Readonly<Record<string, unknown>>
}

/** A new address, and what it sent in the end: numbers may be demanded as integers (B-CRW-15). */
export async function addressTaken(
  context: Context,
  { externalId }: Pick<Technician, 'externalId'>,
  sent: Readonly<Record<string, unknown>> = address(context),
): Promise<{ readonly answer: Answer; readonly sent: Readonly<Record<string, unknown>> }> {
  const answer = await api(context).createAddress(externalId, sent)
  if (!isObjection(answer)) return { answer, sent }
  const again = await api(context).createAddress(externalId, withIntegers(sent))
  if (again.status < 300) takesIntegers(context)
  return { answer: again, sent: withIntegers(sent) }
}

export async function addressOf(
  context: Context,
  owner: Pick<Technician, 'externalId'>,
  wished?: Readonly<Record<string, unknown>>,
): Promise<Address> {
  const { answer, sent } = await rely(crowd['address-create'], async () => {
    const made = await addressTaken(context, owner, wished)
    must.status(made.answer, 201)
    return made
  })
  const id = resultsOf(answer)[0]?.['id']
  if (typeof id !== 'string' && typeof id !== 'number')
    throw new Blocked('the answer to the creation of an address tells no id')
  noteAddressId(context, String(id))
  return { id: String(id), sent }
}

/**
 * An update, and what it sent in the end. 403 is listed for it without a condition (B-CRW-05): where one that brings another partner or e-mail is
 * refused, those that the technician was created with are sent, and what is plainer.
 */
export async function updateTaken(
  context: Context,
  { externalId, sent: before }: Technician,
  sent: Readonly<Record<string, unknown>>,
  plainer: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly answer: Answer; readonly sent: Readonly<Record<string, unknown>> }> {
  const answer = await api(context).update(externalId, sent)
  if (!isObjection(answer)) return { answer, sent }
  const { businessPartner, email } = before
  const kept = { ...sent, ...plainer, businessPartner, email }
  const second = await api(context).update(externalId, kept)
  return inAPlainerForm(context, kept, second, (form) => api(context).update(externalId, form))
}

/** Updates a technician, and tells what it sent in the end. If that fails, the finding is about updating. */
export async function updated(
  context: Context,
  made: Technician,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Readonly<Record<string, unknown>>> {
  const { answer, sent } = await updateTaken(context, made, person(context, more))
  await rely(crowd.update, async () => must.status(answer, 200, 201))
  return sent
}

/** What a read tells; undefined if it is not there. Whoever is served otherwise is not told so by 401 or a failure. */
function recordIn(answer: Answer): Dto | undefined {
  if (answer.status === 401 || answer.status >= 500) must.status(answer, 200, 404)
  return answer.status === 200 ? resultsOf(answer)[0] : undefined
}

/** The technician as it is read; undefined if it is not there. */
export const readTechnician = async (context: Context, externalId: string): Promise<Dto | undefined> =>
  recordIn(await api(context).get(externalId))

export const readAddress = async (context: Context, externalId: string, id: string): Promise<Dto | undefined> =>
  recordIn(await api(context).getAddress(externalId, id))

/**
 * Deletes an address. 403 is listed without a condition (B-CRW-19), others are not said to be all, and no sentence says that the only one can be deleted: where that is refused, the
 * address stays, and is deleted beside another one.
 */
export async function mustGo(context: Context, owner: Pick<Technician, 'externalId'>, id: string): Promise<void> {
  const { removeAddress } = api(context)
  const answer = await removeAddress(owner.externalId, id)
  if (isObjection(answer)) {
    must.present('an address whose deletion was refused', await readAddress(context, owner.externalId, id))
    await addressOf(context, owner)
    must.status(await removeAddress(owner.externalId, id), 204)
  } else must.status(answer, 204)
  must.absent('address under its id', await readAddress(context, owner.externalId, id))
}

/** Number and zip code may come as integers (B-CRW-15), in which leading zeros do not survive, or be sent so and come as texts. */
const asSent = (name: string, shown: unknown, sent: unknown): unknown =>
  typeof shown !== typeof sent &&
  [shown, sent].some((value) => typeof value === 'number') &&
  (name === 'zipCode' || name === 'number') &&
  /^\d+$/.test(String(sent)) &&
  /^\d+$/.test(String(shown)) &&
  Number(sent) === Number(shown)
    ? sent
    : (shown ?? null)

/** Each sent field stands in what is read. */
export function mustShowSent(what: string, shown: Dto | undefined, sent: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(sent).filter((name) => typeof sent[name] !== 'object')
  const of = (record: Dto) => Object.fromEntries(names.map((name) => [name, asSent(name, record[name], sent[name])]))
  must.equal(what, shown ? of(shown) : 'nothing', Object.fromEntries(names.map((name) => [name, sent[name]])))
}
