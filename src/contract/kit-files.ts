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
  if (!words) return undefined
  const place = error.instancePath.slice(1).replaceAll('/', '.')
  if (error.keyword === 'additionalProperties') {
    const known = Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {})
    return `unknown key ${error.params['additionalProperty']}${place ? ` in ${place}` : ''}; known are ${known.join(', ')}`
  }
  if (error.keyword === 'required') return `${place ? `${place} lacks` : 'missing key'} ${error.params['missingProperty']}: it is ${words.expected.replace(/^.*? is /, '')}`
  return `${place || 'the file'} must be ${words.expected.replace(/^.*? is /, '')}; it is ${words.actual.replace(/ \(at .*\)$/, '')}`
}
