import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { artefacts } from '../../src/contract/artefacts.ts'
import { documentFiles } from '../../src/contract/index.ts'
import { openApiDocument } from '../../src/openapi/document.ts'
import type { Example } from '../../src/openapi/examples.ts'
import type { Link } from '../../src/openapi/links.ts'
import { operationName } from '../../src/openapi/references.ts'
import { statementOf, statements } from '../../src/verdict/statements.ts'
import { fieldproof } from '../support/cli.ts'
import { operationsIn } from './operations-in.ts'

const document = openApiDocument('0.0.0')
const operations = operationsIn(document)
const examples = documentFiles()['examples.json'] as readonly Example[]
const links = documentFiles()['links.yaml'] as readonly Link[]

test('each operation of the contract is at every path that it has on the wire', () => {
  const wanted = artefacts().operations.flatMap(({ id, bases, method, path }) =>
    bases
      .filter((base) => base !== '/api/users' || id === 'user/list')
      .map((base) => `${id} ${method} ${`${base}${path}`.replace(/\/$/, '')}`),
  )
  expect(operations.map(({ method, path, value }) => `${value['x-operation']} ${method} ${path}`).sort()).toEqual(
    wanted.sort(),
  )
  expect(new Set(operations.map(({ value }) => value.operationId)).size).toBe(operations.length)
})

test('tags name all fifteen interfaces, and each operation has one', () => {
  const tags = (document['tags'] as { name: string }[]).map(({ name }) => name)
  expect(tags).toHaveLength(15)
  expect(operations.filter(({ value }) => !tags.includes(value.tags[0] ?? ''))).toEqual([])
})

test('every statement is told, and what is cited is told', () => {
  const told = document['x-statements'] as Record<string, { says: string }>
  expect(Object.keys(told)).toHaveLength(statements.length)
  const cited = JSON.stringify([document['paths'], document['components']]).match(/[AB]-[A-Z]{3}-\d\d/g) ?? []
  expect(cited.length).toBeGreaterThan(500)
  expect(cited.filter((id) => told[id]?.says !== statementOf(id)?.says)).toEqual([])
})

test('each operation says who may call it', () => {
  const open = operations.filter(({ value }) => (value.security ?? []).length === 0)
  expect(open.map(({ value }) => value['x-operation'])).toEqual(['token/authorize'])
})

test('an example tells no secret and no address of the run', () => {
  const text = JSON.stringify(examples)
  expect(text).not.toMatch(/127\.0\.0\.1|localhost/)
  const secrets = [...text.matchAll(/(?:password|access_token|secret)"?[=:]"?([^"&\\ ,}]*)/gi)].map(
    ([, value]) => value,
  )
  expect(secrets.length).toBeGreaterThan(3)
  expect(secrets.filter((value) => !/^(?:redacted-[0-9a-f]{8}$|null$|$)/.test(value ?? ''))).toEqual([])
})

test('each operation has a success that occurred, the build in each encoding', () => {
  const successes = examples.filter(({ status }) => status < 400)
  const shown = new Set(successes.map(({ operation }) => operation))
  expect(artefacts().operations.flatMap(({ id }) => (shown.has(id) ? [] : [id]))).toEqual([])
  const build = operations.find(({ value }) => value['x-operation'] === 'reporting/build')?.value as
    { requestBody?: { content: Record<string, { examples?: object }> } } | undefined
  const content = Object.entries(build?.requestBody?.content ?? {})
  expect(content.map(([type, media]) => [type, Object.keys(media.examples ?? {})])).toEqual([
    ['application/json', ['sent']],
    ['multipart/form-data', ['sent']],
    ['application/x-www-form-urlencoded', ['sent']],
  ])
})

test('what creates something says where it leads', () => {
  const creating = ['data', 'crowd', 'user', 'service', 'scim/users', 'scim/groups'].map((name) => `${name}/create`)
  expect(links.map(({ from }) => from)).toEqual(expect.arrayContaining(creating))
})

test.each(links.map((link) => [`${link.from} -> ${link.to}`, link] as const))('the link %s leads there', (_, link) => {
  const to = operations.find(({ value }) => value.operationId === operationName(link.to))
  const names = JSON.stringify(to)
  const pathNames = [...(to?.path ?? '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  expect(pathNames.filter((name) => !(String(name) in link.parameters))).toEqual([])
  expect(names).toContain(to?.value.operationId)
  const from = examples.find(({ operation, status }) => operation === link.from && status < 300)
  for (const expression of Object.values(link.parameters)) expect(String(found(expression, from))).toMatch(/^[\w.-]+$/)
})

/** What a runtime expression is in an exchange. */
function found(expression: string, example: Example | undefined): unknown {
  const [, side = '', place = '', rest = ''] = /^\$(request|response)\.(path|body)[.#]\/?(.*)$/.exec(expression) ?? []
  if (place === 'path') return example?.parameters[rest]
  const body = side === 'request' ? example?.request?.value : example?.response?.value
  return rest.split('/').reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], body)
}

test('the command writes it as YAML and as JSON', async () => {
  const [yaml, json] = await Promise.all([fieldproof(['openapi']), fieldproof(['openapi', '--format', 'json'])])
  expect([yaml.code, yaml.stderr, json.code]).toEqual([0, '', 0])
  expect(parse(yaml.stdout, { maxAliasCount: 0 })).toEqual(JSON.parse(json.stdout))
  expect((JSON.parse(json.stdout) as typeof document)['paths']).toEqual(document['paths'])
  const wrong = await fieldproof(['openapi', '--out', '/nowhere/at/all.yaml'])
  expect([wrong.code, wrong.stderr.trim().split('\n').length]).toEqual([2, 1])
}, 30_000)
