import { createConfig, lintFromString } from '@redocly/openapi-core'
import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import openapiTypeScript, { astToString } from 'openapi-typescript'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentFiles } from '../../src/contract/index.ts'
import { openApiDocument } from '../../src/openapi/document.ts'
import type { Example } from '../../src/openapi/examples.ts'
import { scratch } from '../support/folder.ts'
import { operationsIn } from './operations-in.ts'

const document = openApiDocument('0.0.0')
const text = JSON.stringify(document)
const folder = scratch()
const file = join(folder, 'openapi.json')
const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url))
beforeAll(() => writeFileSync(file, text))

test('a linter finds no error, and every example fits its schema', async () => {
  // What is not stated is open: an example may have further fields.
  const examples = { severity: 'error', allowAdditionalProperties: true } as const
  const config = await createConfig({ extends: ['recommended'], rules: { 'no-invalid-media-type-examples': examples } })
  const found = async (source: string) =>
    (await lintFromString({ source, absoluteRef: file, config }))
      .filter(({ severity }) => severity === 'error')
      .map(({ ruleId, message }) => `${ruleId}: ${message}`)
  expect(await found(text)).toEqual([])
  expect(await found(text.replace('"operationId":"tokenRequest"', '"operationID":"tokenRequest"'))).not.toEqual([])
  expect((await found(text.replace('"token_type":"Bearer"', '"token_type":7')))[0]).toMatch(/^no-invalid-media-type/)
}, 30_000)

test('a type generator makes types of it that compile, and that tell a wrong call', async () => {
  const types = astToString(await openapiTypeScript(text))
  writeFileSync(join(folder, 'types.ts'), types)
  const use = (body: string) => `import type { paths, operations } from './types.ts'
type Sent = operations['optimizationReOptimize']['requestBody']['content']['application/json']
export const sent = (wish: Sent): Sent => wish
export const name = (id: operations['crowdGet']['parameters']['path']['externalId']): string => id
export type Row = paths['/api/query/v1']['post']['responses']['2XX']['content']['application/json']
export const answer: operations['tokenRequest']['responses'][200]['content']['application/json'] = ${body}
`
  writeFileSync(
    join(folder, 'right.ts'),
    use(
      "{ access_token: 'x', token_type: 'Bearer', expires_in: 1, scope: 'local', cluster_url: 'https://cluster.example.com', account: 'acme', account_id: 1 }",
    ),
  )
  writeFileSync(join(folder, 'wrong.ts'), use('{ access_token: 7 }'))
  const compiled = spawnSync(
    process.execPath,
    [
      join(modules, 'tsc7/bin/tsc'),
      '--noEmit',
      '--strict',
      '--allowImportingTsExtensions',
      '--target',
      'es2022',
      '--module',
      'nodenext',
      'right.ts',
      'wrong.ts',
    ],
    { cwd: folder, encoding: 'utf8' },
  )
  const files = new Set([...compiled.stdout.matchAll(/^(\S+)\(\d+,/gm)].map(([, name]) => name))
  expect([...files], compiled.stdout).toEqual(['wrong.ts'])
}, 30_000)

describe('a mock server', () => {
  let origin = ''
  let stop: () => void = () => undefined
  const paths = new Map(operationsIn(document).map(({ path, value }) => [value['x-operation'], path]))
  const examples = (documentFiles()['examples.json'] as readonly Example[]).filter(
    ({ status, response, request: sent }) =>
      status < 300 && response?.type.endsWith('json') === true && (sent === undefined || sent.type.endsWith('json')),
  )

  beforeAll(async () => {
    const port = await freePort()
    const child = spawn(process.execPath, [join(modules, '.bin/prism'), 'mock', '-p', String(port), file])
    stop = () => void child.kill()
    let said = ''
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk) => (said += String(chunk)).includes('is listening') && resolve())
      child.once('exit', () => reject(new Error(said.slice(0, 2000))))
    })
    origin = `http://127.0.0.1:${port}`
  }, 30_000)
  afterAll(() => stop())

  test('answers the recorded requests with the recorded answers', async () => {
    const differing = []
    for (const example of examples) {
      const { status, body } = await ask(example)
      if (status !== example.status || JSON.stringify(body) !== JSON.stringify(example.response?.value))
        differing.push(`${example.operation} ${example.status}: ${status} ${JSON.stringify(body).slice(0, 300)}`)
    }
    expect(differing).toEqual([])
    expect(examples.length).toBeGreaterThan(30)
  }, 30_000)

  test('refuses a request without what the documents require', async () => {
    const example = examples.find(({ operation }) => operation === 'user/get')
    expect(example).toBeDefined()
    const { 'X-Client-Version': _, ...parameters } = example?.parameters ?? {}
    expect((await ask({ ...(example as Example), parameters })).status).toBe(422)
    expect((await ask(example as Example, {})).status).toBe(401)
  })

  async function ask(example: Example, credentials: Record<string, string> = { authorization: 'Bearer example' }) {
    const { operation, status, parameters, request: sent } = example
    const path = paths.get(operation) ?? ''
    const method = operationsIn(document).find(({ value }) => value['x-operation'] === operation)?.method ?? 'GET'
    const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    const rest = Object.entries(parameters).filter(([name]) => !inPath.has(name))
    const isHeader = (name: string) => /^(?:X-|accept|content-type)/i.test(name)
    const query = new URLSearchParams(
      rest.flatMap(([name, value]): [string, string][] => (isHeader(name) ? [] : [[name, String(value)]])),
    )
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parameters[name])))
    const response = await request(`${origin}${filled}?${query}`, {
      method: method as 'GET',
      headers: {
        ...Object.fromEntries(rest.flatMap(([name, value]) => (isHeader(name) ? [[name, String(value)]] : []))),
        ...credentials,
        accept: example.response?.type ?? '*/*',
        ...(sent ? { 'content-type': sent.type } : {}),
        prefer: `code=${status}, example=answered${status}`,
      },
      ...(sent ? { body: JSON.stringify(sent.value) } : {}),
    })
    return { status: response.statusCode, body: await response.body.json().catch(() => undefined) }
  }
})

/** A port that nothing listens at. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
