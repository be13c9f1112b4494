import { posix } from 'node:path'

const article = (type) => (/^[aio]/.test(type) ? `an ${type}` : `a ${type}`)
const words = (schema) => {
  if (schema.description) return schema.description
  if ('const' in schema) return String(schema.const)
  if (schema.enum) return schema.enum.map(String).join(' or ')
  return schema.type
    ? [schema.type]
        .flat()
        .map((type) => (type === 'null' ? 'null' : article(type)))
        .join(' or ')
    : undefined
}

/**
 * What the schema says about each place in a value, over all of its branches: { s: statements, says, title, example, needed, secret, props, rest, items }.
 * A place without its own statements inherits those of the place above it.
 */
export function treeOf(schema, file, files) {
  const tree = {}
  fill(tree, schema, file, files, true)
  inherit(tree, [])
  return tree
}

function fill(tree, schema, file, files, isBase) {
  if (typeof schema !== 'object' || schema === null) return
  if (schema.$ref) {
    const [name, pointer] = schema.$ref.split('#')
    const target = name ? posix.join(posix.dirname(file), name) : file
    const found = (pointer ?? '')
      .split('/')
      .filter(Boolean)
      .reduce((at, key) => at[key], files.get(target))
    fill(tree, found, target, files, isBase)
  }
  const statements = schema['x-statements'] ?? []
  if (statements.length > 0) tree.s = [...new Set([...(tree.s ?? []), ...statements])]
  const says = words(schema)
  if (isBase && says && !tree.says) tree.says = says
  if (isBase && schema.title) tree.title = schema.title
  if (isBase && schema.examples) tree.example = schema.examples[0]
  if (isBase && schema.required) tree.needed = schema.required
  if (schema.format === 'password') tree.secret = true
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    tree.props ??= {}
    fill((tree.props[name] ??= {}), property, file, files, true)
  }
  if (typeof schema.additionalProperties === 'object')
    fill((tree.rest ??= {}), schema.additionalProperties, file, files, true)
  if (schema.items) fill((tree.items ??= {}), schema.items, file, files, true)
  for (const item of schema.prefixItems ?? []) fill((tree.items ??= {}), item, file, files, true)
  for (const branch of [...(schema.allOf ?? []), schema.then, schema.else]) fill(tree, branch, file, files, false)
}

function inherit(tree, statements) {
  tree.s ??= statements
  for (const child of [...Object.values(tree.props ?? {}), ...[tree.items, tree.rest].filter(Boolean)])
    inherit(child, tree.s.slice(0, 1))
}
