import { createConfig, lintFromString, lint } from '@redocly/openapi-core'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { artefacts } from '../../src/contract/artefacts.ts'
import { statementOf } from '../../src/verdict/statements.ts'

const rules = {
  struct: 'error',
  'no-unresolved-refs': 'error',
  'path-parameters-defined': 'error',
  'operation-operationId': 'error',
  'operation-operationId-unique': 'error',
  'operation-parameters-unique': 'error',
  'path-declaration-must-exist': 'error',
  'no-path-trailing-slash': 'error',
  'no-identical-paths': 'error',
  'security-defined': 'error',
  'no-undefined-server-variable': 'error',
  'no-invalid-schema-examples': 'error',
  'operation-summary': 'error',
  'no-duplicated-tag-names': 'error',
} as const
const config = await createConfig({ rules })
const schemas = fileURLToPath(new URL('../../schemas/', import.meta.url))
const documentOf = (name: string) => join(schemas, name, 'openapi.yaml')
const interfaces = readdirSync(schemas).filter((name) => existsSync(documentOf(name)))

test('every interface that the kit reads is here', () => {
  const read = new Set(artefacts().operations.map(({ id }) => id.split('/')[0]))
  expect(interfaces).toEqual([...read].sort())
})

describe.each(interfaces)('schemas/%s/openapi.yaml', (name) => {
  const file = documentOf(name)

  test('is valid OpenAPI 3.1', async () => {
    expect(
      (await lint({ ref: file, config })).map(
        ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`,
      ),
    ).toEqual([])
    expect(readFileSync(file, 'utf8')).toMatch(/^openapi: 3\.1/)
  })

  test('a dead reference, a misspelt key and an undefined path parameter would be found', async () => {
    const source = readFileSync(file, 'utf8')
    const ruleOf = async (text: string) =>
      (await lintFromString({ source: text, absoluteRef: file, config })).map(({ ruleId }) => ruleId)
    expect(await ruleOf(source.replace(/(\$ref: '?[\w./-]+)\.(json|yaml)/, '$1.gone.$2'))).toContain(
      'no-unresolved-refs',
    )
    expect(await ruleOf(source.replace('operationId:', 'operationID:'))).toContain('struct')
    expect(await ruleOf(source.replace(/^ {2}\/\w*/m, '$&/{nobody}'))).toContain('path-parameters-defined')
  })
})

test('every statement that operations, responses, parameters and schemas cite stands in the catalogue', () => {
  const cited = JSON.stringify([artefacts().operations, artefacts().trees]).match(/[AB]-[A-Z]{3}-\d\d/g) ?? []
  expect(cited.length).toBeGreaterThan(200)
  expect(cited.filter((id) => !statementOf(id))).toEqual([])
})

test('every operation and every response is stated by something', () => {
  const all = artefacts().operations.flatMap(({ id, responses }) => responses.map((response) => ({ id, ...response })))
  const stated = all.filter(({ status }) => status !== 'default')
  expect(stated.length).toBeGreaterThan(50)
  expect(stated.filter(({ statements }) => statements.length === 0).map(({ id, status }) => `${id} ${status}`)).toEqual(
    [],
  )
})
