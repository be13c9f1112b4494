import { isPlaceholder } from '../redact/placeholder.ts'
import type { Version } from './memory.ts'

/** A value that the caller did not send is unchanged: the record was not deleted and recreated in between. */
export function isSameRecord(
  version: Version,
  fields: Readonly<Record<string, unknown>>,
  sent: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(version.fields).some(
    ([name, value]) =>
      name !== 'id' &&
      !(name in sent) &&
      typeof value === 'string' &&
      value.length >= 8 &&
      fields[name] === value &&
      !isPlaceholder(value) &&
      !/By$|Person$/.test(name),
  )
}
