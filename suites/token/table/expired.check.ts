import { check, each, must, rely } from '../../../src/kit/index.ts'
import { availability } from '../../../src/target/needs.ts'
import { validation } from '../requirements.ts'
import { freshToken, hours, minutes } from '../steps.ts'
import { interfaceOf } from './interface-of.ts'
import { reads } from './reads.ts'

const names = Object.keys(reads)

// One of many ways to read may forget to ask how old a token is: a run draws few of the checks of each way.
check(
  validation['invalid-token'],
  'expired-at-each-way-to-read',
  {
    needs: ['clock'],
    calls: [...new Set(names.map(interfaceOf))],
    alone: true,
    brokenBy: names.map((name) => `expired-token-taken-on-${name}`) as [string, ...string[]],
  },
  async (context) => {
    const value = await freshToken(context.api)
    await context.clock.advance(12 * hours + minutes)
    const there = Object.values(reads).filter(({ needs }) =>
      needs.every((need) => availability(context.target, need).is === 'there'),
    )
    await each(there, async ({ prepare }) => {
      const ready = await prepare(context, context.api)
      must.refused(await ready.send({ token: { value } }), 401, 'invalid_token')
      await rely(validation['token-in-header'], async () => ready.served(await ready.send()))
    })
  },
)
