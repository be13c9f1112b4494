import { isObject } from '../exchange/json.ts'

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isTextIfAny = (value: unknown): boolean => value === undefined || isText(value)

const isAddress = (value: unknown): boolean =>
  isText(value) && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)

const isObjectOfRun = (value: unknown): boolean =>
  isObject(value) &&
  isText(value['trace']) &&
  isText(value['resource']) &&
  isAddress(value['at']) &&
  isObject(value['query']) &&
  Object.values(value['query']).every((one) => typeof one === 'string') &&
  isTextIfAny(value['as']) &&
  isTextIfAny(value['id']) &&
  isTextIfAny(value['externalId']) &&
  (value['called'] === undefined || (Array.isArray(value['called']) && value['called'].every(isText)))

/** What each kind of line holds; other kinds are those of later versions. */
const kinds: ReadonlyArray<readonly [kind: string, isSound: (held: unknown) => boolean]> = [
  ['intent', (held) => isObjectOfRun(held) && isObject(held) && isText(held['kind'])],
  ['created', isObjectOfRun],
  ['gone', (held) => isObject(held) && isText(held['trace'])],
  ['refused', (held) => isObject(held) && isText(held['trace'])],
  ['unanswered', (held) => isObject(held) && isText(held['trace'])],
  ['unsent', (held) => isObject(held) && isText(held['trace'])],
  ['password', (held) => isObject(held) && isText(held['trace']) && isText(held['password'])],
  ['answered', (held) => isObject(held) && isText(held['trace']) && typeof held['changed'] === 'boolean'],
  ['settled', (held) => isObject(held) && typeof held['left'] === 'number'],
]

/** Whether a value is a line of a ledger as a run writes it. */
export const isLedgerLine = (value: unknown): boolean => {
  if (!isObject(value)) return false
  const known = kinds.filter(([kind]) => kind in value)
  return known.length === 1 && known.every(([kind, isSound]) => isSound(value[kind]))
}
