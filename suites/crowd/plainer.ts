import type { Answer } from '../../src/clients/answer.ts'
import { isObject } from '../../src/exchange/json.ts'
import { isObjection, type Context } from '../../src/kit/index.ts'
import { emailAt } from '../user/emails.ts'

type Sent = Readonly<Record<string, unknown>>

/** Targets that take phones of digits alone, and those that take house numbers and zip codes as integers (B-CRW-15): which phones are acceptable is not said (B-CRW-22). */
const takeDigitsOnly = new WeakSet<Context['target']>()
const takeIntegers = new WeakSet<Context['target']>()

/** Ten digits of no other phone, for one may belong to one person. */
export const freshDigits = ({ fresh }: Pick<Context, 'fresh'>): string =>
  fresh.externalId().replace(/\D/g, '').slice(-10).padStart(10, '1')

/** A phone in a form that the target is known to take: as the target file has it, unless it must be another, or else that of E.164. */
export function mobilePhoneOf(context: Context, mustDiffer = false): string {
  const { mobilePhone } = context.fresh.body('CrowdTechnician')
  if (!mustDiffer && typeof mobilePhone === 'string') return mobilePhone
  return `${takeDigitsOnly.has(context.target) ? '' : '+'}49${freshDigits(context)}`
}

/** An e-mail of this local part. */
export const crowdEmail = (context: Pick<Context, 'target'>, local: string): string =>
  emailAt(context, local, 'fieldproof.example')

const whole = (value: unknown): unknown => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value)

/** An address with its digits as integers. */
export const withIntegers = <Place extends Sent>(place: Place): Place => ({
  ...place,
  number: whole(place['number']),
  zipCode: whole(place['zipCode']),
})

/** An address in the form that the target is known to take. */
export const inItsForm = <Place extends Sent>({ target }: Pick<Context, 'target'>, place: Place): Place =>
  takeIntegers.has(target) ? withIntegers(place) : place

/** Targets whose addresses have numbers as their ids, as far as they are known. */
const numbersAddresses = new WeakMap<Context['target'], boolean>()

export const noteAddressId = ({ target }: Pick<Context, 'target'>, id: string): void =>
  void numbersAddresses.set(target, /^\d+$/.test(id))

/** Whether the form of the ids of addresses is known. */
export const knowsAddressIds = ({ target }: Pick<Context, 'target'>): boolean => numbersAddresses.has(target)

/** An id for a new address, of the form that the target's ids have: which texts are ids is not said (B-CRW-13). */
export function newAddressId({ fresh, target }: Pick<Context, 'fresh' | 'target'>): string {
  const id = fresh.id()
  return numbersAddresses.get(target) ? String(100_000_000 + Number.parseInt(id.slice(-7), 16)) : id
}

export const takesIntegers = ({ target }: Pick<Context, 'target'>): void => void takeIntegers.add(target)

/** Which places there are is not said, and the table has coordinates as integers (B-CRW-15). */
function plainArea(area: Sent): Sent {
  const { googlePlaceId: _place, latitude, longitude, ...others } = area
  return { ...others, latitude: Math.round(Number(latitude)), longitude: Math.round(Number(longitude)) }
}

/** A technician in forms that are plainer and plainer, after one of any form was refused; `isTaken` is told which of them was not. */
function plainForms(context: Context, sent: Sent): readonly { readonly form: Sent; readonly isTaken: () => void }[] {
  const { serviceArea, address, mobilePhone } = sent
  const plain = {
    ...sent,
    ...(isObject(serviceArea) ? { serviceArea: plainArea(serviceArea) } : {}),
    ...(isObject(address) ? { address: withIntegers(address) } : {}),
  }
  const isChanged = plain.serviceArea !== serviceArea || plain.address !== address
  const forms = isChanged ? [{ form: plain, isTaken: () => undefined }] : []
  if (typeof mobilePhone !== 'string') return forms
  const digits = mobilePhone.replace(/\D/g, '').replace(/^0+/, '')
  const phones = [`+${digits}`, digits].filter((phone) => phone !== mobilePhone)
  const isTaken = (phone: string) => (): void => void (phone === digits && takeDigitsOnly.add(context.target))
  // One thing at a time first: which of them was refused is not known.
  const bodies = isChanged ? [sent, plain] : [sent]
  return [
    ...forms,
    ...bodies.flatMap((body) =>
      phones.map((phone) => ({ form: { ...body, mobilePhone: phone }, isTaken: isTaken(phone) })),
    ),
  ]
}

/** What was refused, sent again in plainer and plainer forms until one is taken. */
export async function inAPlainerForm(
  context: Context,
  refused: Sent,
  refusal: Answer,
  send: (form: Sent) => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly sent: Sent }> {
  let [answer, sent] = [refusal, refused]
  for (const { form, isTaken } of plainForms(context, refused)) {
    if (!isObjection(answer)) break
    sent = form
    answer = await send(form)
    if (answer.status < 300) isTaken()
  }
  return { answer, sent }
}
