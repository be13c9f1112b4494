import { Ajv } from 'ajv'
import { Unexercised } from '../../src/kit/index.ts'
import type { Dto } from '../../src/clients/answer.ts'
import type { Wish } from './wish.ts'

/** The schema in paramatersSchema, be it an object or a text; undefined if it is neither. */
export function schemaIn(dto: Dto): object | undefined {
  let value = dto['paramatersSchema']
  if (typeof value === 'string') {
    try {
      value = JSON.parse(value) as unknown
    } catch {
      return undefined
    }
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
}

// The schemas of two servers may have one $id, so none is kept by it.
const ajv = new Ajv({ strict: false, validateFormats: false, logger: false, addUsedSchema: false })

/** Whether parameters comply with the schema of a template; undefined if the schema is one that is not known here. */
function complying(dto: Dto): ((parameters: unknown) => boolean) | undefined {
  // Which draft is not said: what all of them share is looked at.
  const { $schema: _, ...schema } = (schemaIn(dto) ?? {}) as Record<string, unknown>
  try {
    const validate = ajv.compile(schema)
    return (parameters) => validate(parameters)
  } catch {
    return undefined
  }
}

/** Whether parameters comply with the schema of a template, as far as it is known here. */
export const complies = (dto: Dto, parameters: unknown): boolean => complying(dto)?.(parameters) !== false

/** Nothing can be said of a build where these parameters do not comply with what the target made of the definition. */
export function mustComply(dto: Dto, parameters: Wish): void {
  if (!complies(dto, parameters))
    throw new Unexercised('paramatersSchema asks for other parameters than the definition declares')
}

const wrong = [null, 5, {}, ['x']] as const

/** Parameters that break the schema of a template, each in one way; none if everything complies. */
export function breakingParameters(dto: Dto, lawful: Wish): readonly Wish[] {
  const isLawful = complying(dto)
  if (!isLawful) return []
  const alternatives = Object.keys(lawful).flatMap((name): Wish[] => {
    const { [name]: _, ...rest } = lawful
    const value = lawful[name]
    const elements = Array.isArray(value) ? [{ ...lawful, [name]: [...(value as unknown[]), 'x'] }] : []
    return [rest, ...elements, ...wrong.map((other) => ({ ...lawful, [name]: other }))]
  })
  return alternatives.filter((parameters) => !isLawful(parameters))
}
