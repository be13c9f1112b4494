import type { Answer } from '../../src/clients/answer.ts'
import type { Context } from '../../src/kit/index.ts'

type Body = Readonly<Record<string, unknown>>

const [hourMs, dayMs, quarterMs] = [3_600_000, 86_400_000, 900_000]
const written = (time: number): string => new Date(time).toISOString().replace('.000Z', 'Z')

/** The body with an end two hours after its start. */
export const ended = (body: Body): Body => ({
  ...body,
  endDateTime: written(Date.parse(String(body['startDateTime'])) + 2 * hourMs),
})

/** Monday, at midnight, of the week after the next. */
function mondayAhead(): number {
  const today = Math.floor(Date.now() / dayMs)
  // The first day of the epoch was a Thursday.
  return (today - ((today + 3) % 7) + 14) * dayMs
}

/** A start on a working day of the weeks to come, at an hour of work; another start is on another day or at another hour. */
function atWork(start: string): string {
  const quarters = Math.floor(Date.parse(start) / quarterMs)
  const day = quarters % 15
  return written(mondayAhead() + (day + 2 * Math.floor(day / 5)) * dayMs + 10 * hourMs + (quarters % 8) * quarterMs)
}

/** The body with its appointment in the weeks to come: how far ahead, and at which hours, a plan reaches is not stated. */
export const soon = (body: Body): Body =>
  typeof body['startDateTime'] === 'string' ? ended({ ...body, startDateTime: atWork(body['startDateTime']) }) : body

const isRefused = ({ status }: Answer): boolean => status >= 400 && status < 500

/**
 * Sends a POST; where a start is refused, once more with an end, and then on a day soon: which dates a record may have, and without
 * others, is not stated.
 */
export async function posted(
  { api }: Pick<Context, 'api'>,
  resource: string,
  body: Body,
): Promise<{ readonly answer: Answer; readonly body: Body }> {
  const answer = await api.data.create(resource, body)
  if (typeof body['startDateTime'] !== 'string') return { answer, body }
  let told = { answer, body }
  for (const other of [ended(body), soon(body)]) {
    if (!isRefused(told.answer)) break
    told = { answer: await api.data.create(resource, other), body: other }
  }
  return told
}
