import type { Finding } from './finding.ts'
import type { Cause, PlannedCheck, Verdict } from './stream.ts'

interface Case {
  readonly verdict: Verdict
  readonly finding?: Finding
}

/** Red verdicts; a check that only warns is told under the cause of one that fails, if they share it. */
const told: ReadonlySet<Verdict['is']> = new Set(['fail', 'blocked', 'stale', 'kit-error', 'warn'])

/** Why a check without a finding is not judged, free of what differs from check to check. */
const reasonOf = ({ is, because = '' }: Verdict): string =>
  `${is}: ${(because.split('\n')[0] ?? '').replace(/\d{3,}/g, '#').slice(0, 200)}`

/** Nothing where something was expected, or one text for all of an interface: too little to name a cause by, enough to join two. */
function likeness({ symptom, operation = '' }: Finding): string[] {
  const [, before = '', after = ''] = /^.*?: (.*) -> (.*)$/s.exec(symptom) ?? []
  if (/^(?:null|nothing|none)\b/.test(after)) return [`nothing ${operation}`]
  return before !== '' && after.split(' ').length >= 5 ? [`words ${operation.split('/')[0]} ${after}`] : []
}

/**
 * What two cases of one cause have in common: the same symptom; or the same rule, broken in an answer of the same operation (which joins a
 * setup step with the checks of its rule). Cases without a finding go by their reason.
 */
const marksOf = ({ verdict, finding }: Case): readonly string[] =>
  finding
    ? [
        `symptom ${finding.symptom}`,
        `rule ${finding.requirement} ${finding.operation ?? finding.symptom}`,
        ...likeness(finding),
      ]
    : [`reason ${reasonOf(verdict)}`]

const worth = ({ verdict, finding }: Case): number =>
  // Clearest first: a check of the rule itself, a named difference, few exchanges.
  (finding?.requirement === verdict.requirement ? 0 : 20) +
  (finding?.differs ? 0 : 10) +
  Math.min(finding?.exchanges.length ?? 9, 9)

/** An address at which nothing answers as it should. */
const absent = /^[\w-]+: status ((?:403|404|405|501)\b.*)$/

/** The keys of the target file that lead to what no target can lack. */
const addresses: Readonly<Record<string, string>> = { token: 'addresses.auth', directory: 'addresses.directory' }

/**
 * The need that a target seems not to have at all, or the address of it that seems to be wrong: nothing is found there, and that is what most
 * checks of it came to. Nothing where something else is likelier.
 */
function absenceOf(
  { symptoms, failed, blocked, warned }: Cause,
  plan: readonly PlannedCheck[],
): Pick<Cause, 'lacks' | 'address'> {
  const answer = absent.exec(symptoms[0] ?? '')?.[1]
  if (answer === undefined) return {}
  const ids = new Set([...failed, ...blocked, ...warned])
  const struck = plan.filter(({ id }) => ids.has(id))
  // What only records is struck without a word.
  const areMost = (of: (one: PlannedCheck) => boolean): boolean =>
    struck.filter(of).length * 2 >= plan.filter((one) => of(one) && /^(?:must|implied)$/.test(one.level)).length
  const [named = ''] = commonest(struck.map((one) => one.interface))
  const needed = commonest(struck.flatMap(({ needs = [] }) => needs)).filter((need) => {
    const needing = ({ needs }: PlannedCheck): boolean => needs?.includes(need) ?? false
    return areMost(needing) && struck.filter(needing).length * 2 >= struck.length
  })
  const need = needed.find((one) => one === named || one === `${named}-api`) ?? needed[0]
  if (need !== undefined) return { lacks: { need, because: `its address is answered with status ${answer}` } }
  const address = addresses[named]
  return address !== undefined && areMost((one) => one.interface === named) ? { address } : {}
}

