import { check, each, must, settle, type Context } from '../../src/kit/index.ts'
import { statusLine } from '../../src/kit/matchers/status-line.ts'
import { optimization } from './requirements.ts'
import { answered, ownActivities, wish } from './wish.ts'

const taken = (context: Context, body: unknown) => answered(context, body)

check(
  optimization.served,
  'with-and-without-user',
  { alone: true, brokenBy: ['optimization-missing', 'optimization-needs-user'] },
  async (context) => {
    const { ids } = await ownActivities(context)
    must.status(await taken(context, wish(context, ids)), 202)
    const withUser = { headers: { 'X-User-Id': '1', 'X-User-Name': 'kit' } }
    const answer = await answered(context, wish(context, ids), withUser)
    must.noServerError(answer, 'a call with X-User-Id')
  },
)

check(
  optimization.body,
  'with-and-without-partitions',
  { alone: true, brokenBy: ['optimization-needs-partitions', 'optimization-no-partitions'] },
  async (context) => {
    const { ids } = await ownActivities(context)
    must.status(await taken(context, wish(context, ids)), 202)
    must.status(
      await taken(context, wish(context, ids, { partitioningStrategy: { skills: [context.fresh.text()] } })),
      202,
    )
  },
)

check(
  optimization.accepted,
  'with-result-true',
  { alone: true, brokenBy: ['optimization-accepted-200', 'optimization-result-false'] },
  async (context) => {
    const { ids } = await ownActivities(context)
    const answer = await taken(context, wish(context, ids))
    must.status(answer, 202)
    must.equal('result', (answer.json as { result?: unknown } | undefined)?.result, true)
  },
)

check(
  optimization['no-unexpected-error'],
  'well-formed',
  { alone: true, brokenBy: ['optimization-fails'] },
  async (context) => {
    const { ids } = await ownActivities(context, 2)
    const answer = await taken(context, wish(context, ids))
    must.noServerError(answer, 'a well-formed request')
  },
)

const known = 'real systems take further properties, such as simulation, trigger or resources'

/** Refused with 400; that real systems take a further property is known. */
async function mustBeRefused(context: Context, body: unknown, isFurther = false): Promise<void> {
  const answer = await taken(context, body)
  settle(
    answer.status === 400
      ? undefined
      : {
          expected: 'status 400',
          actual: statusLine(answer),
          ...(isFurther && answer.status === 202 ? { seenInTheWild: known } : {}),
        },
  )
}

check(
  optimization['exact-names'],
  'one-too-many',
  { alone: true, brokenBy: ['optimization-more-allowed', 'optimization-more-in-strategy'] },
  async (context) => {
    const { ids } = await ownActivities(context)
    must.status(await taken(context, wish(context, ids)), 202)
    await each(
      [
        wish(context, ids, { fieldproof: 'x' }),
        wish(context, ids, { partitioningStrategy: { skills: [context.fresh.text()], fieldproof: 'x' } }),
      ],
      (body) => mustBeRefused(context, body, true),
    )
  },
)

check(
  optimization['exact-names'],
  'another-letter-case',
  { alone: true, brokenBy: ['optimization-case-folded', 'optimization-start-case-folded'] },
  async (context) => {
    const { ids } = await ownActivities(context)
    const body = wish(context, ids)
    must.status(await taken(context, body), 202)
    await each(['activityIds', 'optimizationPlugin', 'start', 'end'], (name) => {
      const { [name]: value, ...rest } = body
      const other = name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase()
      return mustBeRefused(context, { ...rest, [other]: value })
    })
  },
)

for (const [name, other] of [
  ['activityIds', 'not a list'],
  ['optimizationPlugin', 5],
  ['start', 'tomorrow'],
  ['end', 'later'],
] as const)
  check(
    optimization['required-properties'],
    name.toLowerCase(),
    { alone: true, brokenBy: [`optimization-no-${name.toLowerCase()}`, `optimization-any-${name.toLowerCase()}`] },
    async (context) => {
      const { ids } = await ownActivities(context)
      const body = wish(context, ids)
      must.status(await taken(context, body), 202)
      const { [name]: _, ...rest } = body
      await each([rest, { ...body, [name]: other }], async (wrong) => {
        const answer = await taken(context, wrong)
        must.status(answer, 400)
        const { error, error_description: description } = (answer.json ?? {}) as Record<string, unknown>
        must.hold(
          'error and error_description',
          typeof error === 'string' && typeof description === 'string',
          answer.text,
        )
      })
    },
  )
