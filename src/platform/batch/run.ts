import type { House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { Shown } from '../rulebook/batch.ts'
import { openJournal, type Journal } from '../store/journal.ts'
import { innerRequest } from './inner.ts'
import { Unreadable, type InnerRequest, type Part } from './part.ts'

export interface Batch {
  readonly parts: readonly Part[]
  readonly transactional: boolean
  /** Answers one request, within a transaction if there is one. */
  serve(request: InnerRequest, part: Part, journal: Journal): Promise<PlatformResponse>
}

export interface Done {
  readonly shown: readonly Shown[]
  /** The first failure. */
  readonly failed: PlatformResponse | undefined
}

/** Runs the parts one after the other; in a transaction the first failure stops the batch and rolls everything back (A-BAT-07..09). */
export async function run({ parts, transactional, serve }: Batch, house: House): Promise<Done> {
  const { batch } = house.rules
  const { undo, passage } = house.seams
  const start = house.clock.now()
  const shared = openJournal((position) => batch.startOf(start, position))
  const responses = new Map<number, PlatformResponse>()
  const read = parts.map((part) => readable(part, house))
  let failed: PlatformResponse | undefined
  let lastOne = false
  const methodOf = (position: number) => {
    const request = read[position]
    return request && 'method' in request ? request.method : 'GET'
  }
  const turns = parts.map(({ headers }, position) => ({
    method: methodOf(position),
    contentId: headers['content-id'],
  }))
  let failures = 0
  let stopped = false
  for (const position of batch.sequence(turns, transactional)) {
    if (stopped && !batch.runsOn(methodOf(position))) continue
    const part = parts[position]
    const request = read[position]
    if (!part || !request) continue
    shared.turnTo(position)
    const journal = transactional ? shared : alone(house)
    const way = { house, position, of: parts.length, transactional, journal, batch: parts }
    const response =
      'status' in request
        ? request
        : await passage.part(request, (passed, own = journal) => serve(passed, part, own), way)
    responses.set(position, response)
    if (!batch.fails(response, methodOf(position))) continue
    if (!failed) lastOne = position === parts.length - 1
    failed ??= response
    failures += 1
    stopped ||= batch.stops(transactional, response, failures)
  }
  const isUndone = failed !== undefined && batch.rollsBack(transactional, failed, lastOne)
  if (isUndone) {
    shared.rollBack((entries) => {
      for (const entry of undo.order(entries)) if (undo.applies(entry, responses.size)) entry.undo()
    })
  }
  return { failed, shown: parts.flatMap((part, position) => shownOf(part, position)) }

  function shownOf(part: Part, position: number): Shown[] {
    const done = responses.get(position)
    const skipped = batch.skipped()
    if (!done && skipped === 'absent') return []
    const response = done
      ? batch.fails(done, methodOf(position))
        ? batch.failure(done)
        : isUndone
          ? batch.takenBack(done)
          : done
      : json(Number(skipped), { error: 'CA-424', message: 'not processed: an earlier part failed', values: [] })
    const request = read[position]
    return [
      {
        position,
        response,
        contentId: part.headers['content-id'],
        method: request && 'method' in request ? request.method : '',
      },
    ]
  }
}

/** A single part: a transaction of its own that is never rolled back. */
const alone = (house: House): Journal => ({
  get start() {
    return house.clock.now()
  },
  add: () => undefined,
})

function readable(part: Part, house: House): InnerRequest | PlatformResponse {
  try {
    return innerRequest(part, house.rules)
  } catch (error) {
    if (error instanceof Unreadable) return json(400, { error: 'CA-400', message: error.message, values: [] })
    throw error
  }
}
