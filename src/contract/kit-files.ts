import type { ErrorObject } from 'ajv'
import { artefacts } from './artefacts.ts'
import { worded } from './words.ts'

/** Errors of a target file, each once, their messages in plain words; empty where it is sound. */
export const validateTarget = (value: unknown): readonly ErrorObject[] => validateKitFile('target', value)

/** The same for any schema of our own files. */
export function validateKitFile(name: 'target' | 'report-line' | 'summary', value: unknown): readonly ErrorObject[] {
  const id = `kit/${name}`
  const { validators, trees } = artefacts()
  const validate = validators[id]
  const tree = trees[id]
  if (!validate || !tree) throw new Error(`there is no schema ${id}`)
  if (validate(value)) return []
  const seen = new Set<string>()
  return (validate.errors ?? []).flatMap((error) => {
    const message = plain(error, worded(error, tree))
    if (message === undefined || seen.has(message)) return []
    seen.add(message)
    return [{ ...error, message }]
  })
}

function plain(error: ErrorObject, words: ReturnType<typeof worded>): string | undefined {
  if (!words || error.keyword === 'propertyNames') return undefined
  const place = error.instancePath.slice(1).replaceAll('/', '.')
  const says = words.expected.replace(/^.*? is /, '')
  if (error.keyword === 'additionalProperties') {
    const known = Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {})
    const unknown = String(error.params['additionalProperty'])
    const meant = known.find((key) => isNear(key, unknown))
    return `unknown key ${unknown}${place ? ` in ${place}` : ''}; ${meant ? `did you mean ${meant}?` : `known are ${known.join(', ')}`}`
  }
  if (error.keyword === 'required')
    return `${place ? `${place} lacks the key` : 'missing key'} ${error.params['missingProperty']} (${says})`
  const subject = error.propertyName === undefined ? place || 'the file' : `the key ${error.propertyName} in ${place}`
  return `${subject} must be ${says}${error.propertyName === undefined ? `; it is ${words.actual.replace(/ \(at .*\)$/, '')}` : ''}`
}

/** One slip of the keyboard apart: a letter too many, too few, another, or two swapped; letter case does not count. */
function isNear(known: string, typed: string): boolean {
  const [one, other] = [known.toLowerCase(), typed.toLowerCase()]
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  let end = 0
  while (
    end < Math.min(one.length, other.length) - start &&
    one[one.length - 1 - end] === other[other.length - 1 - end]
  )
    end += 1
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  return left.length + right.length <= 2 || (left.length === 2 && left === [...right].reverse().join(''))
}
