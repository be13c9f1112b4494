import { headerOf } from '../../src/exchange/exchange.ts'
import type { Context } from '../../src/kit/index.ts'

const dayMs = 86_400_000
const clocks = new WeakMap<Context['target'], number>()

/**
 * Asks the target for its time, once. No sentence says that a time of any year is taken: those that a check sends are of the next weeks, by the clock
 * of the target.
 */
export async function knowToday({ api, fresh, target }: Context): Promise<void> {
  if (clocks.has(target)) return
  const { exchange } = await api.service.get(fresh.id())
  const now = Date.parse(headerOf(exchange.response?.headers ?? [], 'Date') ?? '')
  if (!Number.isNaN(now)) clocks.set(target, now)
}

/** The day so many days from today, as in 2031-05-06. */
export const dayAhead = ({ target }: Pick<Context, 'target'>, days: number): string =>
  new Date((clocks.get(target) ?? Date.now()) + days * dayMs).toISOString().slice(0, 10)

/** How many days ahead the next Tuesday or Wednesday is: on which days a visit may begin or be due is not said, and most work on it and the two after it. */
export function midWeek(context: Pick<Context, 'target'>, days: number): number {
  let ahead = days
  while (![2, 3].includes(new Date(`${dayAhead(context, ahead)}T00:00:00Z`).getUTCDay())) ahead += 1
  return ahead
}

/** The next larger number of minutes that makes whole quarters of an hour: some plan by no others (B-SVC-27). */
export const inQuarters = (minutes: number): number => Math.ceil(minutes / 15) * 15

/** The year that the week of a day belongs to (ISO 8601). */
function yearOfWeek(day: string): number {
  const thursday = new Date(`${day}T00:00:00Z`)
  thursday.setUTCDate(thursday.getUTCDate() + 4 - (thursday.getUTCDay() || 7))
  return thursday.getUTCFullYear()
}

/** The next day whose week is of another year than the day itself. */
export function dayOfAnotherWeekYear(context: Pick<Context, 'target'>): string {
  let days = 2
  while (yearOfWeek(dayAhead(context, days)) === Number(dayAhead(context, days).slice(0, 4))) days += 1
  return dayAhead(context, days)
}

/** Two times and a duration of a service call or an activity. */
export const datesOf = async (context: Context) => {
  await knowToday(context)
  const days = midWeek(context, 40)
  return {
    dueDateTime: `${dayAhead(context, days + 1)}T09:08:00Z`,
    earliestStartDateTime: `${dayAhead(context, days)}T08:00:00Z`,
    durationInMinutes: 90,
  }
}
