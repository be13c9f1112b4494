import { createSession } from '../session/session.ts'
import { Blocked } from '../target/blocked.ts'
import { Stopped } from '../target/stopper.ts'
import { availability, missingNeeds, type Need } from '../target/needs.ts'
import type { Target } from '../target/target.ts'
import { loadCatalogue } from '../judging/catalogue.ts'
import { capabilitiesAsked, lackingOf, notAsked, undecidedOf, type Lacking } from './capability-probes.ts'
import { foreseen, unremovable } from './doctor-foresight.ts'
import { clockLine, interfacesAsked, needOf, rightsAsked, told } from './doctor-reads.ts'
import { gate } from './gate.ts'
import { judgedLive } from '../judging/judged.ts'
import { makePlan } from '../judging/plan.ts'
import { neededLogins } from './logins.ts'
import { preflight } from './preflight.ts'
import { reachable } from './reachable.ts'
import { estimated, lasting, roughly } from './run-estimate.ts'
import { templatesProposed } from './template-proposal.ts'

export interface Examination {
  readonly lines: readonly string[]
  readonly missing: ReadonlyArray<{ readonly need: Need; readonly key: string }>
  /** Capabilities that the file counts on, and that the target refuses. */
  readonly lacking: readonly Lacking[]
  /** Bodies for resources that have a DTO version and no template, guessed from records that are there. */
  readonly templates: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly usable: boolean
}

/** Each question that nobody answers takes the whole timeout. */
const unansweredAtMost = 2

interface ExamineOptions {
  readonly suites?: string | undefined
  /** Timeout for one request, if it is not that of the transport. */
  readonly deadlineMs?: number
}

/** Read-only: connects to the addresses, gets a token per identity, asks each interface, capability and right once, and shows which checks would run against this target. */
export async function examine(
  target: Target,
  secrets: readonly string[],
  { suites, deadlineMs }: ExamineOptions = {},
): Promise<Examination> {
  const catalogue = await loadCatalogue(suites)
  await reachable(target)
  await preflight(target, secrets, { deadlineMs })
  const session = createSession({ target, secrets, seed: 1, rerun: (id) => id, ...(deadlineMs ? { deadlineMs } : {}) })
  const unanswered: string[] = []
  session.transport.onExchange(({ failure, request: { method, url } }) => {
    if (failure !== 'timeout') return
    unanswered.push(`${method} ${new URL(url).pathname}`)
    if (unanswered.length === unansweredAtMost) void session.stop('two questions had no answer', 0)
  })
  const lines = [
    `target      ${target.name}: account ${target.account}, company ${target.company}${target.writes ? '' : ', no writes'}`,
  ]
  const plan = makePlan(catalogue, judgedLive(), { seed: 1 })
  const mustLogIn = new Set(['admin', ...neededLogins(plan.checks, target)])
  const refused: string[] = []
  for (const name of Object.keys(target.identities)) {
    const { context } = session.contextFor(`doctor/${name}`)
    try {
      await context.as(name).token.accessToken()
      lines.push(`identity    ${name}: gets a token`)
    } catch (error) {
      if (!(error instanceof Blocked)) throw error
      if (error instanceof Stopped) break
      // Some identities exist to be refused.
      if (mustLogIn.has(name)) refused.push(name)
      lines.push(`identity    ${name}: ${session.redactor.text(error.message)}`)
    }
  }
  const { context, scope } = session.contextFor('doctor/reads')
  const lacking: Lacking[] = []
  let templates: Examination['templates'] = {}
  const isSilent = () => unanswered.length >= unansweredAtMost
  if (!refused.includes('admin') && !isSilent()) {
    for (const [name, { what, answer }] of await interfacesAsked(context.as, target)) {
      lines.push(`interface   ${name}: ${what} is ${told(answer)}`)
      const need = answer === 404 || answer === 501 ? needOf(name, catalogue.checks) : undefined
      if (need && availability(target, need).is === 'there')
        lacking.push({ need, because: `${what} is ${told(answer)}` })
    }
    const asked = await capabilitiesAsked(context.api, target)
    for (const { need, asks, status } of asked.filter((one) => one.status < 400))
      lines.push(`capability  ${need}: ${asks} is answered with ${status}`)
    for (const { need, asks, status } of undecidedOf(asked))
      lines.push(
        `capability  ${need}: ${asks} is answered with ${status}, which does not tell whether the target has it`,
      )
    for (const { need, because } of notAsked(target))
      lines.push(`capability  ${need}: ${because}; if the target has none, declare lacks.${need} with a reason`)
    lacking.push(...lackingOf(asked))
    lines.push(...(await rightsAsked(context.as, target)))
    lines.push(...(await foreseen(context.as, target)))
    templates = await templatesProposed(context.api, target)
    const clock = scope.exchanges.findLast(({ response }) => response)
    const line = clock && clockLine(clock)
    if (line) lines.push(line)
  }
  await session.close()
  const gates = plan.checks.map((check) => gate(check, target)?.is)
  // What serves only checks that do not apply anyway is not missed.
  const missed = new Set(plan.checks.flatMap(({ needs }, at) => (gates[at] === 'blocked' ? needs : [])))
  const missing = missingNeeds(target).filter(({ need }) => missed.has(need))
  lines.push(
    `checks      ${gates.filter((is) => is === undefined).length} would run, ${gates.filter((is) => is === 'not-applicable').length} not applicable, ${gates.filter((is) => is === 'blocked').length} blocked; ${plan.contract.length} more judge the traffic of these`,
  )
  for (const { need, key } of missing)
    lines.push(`missing     ${need}: supply ${key}, or declare lacks.${need} with a reason`)
  for (const { need, because } of lacking)
    lines.push(`lacking     ${need}: ${because}; if the target has none, declare lacks.${need} with a reason`)
  for (const resource of target.writes ? Object.keys(target.dtos).filter((name) => !(name in target.templates)) : [])
    lines.push(
      `missing     templates.${resource}: the least body that creates a record${resource in templates ? '; --propose guesses one' : ''}`,
    )
  for (const resource of unremovable(target))
    lines.push(
      `missing     dtos.${resource}: the checks create such records in service calls, and without its version a run cannot remove them`,
    )
  const { requests, creates, seconds } = estimated(
    plan.checks.filter((_, at) => gates[at] === undefined),
    target,
  )
  const time =
    seconds === undefined ? '' : `, ${lasting(seconds)} at ${target.limits.requestsPerSecond} requests a second`
  lines.push(
    `needs       about ${roughly(requests)} requests${time}${target.writes ? `; it creates about ${roughly(creates)} objects, and removes them` : ''}`,
    `touches     ${target.writes ? `records of ${Object.keys(target.templates).join(', ') || 'no resource'}, all created by the run itself` : 'nothing (writes: false): it reads what is there'}; at most ${target.limits.requests} requests and those that clean up, ${target.limits.concurrency} at a time`,
  )
  if (requests > target.limits.requests)
    lines.push(
      `budget      limits.requests (${target.limits.requests}) is less than a whole run needs: what finds most per request comes first, and the report says what was left out`,
    )
  const usable = refused.length === 0 && !isSilent()
  lines.push(
    usable
      ? 'usable'
      : isSilent()
        ? `not usable: ${unanswered.join(' and ')} had no answer in time, and nothing was asked after them`
        : `not usable: no token is given to ${refused.map((name) => `identities.${name}`).join(', ')} of ${target.file ?? 'the target file'}`,
  )
  return { lines, missing, lacking, templates, usable }
}
