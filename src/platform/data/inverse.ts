import { catalogue } from './catalogue.ts'
import type { Resource } from './resource.ts'

/** Alias: records of another resource whose reference leads here (`activities` of a service call). */
export function inverseOf(name: string, resource: Resource): { readonly resource: string; readonly field: string } | undefined {
  for (const other of catalogue.values()) {
    const plural = `${other.name.charAt(0).toLowerCase()}${other.name.slice(1).replace(/y$/, 'ie')}s`
    if (plural !== name) continue
    const field = Object.entries(other.fields).find(([, { kind }]) => typeof kind === 'object' && 'reference' in kind && kind.reference === resource.name)?.[0]
    if (field) return { resource: other.name, field }
  }
  return undefined
}
