import { expect, test } from 'vitest'
import { fresh } from '../../src/kit/fresh.ts'
import { ownership } from '../../src/target/ownership.ts'
import { kitTarget } from '../target/server.ts'

test('{fresh} within the texts of a template is new in each body, and the rest of a template is as it stands', () => {
  const template = { code: 'FP-{fresh}', emails: [{ value: '{fresh}@x.test' }], name: 'Fieldproof', rank: 3 }
  const { body } = fresh(
    'fabcd00000',
    { ...kitTarget('http://127.0.0.1:9'), templates: { Person: template } },
    ownership('fabcd'),
  )
  const bodies = [body('Person'), body('Person', { name: '{fresh}' })]
  expect(bodies).toEqual([
    { code: 'FP-fabcd000001', emails: [{ value: 'fabcd000002@x.test' }], name: 'Fieldproof', rank: 3 },
    { code: 'FP-fabcd000003', emails: [{ value: 'fabcd000004@x.test' }], name: '{fresh}', rank: 3 },
  ])
  expect(template.code).toBe('FP-{fresh}')
})
