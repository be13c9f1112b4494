import { createSession } from '../session/session.ts'
import { Blocked } from '../target/blocked.ts'
import { missingNeeds, type Need } from '../target/needs.ts'
import type { Target } from '../target/target.ts'
import { loadCatalogue } from '../judging/catalogue.ts'
import { lackingCapabilities, type Lacking } from './capability-probes.ts'
import { gate } from './gate.ts'
import { judgedLive } from '../judging/judged.ts'
import { makePlan } from '../judging/plan.ts'
import { preflight } from './preflight.ts'
import { reachable } from './reachable.ts'

export interface Examination {
  readonly lines: readonly string[]
  readonly missing: ReadonlyArray<{ readonly need: Need; readonly key: string }>
  /** Capabilities that the file counts on, and that the target refuses. */
  readonly lacking: readonly Lacking[]
  readonly usable: boolean
}

/** Read-only: connects to the addresses, gets a token per identity, asks once for each capability, and shows which checks would run against this target. */
export async function examine(target: Target, secrets: readonly string[]): Promise<Examination> {
  await reachable(target)
  await preflight(target, secrets)
  const session = createSession({ target, secrets, seed: 1, rerun: (id) => id })
  const lines = [
    `target      ${target.name}: account ${target.account}, company ${target.company}${target.writes ? '' : ', no writes'}`,
  ]
  let usable = true
  for (const name of Object.keys(target.identities)) {
    const { context } = session.contextFor(`doctor/${name}`)
    try {
      await context.as(name).token.accessToken()
      lines.push(`identity    ${name}: gets a token`)
    } catch (error) {
      if (!(error instanceof Blocked)) throw error
      // Some identities exist to be refused; only the default one must get in.
      if (name === 'admin') usable = false
      lines.push(`identity    ${name}: ${session.redactor.text(error.message)}`)
    }
  }
  const lacking = usable ? await lackingCapabilities(session.contextFor('doctor/capabilities').context.api, target) : []
  await session.close()
  const missing = missingNeeds(target)
  const plan = makePlan(await loadCatalogue(), judgedLive(), {})
  const gates = plan.checks.map((check) => gate(check, target)?.is)
  lines.push(
    `checks      ${gates.filter((is) => is === undefined).length} would run, ${gates.filter((is) => is === 'not-applicable').length} not applicable, ${gates.filter((is) => is === 'blocked').length} blocked; ${plan.contract.length} more judge the traffic of these`,
  )
  for (const { need, key } of missing)
    lines.push(`missing     ${need}: supply ${key}, or declare lacks.${need} with a reason`)
  for (const { need, because } of lacking)
    lines.push(`lacking     ${need}: ${because}; if the target has none, declare lacks.${need} with a reason`)
  lines.push(
    `touches     records of ${Object.keys(target.templates).join(', ') || 'no resource'}, all created by the run itself; at most ${target.limits.requests} requests, ${target.limits.concurrency} at a time`,
  )
  lines.push(usable ? 'usable' : 'not usable: the default identity (admin) gets no token')
  return { lines, missing, lacking, usable }
}
