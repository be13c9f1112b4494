import { isMoment, momentOf } from './moment.ts'
import { plainId } from './plain-id.ts'

const isGuid = (text: string): boolean => /^[0-9a-f]{32}$/i.test(plainId(text))

/** Whether two texts are one, or spell one id or one moment: their layout is not stated. */
export const sameSpelled = (one: string, other: string): boolean =>
  one === other ||
  (isGuid(one) && plainId(one) === plainId(other)) ||
  (isMoment(one) && isMoment(other) && momentOf(one) === momentOf(other))
