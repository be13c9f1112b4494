import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const Ajv2020 = require('ajv/dist/2020.js').default
const addFormats = require('ajv-formats')

/** One Ajv that knows all files and inline schemas; `verbose` because findings take their wording from the schema that was broken. */
export function createAjv(files, inline) {
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    strictTuples: false,
    strictTypes: false,
    allErrors: true,
    verbose: true,
    code: { source: true, optimize: false },
  })
  ajv.addVocabulary(['x-statements', 'x-resource'])
  addFormats(ajv)
  for (const [name, schema] of [...files, ...inline]) ajv.addSchema(schema, name)
  return ajv
}
