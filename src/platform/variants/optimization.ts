import type { Variant } from '../deviation.ts'
import type { Rulebook } from '../rulebook/rulebook.ts'

const variant = (
  id: string,
  leaves: Variant['leaves'],
  says: string,
  optimization: Partial<Rulebook['optimization']>,
): Variant => ({ id: `optimization-${id}`, leaves, says, rule: { optimization } })

/** Other lawful readings of B-OPT. */
export const optimizationVariants: readonly Variant[] = [
  variant('token-in-query', ['B-PRV-04'], 'A token in the query is taken.', { takesQueryToken: () => true }),
  variant('headers-401', ['B-OPT-13'], 'A call without a header is refused with 401.', { headerStatus: () => 401 }),
  variant('more-in-answer', ['B-OPT-04'], 'The answer to a start has further fields.', {
    accepted: () => [202, { result: true, optimizationTaskIds: ['t1'], errors: [] }],
  }),
  variant('schedules-nothing', ['B-OPT-16'], 'A job finds no place for any activity.', {
    interval: (start) => [start, start],
  }),
  {
    ...variant('only-the-british-spelling', ['B-OPT-03', 'B-OPT-05'], 'Only optimisationPlugin is taken.', {
      spelled: (name) => (name === 'optimizationPlugin' ? `${name}, unknown` : name),
    }),
  },
  variant('only-the-american-spelling', ['B-OPT-03', 'B-OPT-05'], 'Only optimizationPlugin is taken.', {
    spelled: (name) => (name === 'optimisationPlugin' ? `${name}, unknown` : name),
  }),
  variant(
    'context-of-the-token',
    ['B-OPT-01', 'B-OPT-16'],
    'Account and company are those of the token where the headers name no others that it may use, and their ids mean nothing.',
    { takesOtherNames: () => true },
  ),
  variant('slow', ['B-OPT-16'], 'A job takes two seconds.', { takesMs: () => 2000 }),
  variant('error-codes', ['B-OPT-06'], 'A 400 has a code of its own and further fields.', {
    malformed: (_error, description) => ({ error: 'OPT-17', error_description: description, trace: 'x' }),
  }),
]
