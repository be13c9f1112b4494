import { expect, test } from 'vitest'
import { compileSchemas } from '../../scripts/build-schemas.mjs'
import { artefacts } from '../../src/contract/artefacts.ts'
import { call, id, records, stale, tokenBody } from './exchanges.ts'

type Validate = ((value: unknown) => boolean) & { errors?: Array<{ keyword: string; instancePath: string }> | null }
const fresh = compileSchemas() as { ajv: { getSchema(name: string): Validate | undefined }; operations: string }
const corpus: readonly unknown[] = [
  null,
  0,
  '',
  'password',
  [],
  {},
  tokenBody,
  { ...tokenBody, expires_in: '1', scope: 'x', companies: [{}] },
  { tenant_id: null },
  records(call),
  { data: [1] },
  call,
  { ...call, id: 5, inactive: 1, endDateTime: 'now', technicians: [5] },
  { ...call, fileContent: 'QQ==' },
  stale,
  { ...stale, values: [] },
  { deletedIds: [{ id }] },
  { companies: [{ name: 'a' }] },
  { accountName: 'a', clusterName: 'EU', URL: 'x' },
  { error: 'saml_redirect', error_description: 'x' },
  { error: 'MC-05', message: 'x', values: [] },
  { grant_type: 'password' },
  { name: 'x', addresses: { auth: 'x' }, identities: { admin: { grant: 'password' } } },
  { verdict: { is: 'well' } },
  { counts: {}, exitCode: 7 },
]

test('the compiled validators judge as a fresh compile does', () => {
  const { validators } = artefacts()
  expect(Object.keys(validators).length).toBeGreaterThan(20)
  let refused = 0
  for (const [name, compiled] of Object.entries(validators)) {
    const direct = fresh.ajv.getSchema(name.startsWith('inline/') ? name : `${name}.schema.json`) as Validate
    for (const value of corpus) {
      expect([name, value, compiled(value)]).toEqual([name, value, direct(value)])
      const outline = (errors: Validate['errors']) =>
        (errors ?? []).map(({ keyword, instancePath }) => `${keyword} ${instancePath}`)
      expect(outline(compiled.errors as Validate['errors'])).toEqual(outline(direct.errors))
      refused += compiled.errors?.length ?? 0
    }
  }
  expect(refused).toBeGreaterThan(100)
})

test('the operation table is that of the sources', () => {
  const { operations, resources, differences, trees } = artefacts()
  expect({ operations, resources, differences, trees }).toEqual(JSON.parse(fresh.operations))
})
