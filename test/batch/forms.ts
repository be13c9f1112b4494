import fc from 'fast-check'
import { switches, type BatchForm } from '../../src/batch/form.ts'
import type { BatchRequest } from '../../src/batch/request.ts'
import { tierOf } from '../../src/batch/tiers.ts'

/** Forms whose every switch is at most of the tiers given. */
export const forms = (...tiers: ReadonlyArray<'L0' | 'L1' | 'L2'>): fc.Arbitrary<BatchForm> =>
  fc.record(
    Object.fromEntries(
      Object.entries(switches).map(([name, values]) => [
        name,
        fc.constantFrom(
          ...(values as readonly string[]).filter((value) =>
            tiers.includes(tierOf(name as keyof BatchForm, value as never)),
          ),
        ),
      ]),
    ),
  ) as fc.Arbitrary<BatchForm>

const text = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.constantFrom(
    '',
    '{}',
    'ä€😀',
    'ends with\r\n',
    'has --fieldproof-batch in it',
    '\r\n--fieldproof-batch\r\n',
    '--f',
    'x'.repeat(5000),
    '--fieldproof-batc\r\n--',
  ),
)

export const requests: fc.Arbitrary<BatchRequest[]> = fc.array(
  fc.record({
    method: fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE'),
    path: fc.constantFrom('/api/data/v4/ServiceCall?dtos=ServiceCall.27', '/api/data/v4/A/b?query=a%20%3D%20%22b%22'),
    headers: fc.constantFrom([['Accept', 'application/json']] as const, [] as const),
    body: text,
    contentId: fc.option(fc.constantFrom('1', 'a.b-c', '<x@y>', 'i'.repeat(200)), { nil: undefined }),
  }),
  { minLength: 1, maxLength: 6 },
)
