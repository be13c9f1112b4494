import type { Context } from '../../src/kit/index.ts'
import { fixture, leastCall, leastMaterial, type Part } from './tree.ts'

const refusing = new WeakMap<Context['target'], boolean>()

/**
 * Tries once whether a reserved material may have the value of the target file, which is one of a field of service calls and activities: no sentence
 * says that a user-defined field is one of every kind of record.
 */
export async function knowMaterials(context: Context): Promise<void> {
  const { material, udfValue } = fixture(context)
  if (refusing.has(context.target) || !material || !udfValue) return
  const reservedMaterials = [leastMaterial(context, { udfValues: [udfValue] })]
  const { status } = await context.api.service.create(leastCall(context, { reservedMaterials }))
  refusing.set(context.target, status >= 400 && status < 500)
}

/** Values of user-defined fields for a reserved material; none where they are refused. */
export function materialValues(context: Context): Part {
  const { udfValue } = fixture(context)
  return udfValue && refusing.get(context.target) !== true ? { udfValues: [udfValue] } : {}
}
