import type { Answer } from '../../src/clients/answer.ts'
import { check, must, objectOf, Unexercised, type Context } from '../../src/kit/index.ts'
import { lifetime } from './requirements.ts'
import { companies, control, freshToken, hours, minutes, served } from './steps.ts'

type Call = () => Promise<Answer>

/** Whether the clock of the other cluster was moved, too, is told by a token of its own account, which ends there in any case. */
async function witnessAbroad({ as, target }: Context): Promise<Call | undefined> {
  if (!('other-cluster' in target.identities)) return undefined
  const { base } = target.fixtures.otherCluster!
  const own = as('other-cluster')
  const token = { value: await freshToken(own) }
  const call = () => companies(own, { token, base })
  return (await call()).status < 300 ? call : undefined
}

/** The plain call at the other cluster in each way in which it serves the caller: what a login may see there is another matter. */
async function servedAbroad({ as, target }: Context, value: string): Promise<readonly Call[]> {
  const { base, account, company } = target.fixtures.otherCluster!
  const general = as('general')
  const ways: readonly Call[] = [
    () => companies(general, { base, token: { value } }),
    () => companies(general, { base, token: 'none', query: { access_token: value } }),
    () => companies(general, { base, token: { value }, query: { account, company } }),
  ]
  const calls: Call[] = []
  for (const call of ways) if ((await call()).status < 300) calls.push(call)
  if (calls.length === 0) throw new Unexercised('the other cluster serves this login nothing')
  return calls
}

// A token of general scope is valid in any cluster (A-TOK-26), and for 12 hours in each of them (A-TOK-21).
check(
  lifetime['twelve-hours'],
  'of-general-scope-on-another-cluster',
  {
    alone: true,
    needs: ['clock', 'general-client', 'second-cluster'],
    brokenBy: ['general-token-never-ends-elsewhere', 'general-token-ends-early-elsewhere', 'general-token-never-ends'],
  },
  async (context) => {
    const { as, clock } = context
    const general = as('general')
    const value = await freshToken(general)
    const atHome = () => companies(general, { token: { value } })
    await control(atHome())
    const abroad = await servedAbroad(context, value)
    const witness = await witnessAbroad(context)
    await clock.advance(12 * hours - minutes)
    for (const call of abroad) served(await call())
    await clock.advance(2 * minutes)
    must.refused(await atHome(), 401, 'invalid_token')
    const told = await witness?.()
    if (told?.status !== 401 || objectOf(told)['error'] !== 'invalid_token')
      throw new Unexercised('no token of identities.other-cluster tells that the clock of its cluster was moved')
    for (const call of abroad) must.refused(await call(), 401, 'invalid_token')
  },
)
