import { dataCall, type DataCall } from '../data/data-call.ts'
import { refusal } from '../data/refusal.ts'
import { remove } from '../data/remove.ts'
import type { Reply } from '../data/step.ts'
import { update } from '../data/write.ts'
import type { Interface } from '../interface.ts'
import { openJournal } from '../store/journal.ts'
import { within } from '../store/store.ts'

type Write = (data: DataCall) => Reply | Promise<Reply>
type Key = 'id' | 'externalId'

const writes: Readonly<Record<string, Write>> = {
  PUT: (data) => update(data, 'put'),
  PATCH: (data) => update(data, 'patch'),
  DELETE: remove,
}

/** A list is written element by element; any other body is about the single record whose id or external id happens to be `bulk`. */
async function bulk(data: DataCall, write: Write, by: Key): Promise<Reply> {
  const elements = listIn(data.call.request.body)
  if (!elements) return write({ ...data, call: { ...data.call, params: { ...data.call.params, [by]: 'bulk' } } })
  // All elements share one start time; each succeeds or fails by itself.
  const start = data.house.clock.now()
  const store = data.call.journal
    ? data.store
    : within(
        openJournal(() => start),
        data.store,
      )
  const results: unknown[] = []
  for (const element of elements) {
    const { status, body } = await one({ ...data, store }, element, write, by)
    results.push({ status, ...(body as object | undefined) })
  }
  return { status: 200, body: results }
}

function one(data: DataCall, element: unknown, write: Write, by: Key): Reply | Promise<Reply> {
  const fields = (typeof element === 'object' && element !== null ? element : {}) as Readonly<Record<string, unknown>>
  const name = fields[by]
  if (typeof name !== 'string' || name === '') return refusal(400, 'CA-400', `an element lacks ${by}`)
  const { call } = data
  const version = fields['lastChanged']
  const get = (parameter: string) =>
    parameter === 'lastChanged' ? (version === undefined ? undefined : String(version)) : call.query.get(parameter)
  return write({
    ...data,
    inBulk: true,
    call: {
      ...call,
      params: { ...call.params, [by]: name },
      query: { ...call.query, get },
      request: { ...call.request, body: Buffer.from(JSON.stringify(fields)) },
    },
  })
}

function listIn(body: Buffer): readonly unknown[] | undefined {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'))
    return Array.isArray(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

const place = '/api/data/v4/:resource'

export const bulkInterface: Interface = {
  name: 'bulk',
  at: 'cluster',
  routes: Object.entries(writes).flatMap(([method, write]) =>
    (
      [
        [`${place}/bulk`, 'id'],
        [`${place}/externalId/bulk`, 'externalId'],
      ] as const
    ).map(
      ([path, by]) =>
        ({
          method,
          path,
          handle: (call, house) =>
            dataCall(call, house, { action: method === 'DELETE' ? 'delete' : 'update' }, (data) =>
              bulk(data, write, by),
            ),
        }) satisfies Interface['routes'][number],
    ),
  ),
}
