import { check, each, settle, type Context } from '../../src/kit/index.ts'
import { statusLine } from '../../src/kit/matchers/status-line.ts'
import { optimization } from './requirements.ts'
import { accepted, answered, ownActivities, pluginName, wish } from './wish.ts'

const known = 'real systems take further properties, such as simulation, trigger or resources'

/** Refused with 400; that real systems take a further property is known. */
async function mustBeRefused(context: Context, body: unknown, isFurther = false): Promise<void> {
  const answer = await answered(context, body)
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
  {
    alone: true,
    brokenBy: [
      'optimization-more-allowed',
      'optimization-more-in-strategy',
      'optimization-null-extra-passes',
      'optimization-names-of-every-object-taken',
      'optimization-more-allowed-beside-a-strategy',
    ],
  },
  async (context) => {
    const { ids } = await ownActivities(context)
    await accepted(context, wish(context, ids))
    await each(
      [
        wish(context, ids, { fieldproof: 'x', proof: 1 }),
        wish(context, ids, { fieldproof: null }),
        // A name that every object of some languages has, so that one may think it known.
        wish(context, ids, { constructor: 'x' }),
      ],
      (body) => mustBeRefused(context, body, true),
    )
    const skills = [context.fresh.text()]
    // One that refused it above takes no further properties, so it has to refuse it beside a strategy as well.
    await mustBeRefused(context, wish(context, ids, { partitioningStrategy: { skills }, fieldproof: 'x' }))
    // Those that real systems take stand beside the strategy, not in it.
    await mustBeRefused(context, wish(context, ids, { partitioningStrategy: { skills, fieldproof: 'x' } }))
  },
)

check(
  optimization['exact-names'],
  'another-letter-case',
  {
    alone: true,
    brokenBy: [
      'optimization-case-folded',
      'optimization-start-case-folded',
      'optimization-end-alone-case-folded',
      'optimization-optional-misspelt-ignored',
      'optimization-skills-case-folded',
    ],
  },
  async (context) => {
    const { ids } = await ownActivities(context)
    await accepted(context, wish(context, ids))
    const body = wish(context, ids)
    await each(['activityIds', pluginName(context), 'start', 'end'], (name) => {
      const { [name]: value, ...rest } = body
      const capitalised = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
      const whole = name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase()
      return each([whole, capitalised], (other) => mustBeRefused(context, { ...rest, [other]: value }))
    })
    const skills = [context.fresh.text()]
    // What is optional, in another letter case, is to a server that takes further properties one of them.
    await mustBeRefused(context, { ...body, PartitioningStrategy: { skills } }, true)
    await mustBeRefused(context, { ...body, partitioningStrategy: { Skills: skills } })
  },
)
