import { check, each, must, type Context } from '../../src/kit/index.ts'
import type { Answer } from '../../src/clients/answer.ts'
import { dayAhead } from '../service/days.ts'
import { partOf } from '../service/tree.ts'
import { optimization } from './requirements.ts'
import { mustTakeSkills, newSkills } from './skills.ts'
import { accepted, answered, ownActivities, pluginName, wish } from './wish.ts'

const taken = (context: Context, body: unknown) => answered(context, body)

check(
  optimization.served,
  'with-and-without-user',
  { alone: true, brokenBy: ['optimization-missing', 'optimization-needs-user'] },
  async (context) => {
    const { ids } = await ownActivities(context)
    await accepted(context, wish(context, ids))
    const withUser = { headers: { 'X-User-Id': '1', 'X-User-Name': 'kit' } }
    const answer = await answered(context, wish(context, ids), withUser)
    must.noServerError(answer, 'a call with X-User-Id')
  },
)

check(
  optimization.body,
  'with-and-without-partitions',
  {
    alone: true,
    brokenBy: [
      'optimization-needs-partitions',
      'optimization-no-partitions',
      'optimization-only-z',
      'optimization-compared-as-text',
      'optimization-nothing-to-do-200',
    ],
  },
  async (context) => {
    const { ids } = await ownActivities(context)
    // Ten hours later in the east: the start is before the end, though its text sorts after it.
    const day = dayAhead(context, 7)
    const window = { start: `${day}T23:30:00+10:00`, end: `${day}T20:00:00Z` }
    await accepted(context, wish(context, ids, window))
    const skills = await newSkills(context)
    const partitioningStrategy = { skills: skills.map(({ name }) => name) }
    mustTakeSkills(await taken(context, wish(context, ids, { partitioningStrategy })), skills)
  },
)

check(
  optimization.accepted,
  'with-result-true',
  {
    alone: true,
    brokenBy: [
      'optimization-accepted-200',
      'optimization-result-false',
      'optimization-administrator-refused',
      'optimization-headers-in-their-case-only',
    ],
  },
  async (context) => {
    const { ids } = await ownActivities(context)
    const answer = await accepted(context, wish(context, ids))
    must.equal('result', (answer.json as { result?: unknown } | undefined)?.result, true)
  },
)

check(
  optimization['no-unexpected-error'],
  'well-formed',
  {
    alone: true,
    brokenBy: [
      'optimization-fails',
      'optimization-repeated-ids-500',
      'optimization-thousand-ids-at-most',
      'optimization-one-skill-crashes',
      'optimization-third-skill-crashes',
    ],
  },
  async (context) => {
    const { ids } = await ownActivities(context, 2)
    const answer = await taken(context, wish(context, ids))
    must.noServerError(answer, 'a well-formed request')
    must.noServerError(await taken(context, wish(context, [...ids, ...ids])), 'a request that names activities twice')
    // How many skills make partitions is not said.
    for (const length of [1, 3]) {
      const partitioningStrategy = { skills: Array.from({ length }, () => context.fresh.text()) }
      const strategy = wish(context, ids, { partitioningStrategy })
      must.noServerError(await taken(context, strategy), `a request with a list of skills of the length ${length}`)
    }
    const many = Array.from({ length: 501 }, () => ids).flat()
    must.noServerError(await taken(context, wish(context, many)), `a request of ${many.length} activityIds`)
  },
)

function mustTellWhy(answer: Answer): void {
  const { error, error_description: description } = partOf(answer.json)
  must.hold('error and error_description', typeof error === 'string' && typeof description === 'string', answer.text)
}

check(
  optimization.malformed,
  'no-object',
  {
    alone: true,
    brokenBy: [
      'optimization-syntax-error-page',
      'optimization-empty-body-empty-400',
      'optimization-null-body-crashes',
      'optimization-error-number',
      'optimization-syntax-error-of-framework',
    ],
  },
  async (context) => {
    const { ids } = await ownActivities(context)
    await accepted(context, wish(context, ids))
    await each(['{', '', 'null', '[]'], async (body) => {
      const answer = await taken(context, body)
      must.status(answer, 400)
      mustTellWhy(answer)
    })
  },
)

const mistyped = [
  ['activityIds', ['not a list', [5], null], ['optimization-single-value-as-list', 'optimization-ids-made-texts']],
  ['optimizationPlugin', [5, null], ['optimization-null-passes']],
  [
    'start',
    // Each is before the end, so that nothing but its form can be refused.
    ['tomorrow', 1_767_225_600_000, '2026-02-30T08:00:00Z', '2026-02-03T08:00:00+02:75', '2026-03-02', null],
    [
      'optimization-epoch-taken',
      'optimization-calendar-rolled-over',
      'optimization-mistyped-422',
      'optimization-description-missing-on-times',
      'optimization-offset-of-any-size',
      'optimization-start-without-a-time-taken',
    ],
  ],
  [
    'end',
    // Each is behind the start, for the same reason.
    ['later', null, '2033-03-02', 1_999_999_999_000, '2033-02-30T08:00:00Z'],
    [
      'optimization-null-end-taken',
      'optimization-date-only-taken',
      'optimization-end-in-epoch-taken',
      'optimization-end-on-no-day-taken',
    ],
  ],
] as const

for (const [name, others, quieter] of mistyped)
  check(
    optimization['required-properties'],
    name.toLowerCase(),
    {
      alone: true,
      brokenBy: [`optimization-no-${name.toLowerCase()}`, `optimization-any-${name.toLowerCase()}`, ...quieter],
    },
    async (context) => {
      const { ids } = await ownActivities(context)
      await accepted(context, wish(context, ids))
      const body = wish(context, ids)
      const property = name === 'optimizationPlugin' ? pluginName(context) : name
      const { [property]: _, ...rest } = body
      await each([rest, ...others.map((other) => ({ ...body, [property]: other }))], async (wrong) => {
        const answer = await taken(context, wrong)
        must.status(answer, 400)
        mustTellWhy(answer)
      })
    },
  )

check(
  optimization['required-properties'],
  'activityids-one-of-which-is-no-text',
  { alone: true, brokenBy: ['optimization-later-ids-of-any-type', 'optimization-ids-made-texts'] },
  async (context) => {
    const { ids } = await ownActivities(context)
    await accepted(context, wish(context, ids))
    for (const activityIds of [
      [...ids, 5],
      [...ids, null],
      [null, ...ids],
    ]) {
      const answer = await taken(context, { ...wish(context, ids), activityIds })
      must.status(answer, 400)
      mustTellWhy(answer)
    }
  },
)
