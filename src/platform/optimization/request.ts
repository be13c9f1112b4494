import type { Rulebook } from '../rulebook/rulebook.ts'
import type { Wish } from './schedule.ts'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')
const isTime = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  isDay(value.slice(0, 10))
/** Not a 30th of February, which Date.parse takes for the 1st of March. */
const isDay = (day: string): boolean => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)

const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  activityIds: isTexts,
  optimizationPlugin: (value) => typeof value === 'string' && value !== '',
  optimisationPlugin: (value) => typeof value === 'string' && value !== '',
  start: isTime,
  end: isTime,
  partitioningStrategy: isFields,
}

/** What a body asks for, or why it cannot be taken (B-OPT-02, 05, 15). */
export function wishIn(bytes: Buffer, rules: Rulebook['optimization']): Wish | string {
  let parsed: unknown
  try {
    parsed = JSON.parse(bytes.toString('utf8'))
  } catch {
    return 'the body is not JSON'
  }
  if (!isFields(parsed)) return 'the body is not an object'
  const body = Object.fromEntries(Object.entries(parsed).map(([name, value]) => [rules.spelled(name), value]))
  const unknown = Object.keys(body).find((name) => !Object.hasOwn(types, name))
  if (unknown !== undefined && !rules.allowsMore('body')) return `there is no property ${unknown}`
  for (const name of ['activityIds', 'start', 'end'])
    if (body[name] === undefined && rules.requires(name)) return `${name} is missing`
  if (
    body['optimizationPlugin'] === undefined &&
    body['optimisationPlugin'] === undefined &&
    rules.requires('optimizationPlugin')
  )
    return 'optimizationPlugin is missing'
  if (rules.requiresStrategy() && body['partitioningStrategy'] === undefined) return 'partitioningStrategy is missing'
  const mistyped = Object.entries(types).find(
    ([name, fits]) => body[name] !== undefined && !fits(body[name]) && rules.checks(name, body[name]),
  )
  if (mistyped) return `${mistyped[0]} has the wrong type`
  const strategy = isFields(body['partitioningStrategy']) ? body['partitioningStrategy'] : undefined
  const { skills, ...more } = strategy ?? {}
  if (Object.keys(more).length > 0 && !rules.allowsMore('partitioningStrategy'))
    return `partitioningStrategy has no property ${Object.keys(more)[0] ?? ''}`
  if (skills !== undefined && !isTexts(skills) && rules.checks('skills', skills)) return 'skills has the wrong type'
  return {
    activityIds: isTexts(body['activityIds']) ? body['activityIds'] : [],
    start: rules.moment(String(body['start'])),
    end: rules.moment(String(body['end'])),
    skills: isTexts(skills) ? skills : undefined,
  }
}

/** Headers that a call needs (B-OPT-01). */
export const optimizationHeaders = [
  'X-Request-Id',
  'X-Client-Id',
  'X-Client-Version',
  'X-Account-Id',
  'X-Account-Name',
  'X-Company-Id',
  'X-Company-Name',
] as const

const wholeNumber = [/^\d+$/, 'a whole number'] as const

/** The form of headers, whether or not a call needs them. */
const forms: Readonly<Record<string, readonly [form: RegExp, says: string]>> = {
  'X-Client-Id': [/^[A-Za-z0-9]+$/, 'of letters and digits alone'],
  'X-Account-Id': wholeNumber,
  'X-Company-Id': wholeNumber,
  'X-User-Id': wholeNumber,
}

/** What is wrong with the headers of a call; undefined if they will do. */
export function troubleInHeaders(
  header: (name: string) => string | undefined,
  rules: Rulebook['optimization'],
): string | undefined {
  const missing = [...optimizationHeaders, ...rules.needsAlso()].find((name) => !header(name) && rules.needs(name))
  if (missing !== undefined) return `the header ${missing} is missing`
  const [name, [, says] = []] =
    Object.entries(forms).find(([one, [form]]) => {
      const value = header(one)
      return Boolean(value) && !form.test(value ?? '') && rules.checksType(one)
    }) ?? []
  return name === undefined ? undefined : `the header ${name} is not ${says}`
}
