import type { ErrorObject } from 'ajv'
import { didYouMean } from '../errors/nearest.ts'
import { artefacts } from './artefacts.ts'
import { worded } from './words.ts'

/** Errors in a target file, each once, with messages in plain English; empty if it is valid. */
export const validateTarget = (value: unknown): readonly ErrorObject[] => validateKitFile('target', value)

/** The same for any schema of our own files. */
export function validateKitFile(
  name: 'target' | 'report-line' | 'summary' | 'open-points',
  value: unknown,
): readonly ErrorObject[] {
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
  const { says, was } = words
  if (error.keyword === 'additionalProperties') {
    const known = Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {})
    const unknown = String(error.params['additionalProperty'])
    return `unknown key ${unknown}${place ? ` in ${place}` : ''}; ${didYouMean(unknown, known) ?? `the keys are ${known.join(', ')}`}`
  }
  if (error.keyword === 'required')
    return `${place ? `${place} lacks the key` : 'missing key'} ${error.params['missingProperty']} (${says})`
  const subject = error.propertyName === undefined ? place || 'the file' : `the key ${error.propertyName} in ${place}`
  return `${subject} must be ${says}${error.propertyName === undefined ? `; it is ${was}` : ''}`
}
