import type { Answer } from '../../../src/clients/answer.ts'
import type { DataOptions } from '../../../src/clients/data.ts'
import type { Context } from '../../../src/kit/index.ts'
import { call, refOf, whole, type AddressedBy, type Stored } from '../steps.ts'

/** What the lock holds for. */
export const methods = ['put', 'patch', 'delete'] as const
type Method = (typeof methods)[number]

/** A write that would change the record, carrying this lastChanged. */
export function write(
  context: Context,
  method: Method,
  record: Stored,
  route: AddressedBy,
  lastChanged: number,
  options?: DataOptions,
): Promise<Answer> {
  const ref = refOf(record, route)
  if (method === 'delete') return context.api.data.remove(call, ref, lastChanged, options)
  if (method === 'put')
    return context.api.data.put(call, ref, whole(context, { externalId: record.externalId, lastChanged }), options)
  return context.api.data.patch(
    call,
    ref,
    { subject: context.fresh.text(), remarks: context.fresh.text(), lastChanged },
    options,
  )
}
