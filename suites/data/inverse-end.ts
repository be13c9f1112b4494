import { Unexercised, type Context } from '../../src/kit/index.ts'
import { isObject } from '../../src/exchange/json.ts'
import { spellingOf } from './pointing.ts'

type Asking = Pick<Context, 'target'>

/** The field of fixtures.inverse.by, where the target file says that it holds object references and no ids. */
const objectField = ({ target: { fixtures } }: Asking) => {
  const { inverse, objectReference } = fixtures
  return inverse && objectReference?.resource === inverse.to && objectReference.field === inverse.by
    ? objectReference
    : undefined
}

export const refersByObject = (context: Asking): boolean => objectField(context) !== undefined

/** What fixtures.inverse.by holds in a record that refers to the one with this id: an inlined object is sent whole (A-REC-14). */
export function referenceTo(context: Asking, id: string): Readonly<Record<string, unknown>> | string {
  const field = objectField(context)
  const { resource = '' } = context.target.fixtures.inverse ?? {}
  return field ? { [field.id]: id, [field.type]: spellingOf(context, resource) } : id
}

/** What expands the record that fixtures.inverse.by refers to (A-EXP-05). */
export function expansionOf(context: Asking): string {
  const field = objectField(context)
  const { resource = '', by = '' } = context.target.fixtures.inverse ?? {}
  return field ? `${by}.${field.id}(${resource})` : by
}

/** The id in what fixtures.inverse.by shows. */
export function referredBy(context: Asking, shown: unknown): unknown {
  const field = objectField(context)
  return field ? (isObject(shown) ? shown[field.id] : undefined) : shown
}

/** What holds of fields with ids is not stated of object references. */
export function mustReferByItsId(context: Asking): void {
  if (refersByObject(context)) throw new Unexercised('fixtures.inverse.by is the field of fixtures.objectReference')
}

/** A record can refer to one and be referred to only where both fixtures are of its resource. */
export function mustBeOfOneResource({ target }: Pick<Context, 'target'>): void {
  if (target.fixtures.reference?.resource !== target.fixtures.inverse?.resource)
    throw new Unexercised(
      'fixtures.reference and fixtures.inverse are about different resources, so no record has both',
    )
}
