import { parseJson, type ExchangeReading } from '../contract/index.ts'
import { isObject } from '../exchange/json.ts'
import { idKey } from './sighting.ts'
import type { Observed } from './observed.ts'

/** A write of one record through the Data API. */
export interface RecordWrite {
  readonly kind: 'create' | 'put' | 'patch' | 'delete'
  readonly resource: string
  /** The id that the caller gave. */
  readonly id?: string
  readonly externalId?: string
  /** Fields that were sent. */
  readonly sent: Readonly<Record<string, unknown>>
  /** The lastChanged that was supplied. */
  readonly lock?: number
  readonly forced: boolean
  /** `undone` within a failed transaction; `unknown` if the response does not show it. */
  readonly outcome: 'done' | 'refused' | 'undone' | 'unknown'
  /** Error code of a refusal. */
  readonly error?: string
}

const kinds: Readonly<Record<string, RecordWrite['kind']>> = {
  POST: 'create',
  PUT: 'put',
  PATCH: 'patch',
  DELETE: 'delete',
}

/** The write in a request, if it is one. */
export function writeIn(observed: Observed): RecordWrite | undefined {
  const { reading } = observed
  const { operation } = reading.match
  const kind = kinds[operation.method]
  const resource = reading.path('resourceName')
  if (operation.interface !== 'data' || kind === undefined || resource === undefined) return undefined
  const body = kind === 'delete' ? {} : reading.requestJson
  const sent = isObject(body) ? body : {}
  const id =
    reading.path('resourceId') ?? (kind === 'create' && typeof sent['id'] === 'string' ? sent['id'] : undefined)
  const externalId = reading.path('externalId')
  const lock = kind === 'delete' ? reading.query('lastChanged') : sent['lastChanged']
  const force = reading.query(kind === 'delete' ? 'forceDelete' : 'forceUpdate')
  const error = errorOf(reading)
  return {
    kind,
    resource,
    sent,
    outcome: outcomeOf(observed, isObject(body)),
    // The meaning of a flag spelled other than true or false is not shown.
    forced: force !== undefined && force.toLowerCase() !== 'false',
    ...(id === undefined ? {} : { id: idKey(id) }),
    ...(externalId === undefined ? {} : { externalId }),
    ...(isWhole(lock) ? { lock: Number(lock) } : {}),
    ...(error === undefined ? {} : { error }),
  }
}

const isWhole = (value: unknown): boolean =>
  typeof value === 'number' ? Number.isSafeInteger(value) : typeof value === 'string' && /^\d{1,15}$/.test(value)

function outcomeOf({ status, batch }: Observed, isReadable: boolean): RecordWrite['outcome'] {
  if (status >= 400 && status < 500) return 'refused'
  if (status < 200 || status > 299 || !isReadable) return 'unknown'
  if (!batch || batch.kept === 'yes') return 'done'
  return batch.kept === 'no' ? 'undone' : 'unknown'
}

function errorOf(reading: ExchangeReading): string | undefined {
  const { status } = reading.exchange.response ?? { status: 0 }
  if (status < 400) return undefined
  const body = parseJson(reading.text)
  return isObject(body) && typeof body['error'] === 'string' ? body['error'] : undefined
}
