import { isObject } from './json.ts'

type Json = Readonly<Record<string, unknown>>

/** The record in an element of `data`: other members may stand beside it, also before it (A-REC-08). */
export function recordInElement(element: unknown): Json | undefined {
  const members = isObject(element) ? Object.values(element).filter(isObject) : []
  return members.find((one) => 'id' in one) ?? members.find((one) => Object.keys(one).length > 0) ?? members[0]
}
