import { isPlaceholder } from '../redact/placeholder.ts'
import { callersFields, type RecordVersion } from './memory.ts'
import { wellBefore, type Moment } from './observed.ts'
import type { RecordWrite } from './write.ts'

/**
 * The record was not deleted and made anew by this write: it holds what the write did not send and the service does not fill in, a caller's text
 * or a time of creation before it, told to the millisecond.
 */
export function isSameRecord(
  version: RecordVersion,
  fields: Readonly<Record<string, unknown>>,
  write: RecordWrite,
  moment: Moment,
): boolean {
  const sent = (name: string) => name in write.sent || (name === 'externalId' && write.externalId !== undefined)
  const keeps = (name: string) => !sent(name) && fields[name] === version.fields[name]
  const created: unknown = version.fields['createDateTime']
  return (
    callersFields.some((name) => isTelling(version.fields[name]) && keeps(name)) ||
    (typeof created === 'string' &&
      /\.\d*[1-9]\d*(?:Z|[+-]\d\d:?\d\d)$/.test(created) &&
      keeps('createDateTime') &&
      wellBefore(version.first, moment))
  )
}

const isTelling = (value: unknown): boolean => typeof value === 'string' && value.length >= 8 && !isPlaceholder(value)
