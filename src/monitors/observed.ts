import type { ExchangeReading } from '../contract/index.ts'

/** When an exchange happened, by the sender's clock; parts of one batch differ by position. */
export interface Moment {
  /** Names the exchange in findings. */
  readonly ref: string
  /** Milliseconds since the epoch. */
  readonly sentAt: number
  readonly answeredAt: number
  readonly part?: number
}

/** One request and its response as monitors see it: an exchange, or a part of a batch as an exchange of its own. */
export interface Observed {
  readonly moment: Moment
  readonly reading: ExchangeReading
  /** 0 if there was no complete response. */
  readonly status: number
  /** Whose records it is about: address of the cluster, account and company. */
  readonly place: string
  /** Equal for equal access tokens, even if they are placeholders. */
  readonly token?: string
  readonly batch?: BatchPlace
}

export interface BatchPlace {
  readonly transactional: boolean
  /** `yes`: all parts are answered, and all succeeded or (not transactional) are independent. */
  readonly kept: 'yes' | 'no' | 'unknown'
  /** A later part of the batch writes the same record, or may: this answer shows a state that passed. */
  readonly superseded: boolean
  /** Date of the answer to the batch. */
  readonly date?: string
}

/** Whether it reads or writes one record, by its id or external id: unlike a list, this may not lag. */
export const isOfOne = ({ reading }: Observed): boolean =>
  reading.path('resourceId') !== undefined || reading.path('externalId') !== undefined

/** Whether it was answered on the way: what a cache answers was true once. */
export const isCached = ({ reading }: Observed): boolean => Number(reading.responseHeader('age') ?? 0) > 0

/** The clock that Date is told by and that of the records may differ by this much, in milliseconds. */
export const clocks = 5 * 60_000

/** How long before its Date an answer may have been written, in milliseconds: Date has whole seconds only. */
const about = 2000

/** Whether a time that a server tells, in milliseconds, is about that of this exchange: by its Date, or by the sender's clock. */
export function isAboutNow(told: number, { reading, moment }: Observed): boolean {
  const date = Date.parse(reading.responseHeader('date') ?? '')
  return Number.isNaN(date)
    ? Math.abs(told - moment.sentAt) <= clocks
    : Math.abs(told - date) <= about + (moment.answeredAt - moment.sentAt)
}

/** Two versions are told apart by some milliseconds at least; below that they may carry one lastChanged (A-REC-15). */
const apart = 10

/** Whether one thing was over before another began, and so long before that what was written after it carries a later lastChanged. */
export const wellBefore = (one: Moment, other: Moment): boolean =>
  precedes(one, other) && other.sentAt - one.answeredAt >= apart

/** Whether one thing was over before another began. */
export const precedes = (one: Moment, other: Moment): boolean =>
  one.answeredAt < other.sentAt ||
  (one.sentAt === other.sentAt &&
    sameExchange(one.ref) === sameExchange(other.ref) &&
    (one.part ?? 0) < (other.part ?? 0))

/** Parts carry the name of their exchange before the blank. */
export const sameExchange = (ref: string): string => ref.split(' ', 1)[0] ?? ref
