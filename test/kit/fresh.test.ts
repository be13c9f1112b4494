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

test('what {fresh} became stays with an external id, but not for another id', () => {
  const { body } = fresh(
    'fabcd00000',
    { ...kitTarget('http://127.0.0.1:9'), templates: { Person: { code: '{fresh}' }, Thing: { code: '{fresh}' } } },
    ownership('fabcd'),
  )
  const codes = [
    body('Person', { externalId: 'a', id: '1' }),
    body('Person', { externalId: 'a' }),
    body('Person', { externalId: 'a', id: '1' }),
    body('Person', { externalId: 'a', id: '2' }),
    body('Person', { externalId: 'a' }),
    body('Person', { externalId: 'b' }),
    body('Thing', { externalId: 'a' }),
    body('Person', { externalId: null }),
    body('Person', { externalId: null }),
    body('Person', { externalId: 'b', code: 'given' }),
  ].map(({ code }) => code)
  const [one, two, three, four, five, six] = [1, 2, 3, 4, 5, 6].map((mark) => `fabcd00000${mark}`)
  expect(codes).toEqual([one, one, one, two, one, three, four, five, six, 'given'])
})
