import { cells, ownerOf, type Action, type State } from '../dispatch/machine.ts'
import { isObject } from '../exchange/json.ts'
import type { Observed } from './observed.ts'

/** The action of a call of partner dispatching, by its operation. */
export const dispatchActionOf: Readonly<Record<string, Action>> = {
  'dispatch/confirm': 'confirm',
  'dispatch/notify': 'notify',
  'dispatch/reject': 'reject',
  'dispatch/accept': 'accept',
  'dispatch/accept-batch': 'batch-accept',
  'dispatch/release': 'release',
  'dispatch/update': 'update',
}

const textAt = (value: unknown, key: string): string | undefined => {
  const found = isObject(value) ? value[key] : undefined
  return typeof found === 'string' && found !== '' ? found : undefined
}

export const itemsOf = (value: unknown, key: string): readonly unknown[] =>
  isObject(value) && Array.isArray(value[key]) ? (value[key] as readonly unknown[]) : []

/** Activities that a call is about. */
export function activitiesMeant(action: Action, { reading }: Observed): readonly string[] {
  if (action === 'update') return [reading.path('activityId') ?? ''].filter((id) => id !== '')
  const body = reading.requestJson
  if (action !== 'batch-accept') return [textAt(body, 'activityId') ?? ''].filter((id) => id !== '')
  return itemsOf(body, 'items').flatMap((item) => textAt(item, 'activityId') ?? [])
}

/** What an answer says of one activity. A 202, and no answer, leave open when the effect comes. */
export function outcomeFor(
  id: string,
  action: Action,
  { reading, status }: Observed,
): 'done' | 'refused' | 'later' | 'unknown' {
  if (status >= 400 && status < 500) return 'refused'
  if (status === 202 || status === 0 || status >= 500) return 'later'
  if (status === 201 || (status === 200 && action === 'update')) return 'done'
  if (status !== 207 || action !== 'batch-accept') return 'unknown'
  const told = itemsOf(reading.json, 'results').filter(
    (result) => isObject(result) && textAt(result['resource'], 'activityId') === id,
  )
  const [result] = told
  if (told.length !== 1 || !isObject(result)) return 'unknown'
  const code = result['status']
  if (hasFailed(result)) return 'refused'
  return typeof code === 'number' && code >= 200 && code < 300 && code !== 202 ? 'done' : 'unknown'
}

export const hasFailed = (result: unknown): boolean =>
  isObject(result) && typeof result['status'] === 'number' && result['status'] >= 400

/** What a call by the role whose it is does in a state. */
export const cellOf = (state: State, action: Action) =>
  cells.find((one) => one.state === state && one.action === action && one.role === ownerOf(action))
