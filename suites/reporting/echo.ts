import type { Answer } from '../../src/clients/answer.ts'
import type { Wish } from './wish.ts'

const names = ['reportTemplate', 'reportLanguage', 'reportTimeZone', 'reportType']

/** A value as a form would write it: which types an echo has is not shown. */
const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The fields that an answer echoes, parameters under their keys; undefined if it is no echo. */
export function echoIn({ json }: Answer): Readonly<Record<string, string>> | undefined {
  if (typeof json !== 'object' || json === null) return undefined
  const { reportParameters: parameters, ...rest } = json as Wish
  const inner = typeof parameters === 'object' && parameters !== null ? Object.entries(parameters) : []
  const pairs = [
    ...Object.entries(rest).filter(([name]) => names.includes(name) || name.startsWith('reportParameters.')),
    ...inner.map(([key, value]) => [`reportParameters.${key}`, value] as const),
  ].filter(([, value]) => value != null)
  return pairs.length > 0 ? Object.fromEntries(pairs.map(([name, value]) => [name, asText(value)])) : undefined
}
