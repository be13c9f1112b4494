// Compiles schemas/ into dist: validators (compiled.cjs) and one table of operations (operations.json), so that neither costs start-up time;
// and the files themselves (documents.json), for `fieldproof openapi`.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, posix, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import { createAjv } from './schemas/ajv.mjs'
import { operationsOf } from './schemas/operations.mjs'
import { treeOf } from './schemas/tree.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const standaloneCode = createRequire(import.meta.url)('ajv/dist/standalone/index.js').default

/** Every file under schemas/, parsed, by its path with forward slashes. */
export function readSchemas(folder = join(root, 'schemas')) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const read = files
    .map((entry) =>
      relative(folder, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join(posix.sep),
    )
    .sort()
  return new Map(
    read
      .filter((name) => /\.(json|yaml)$/.test(name))
      .map((name) => [name, parse(readFileSync(join(folder, name), 'utf8'), { maxAliasCount: -1 })]),
  )
}

/** Validators and table as texts; ids are paths without `.schema.json`. */
export function compileSchemas(files = readSchemas()) {
  const { operations, inline } = operationsOf(files)
  const schemas = new Map([...files].filter(([name]) => name.endsWith('.schema.json')))
  const ajv = createAjv(schemas, inline)
  const ids = [
    ...[...schemas.keys()].map((name) => [name.replace('.schema.json', ''), name]),
    ...[...inline.keys()].map((name) => [name, name]),
  ]
  const resources = [...schemas]
    .filter(([, schema]) => schema['x-resource'])
    .map(([name, schema]) => [schema['x-resource'], name.replace('.schema.json', '')])
  const table = {
    operations,
    resources: Object.fromEntries(resources),
    differences: differencesOf(files, ajv),
    trees: Object.fromEntries(
      ids.map(([id, name]) => [id, treeOf(inline.get(name) ?? schemas.get(name), name, schemas)]),
    ),
  }
  return { compiled: standaloneCode(ajv, Object.fromEntries(ids)), operations: JSON.stringify(table), ajv }
}

function differencesOf(files, ajv) {
  const differences = files.get('known-differences.yaml') ?? []
  const isValid = ajv.getSchema('kit/known-differences.schema.json')
  if (isValid && !isValid(differences))
    throw new Error(`schemas/known-differences.yaml: ${ajv.errorsText(isValid.errors)}`)
  return differences
}

export async function buildSchemas(outDir) {
  const folder = join(outDir, 'src', 'contract')
  mkdirSync(folder, { recursive: true })
  const files = readSchemas()
  const { compiled, operations } = compileSchemas(files)
  const documents = [...files].filter(([name]) => !name.startsWith('kit/') && name !== 'known-differences.yaml')
  // Written to a temporary file and renamed: another process may be reading.
  for (const [name, text] of [
    ['operations.json', operations],
    ['compiled.cjs', compiled],
    ['documents.json', JSON.stringify(Object.fromEntries(documents))],
  ]) {
    const draft = join(folder, `.${name}.${process.pid}`)
    writeFileSync(draft, text)
    renameSync(draft, join(folder, name))
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await buildSchemas(process.argv[2] ?? join(root, 'dist'))
