/** Forms of ISO 8601 besides that of RFC 3339: basic ones, and days of weeks and of years. */
const isoForm =
  /^(\d{4})-?(?:(\d\d)-?(\d\d)|W(\d\d)-?(\d)|(\d{3}))T(\d\d)(?::?(\d\d))?(?::?(\d\d)(?:[.,](\d+))?)?(Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?$/

/** The moment that a time in one of them means, in milliseconds since the epoch. */
export function isoMoment(text: string): number {
  const [, year, month, day, week, weekday, ordinal, hour, minute = '00', second = '00', fraction = '0', offset = 'Z'] =
    isoForm.exec(text) ?? []
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? []
  const start = Date.UTC(Number(year), 0, 1)
  const days =
    month === undefined
      ? ordinal === undefined
        ? (Number(week) - 1) * 7 +
          Number(weekday) -
          1 -
          ((new Date(Date.UTC(Number(year), 0, 4)).getUTCDay() + 6) % 7) +
          3
        : Number(ordinal) - 1
      : (Date.UTC(Number(year), Number(month) - 1, Number(day)) - start) / 86_400_000
  const ofDay = (Number(hour) * 60 + Number(minute)) * 60_000 + Number(`${second}.${fraction}`) * 1000
  const shift = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1)
  return start + days * 86_400_000 + ofDay - shift
}

export const isIso = (value: unknown): boolean => {
  const [, year, month, day] = typeof value === 'string' ? (isoForm.exec(value) ?? []) : []
  if (year === undefined) return false
  return month === undefined || new Date(`${year}-${month}-${day}T00:00:00Z`).getUTCDate() === Number(day)
}
