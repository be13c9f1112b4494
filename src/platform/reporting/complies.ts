import type { DeclaredParameter, Encoding } from '../rulebook/reporting.ts'
import type { Rulebook } from '../rulebook/rulebook.ts'

type Parameters = Readonly<Record<string, unknown>>

const is: Readonly<Record<DeclaredParameter['type'], (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

/** A text of a form as the type that the schema gives it, where it spells one. */
function converted(value: unknown, { type }: DeclaredParameter): unknown {
  if (typeof value !== 'string' || type === 'string') return value
  try {
    const parsed: unknown = JSON.parse(value)
    return is[type](parsed) ? parsed : value
  } catch {
    return value
  }
}

export const convertedParameters = (sent: Parameters, declared: readonly DeclaredParameter[]): Parameters =>
  Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      const parameter = declared.find((one) => one.name === name)
      return [name, parameter ? converted(value, parameter) : value]
    }),
  )

/** What is wrong with the parameters of a build; undefined if they comply with the schema (B-RPT-11). */
export function troubleIn(
  sent: Parameters,
  declared: readonly DeclaredParameter[],
  encoding: Encoding,
  { reporting }: Rulebook,
): string | undefined {
  // A parameter may have a name that every object answers to.
  const given = (name: string) =>
    Object.hasOwn(sent, name) && sent[name] !== undefined && (sent[name] !== null || reporting.nullCounts())
  for (const parameter of declared) {
    const { name, type, of, isRequired } = parameter
    if (!given(name)) {
      if ((reporting.requires(isRequired) || Object.hasOwn(sent, name)) && reporting.checks('required', encoding))
        return `${name} is missing`
      continue
    }
    const value = sent[name]
    if (value === null) continue
    if (!is[type](value)) {
      if (reporting.checks('type', encoding)) return `${name} is no ${type}`
    } else if (of && Array.isArray(value) && !value.every(is[of]) && reporting.checks('elements', encoding))
      return `an element of ${name} is no ${of}`
  }
  const more = Object.keys(sent).find((name) => !declared.some((one) => one.name === name))
  return more !== undefined && !reporting.takesMore() ? `there is no parameter ${more}` : undefined
}