/** What is not there at all is also why other checks that need it could not be judged, whatever they say of it. */
function absorbed(causes: readonly Cause[], plan: readonly PlannedCheck[]): readonly Cause[] {
  const needing = (need: string) => new Set(plan.filter(({ needs }) => needs?.includes(need)).map(({ id }) => id))
  const missing = causes.flatMap((cause) => (cause.lacks ? [{ cause, ids: needing(cause.lacks.need) }] : []))
  const ownerOf = (cause: Cause): Cause | undefined =>
    cause.failed.length > 0 || cause.lacks
      ? undefined
      : missing.find(({ ids }) => cause.blocked.length > 0 && cause.blocked.every((id) => ids.has(id)))?.cause
  const owners = new Map(causes.map((cause) => [cause, ownerOf(cause)]))
  return causes
    .filter((cause) => owners.get(cause) === undefined)
    .map((cause) => {
      const others = causes.filter((other) => owners.get(other) === cause)
      const all = (of: 'blocked' | 'warned') => [...new Set([cause, ...others].flatMap((one) => one[of]))]
      return others.length === 0 ? cause : { ...cause, blocked: all('blocked'), warned: all('warned') }
    })
}

/** Groups what is red (and the warnings) by cause, the largest cause first. */
export function causesOf(plan: readonly PlannedCheck[], verdicts: readonly Verdict[]): readonly Cause[] {
  const cases = verdicts
    .filter(({ is }) => told.has(is))
    .flatMap((verdict): Case[] =>
      verdict.findings.length > 0 ? verdict.findings.map((finding) => ({ verdict, finding })) : [{ verdict }],
    )
  const parents = new Map<string, string>()
  const root = (mark: string): string => {
    let at = mark
    for (let up = parents.get(at); up !== undefined; up = parents.get(at)) at = up
    return at
  }
  const join = (one: string, other: string): void => {
    const [a, b] = [root(one), root(other)]
    if (a !== b) parents.set(b, a)
  }
  const groups = new Map<string, Case[]>()
  for (const one of cases) {
    const [first = '', ...more] = marksOf(one)
    for (const mark of more) join(first, mark)
  }
  for (const one of cases) {
    const key = root(marksOf(one)[0] ?? '')
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  const causes = [...groups.values()].map((group) => {
    const cause = causeOf(group)
    return { ...cause, ...absenceOf(cause, plan) }
  })
  return [...absorbed(causes, plan)].sort((a, b) => weight(b) - weight(a) || (a.id < b.id ? -1 : 1))
}

/** Groups what the baseline knows: a long list of it hides what is new. */
export const knownCausesOf = (plan: readonly PlannedCheck[], verdicts: readonly Verdict[]): readonly Cause[] =>
  causesOf(
    plan,
    verdicts.flatMap((verdict) => (verdict.is === 'known' ? [{ ...verdict, is: 'fail' as const }] : [])),
  ).map(({ lacks: _, address: __, ...cause }) => cause)

/** Each value once, the most common first. */
function commonest(values: ReadonlyArray<string | undefined>): readonly string[] {
  const counts = new Map<string, number>()
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([value]) => value)
}

const weight = ({ failed, blocked, warned }: Cause): number =>
  failed.length > 0 ? 1e6 + failed.length + blocked.length : blocked.length > 0 ? 1e3 + blocked.length : warned.length

function causeOf(cases: readonly Case[]): Cause {
  const symptoms = commonest(cases.map(({ finding }) => finding?.symptom))
  const rules = commonest(cases.map(({ finding }) => finding?.requirement))
  // Of the rule that is broken most often the clearest; of equally clear ones the most common symptom, then the first in the plan.
  const isAbsent = absent.test(symptoms[0] ?? '')
  const rank = (one: Case): number =>
    // Where nothing is found at an address, what says that is clearer than what follows from it.
    (isAbsent && one.finding?.symptom !== symptoms[0] ? 1e12 : 0) +
    (one.verdict.is === 'fail' ? 0 : 1e9) +
    rules.indexOf(one.finding?.requirement ?? '') * 1e6 +
    worth(one) * 1000 +
    symptoms.indexOf(one.finding?.symptom ?? '')
  const clearest = cases.reduce((best, one) => (rank(one) < rank(best) ? one : best))
  const checks = (...words: ReadonlyArray<Verdict['is']>): readonly string[] => [
    ...new Set(cases.filter(({ verdict }) => words.includes(verdict.is)).map(({ verdict }) => verdict.check)),
  ]
  return {
    id: clearest.finding?.symptom ?? reasonOf(clearest.verdict),
    check: clearest.verdict.check,
    ...(clearest.finding ? { finding: clearest.finding.fingerprint } : {}),
    symptoms,
    failed: checks('fail', 'stale'),
    blocked: checks('blocked', 'kit-error'),
    warned: checks('warn'),
  }
}
