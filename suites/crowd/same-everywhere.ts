import { isObject } from '../../src/exchange/json.ts'
import { must, plainId, type Context } from '../../src/kit/index.ts'
import type { Dto } from '../../src/clients/answer.ts'
import { crowdEmail, mobilePhoneOf } from './plainer.ts'
import { mustShowSent, person } from './steps.ts'

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{32}$/i.test(value.replaceAll('-', ''))

/** Both say the same of one field, each in a form that is open to it (B-CRW-15). */
function isSame(name: string, one: unknown, other: unknown): boolean {
  if (isId(one) && isId(other)) return plainId(one) === plainId(other)
  if (name === 'number' || name === 'zipCode')
    return typeof one === typeof other ? one === other : Number(one) === Number(other)
  if (name === 'latitude' || name === 'longitude') return Math.abs(Number(one) - Number(other)) < 1
  return one === other
}

/** Not compared: when a server sets it, and how finely it tells it, is not stated. */
const ownAffair = ['lastChanged', 'createdAt']

/** The first field of which two readings of one record tell different things; each may leave fields out. Lists are compared by those who know them. */
function disagreement(one: Dto, other: Dto, path = ''): string | undefined {
  for (const [name, value] of Object.entries(one)) {
    const second = other[name] ?? null
    if (value === null || second === null || ownAffair.includes(name) || Array.isArray(value)) continue
    if (isObject(value) && isObject(second)) {
      const found = disagreement(value, second, `${path}${name}.`)
      if (found !== undefined) return found
    } else if (!isSame(name, value, second))
      return `${path}${name} ${JSON.stringify(value)} and ${JSON.stringify(second)}`
  }
  return undefined
}

export function mustTellTheSame(what: string, one: Dto | undefined, other: Dto | undefined): void {
  const found = one && other ? disagreement(one, other) : 'one of them is not there'
  must.hold(what, found === undefined, found)
}

/** A technician of whom every field differs from those of all others. */
export function distinctPerson(context: Context, nth: number): Record<string, unknown> {
  return person(context, {
    firstName: `Zoë-Łucja, with a long name ${nth}`,
    email: crowdEmail(context, `Distinct.${nth}.${context.fresh.tag}`),
    mobilePhone: mobilePhoneOf(context, true),
    address: {
      city: `Zürich ${context.fresh.text()}`,
      country: ['CH', 'AT', 'IT', 'FR'][nth],
      number: `${nth + 3}`,
      streetName: `Street ${context.fresh.text()}`,
      zipCode: `800${nth}`,
    },
    serviceArea: {
      googlePlaceId: `place-${nth}`,
      latitude: 10 * nth + 5.25,
      longitude: 10 * nth + (nth % 2 === 0 ? 7 : 7.5),
      radius: { unit: nth % 2 === 0 ? 'km' : 'mi', value: nth + 12.5 },
    },
  })
}

/** What is sent instead where names and e-mails like those are refused. */
export const plainerPerson = (context: Context, nth: number): Record<string, unknown> => ({
  firstName: `Distinct ${nth}`,
  email: crowdEmail(context, `distinct.${nth}.${context.fresh.tag}`.toLowerCase()),
})

/** Everything that was sent stands in what is shown, its parts too. */
export function mustShowDistinct(what: string, shown: Dto | undefined, sent: Dto): void {
  mustShowSent(what, shown, sent)
  const { address, serviceArea } = sent as { address: Dto; serviceArea: Dto }
  const place = shown?.['address']
  mustShowSent(`the address of ${what}`, isObject(place) ? place : undefined, address)
  mustTellTheSame(`the service area of ${what}`, serviceArea, shown?.['serviceArea'] as Dto | undefined)
}
