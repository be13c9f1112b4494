import { posix } from 'node:path'
import { isObject } from '../exchange/json.ts'

export type Json = Record<string, unknown>

/** Parsed files of schemas/ by path, as `service/openapi.yaml`. */
export type SchemaFiles = Readonly<Record<string, unknown>>

const shared = 'authorization.yaml'

/** `service/call-sent` -> ServiceCallSent. */
const pascal = (text: string): string =>
  text.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** `data/get-by-external-id` -> dataGetByExternalId: a name that code generators can use. */
export const operationName = (id: string): string => {
  const name = pascal(id)
  return name.charAt(0).toLowerCase() + name.slice(1)
}

/** Where a reference in a file leads: the file, and the keys below it. */
function targetOf(reference: string, file: string): { file: string; keys: readonly string[] } {
  const [name = '', pointer = ''] = reference.split('#')
  return {
    file: name === '' ? file : posix.join(posix.dirname(file), name),
    keys: pointer
      .split('/')
      .filter(Boolean)
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~')),
  }
}

/** What a reference stands for, and the file that holds it. */
export function resolved(value: unknown, file: string, files: SchemaFiles): { value: Json; file: string } {
  if (!isObject(value)) throw new Error(`schemas/${file}: an object is missing`)
  if (typeof value['$ref'] !== 'string') return { value, file }
  const to = targetOf(value['$ref'], file)
  const found = to.keys.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), files[to.file])
  if (found === undefined) throw new Error(`schemas/${file}: ${value['$ref']} leads nowhere`)
  return resolved(found, to.file, files)
}

/** The component that a reference becomes, as [kind, name]. */
function componentOf(reference: string, file: string): readonly [kind: string, name: string] {
  const to = targetOf(reference, file)
  if (to.file.endsWith('.schema.json')) {
    const own = pascal(to.file.replace('.schema.json', ''))
    return ['schemas', `${own}${to.keys.length === 0 ? '' : pascal(to.keys.at(-1) ?? '')}`]
  }
  const [, kind = '', name = ''] = to.keys
  if (kind === 'securitySchemes') return [kind, name]
  return [kind, `${to.file === shared ? '' : pascal(posix.dirname(to.file))}${pascal(name)}`]
}

/** A copy in which every reference leads to a component of the one document. */
export function withComponents(value: unknown, file: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withComponents(item, file))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string'
        ? `#/components/${componentOf(inner, file).join('/')}`
        : withComponents(inner, file),
    ]),
  )
}

/** Every schema file and what it defines, each a component. */
export function schemaComponents(files: SchemaFiles): Json {
  const found: Json = {}
  for (const [file, schema] of Object.entries(files)) {
    if (!file.endsWith('.schema.json') || !isObject(schema)) continue
    const { $schema: _, $id: __, $defs, ...rest } = schema
    const own = pascal(file.replace('.schema.json', ''))
    found[own] = withComponents(rest, file)
    for (const [name, defined] of Object.entries(isObject($defs) ? $defs : {}))
      found[`${own}${pascal(name)}`] = withComponents(defined, file)
  }
  return found
}

/** Parameters, responses and bodies that operations share, each a component. */
export function sharedComponents(files: SchemaFiles): Readonly<Record<string, Json>> {
  const found: Record<string, Json> = {}
  for (const [file, document] of Object.entries(files)) {
    if (!file.endsWith('.yaml') || !isObject(document) || !isObject(document['components'])) continue
    for (const [kind, parts] of Object.entries(document['components'])) {
      const into = (found[kind] ??= {})
      for (const [name, part] of Object.entries(isObject(parts) ? parts : {})) {
        if (isObject(part) && '$ref' in part) continue
        const [, component] = componentOf(`#/components/${kind}/${name}`, file)
        into[component] = merged(into[component], withComponents(part, file) as Json)
      }
    }
  }
  return found
}

/** Security schemes of one name are one, with the statements of all. */
function merged(before: unknown, part: Json): Json {
  if (!isObject(before)) return part
  const statements = [before, part].flatMap((one) => one['x-statements'] as string[])
  return { ...before, 'x-statements': [...new Set(statements)].sort() }
}

/** The components that something still leads to. */
export function used(components: Readonly<Record<string, Json>>, start: unknown): Record<string, Json> {
  const kept = new Map<string, unknown>()
  const open = [start]
  for (let value = open.pop(); value !== undefined; value = open.pop())
    for (const [, reference = ''] of JSON.stringify(value).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)) {
      if (kept.has(reference)) continue
      const [kind = '', name = ''] = reference.split('/')
      const part = components[kind]?.[name]
      if (part === undefined) throw new Error(`there is no component ${reference}`)
      kept.set(reference, part)
      open.push(part)
    }
  const found: Record<string, Json> = {}
  for (const reference of [...kept.keys()].sort()) {
    const [kind = '', name = ''] = reference.split('/')
    ;(found[kind] ??= {})[name] = kept.get(reference)
  }
  return found
}
