/** What faults of values are put together from. */
export const fits = <T extends object>(all: T, some: Partial<T>): boolean =>
  Object.entries(some).every(([name, value]) => all[name as keyof T] === value)

export const latin = (text: string): string => text.replace(/[^\0-\xff]/gu, '?')
export const shifted = (hours: number) => (time: string) =>
  new Date(Date.parse(time) + hours * 3_600_000).toISOString().replace('.000Z', 'Z')
export const turned = (flag: boolean): boolean => !flag
export const valueKinds = {
  booleans: (value: unknown) => typeof value === 'boolean',
  numbers: (value: unknown) => typeof value === 'number',
  'date-times': (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value),
  references: (value: unknown) => typeof value === 'string' && /^[0-9A-F]{32}$/i.test(value),
  lists: (value: unknown) => Array.isArray(value) && value.some((one) => typeof one === 'string'),
  inlined: (value: unknown) => Array.isArray(value) && value.some((one) => typeof one === 'object'),
} as const
