import type { Target } from '../target/target.ts'
import { actingOf } from './acting.ts'
import type { RecordedCaller } from './overview.ts'

export interface Assigned {
  /** Caller key -> identity of the target file. */
  readonly identities: ReadonlyMap<string, string>
  /** Lines for the user: each caller that another user stands for. */
  readonly told: readonly string[]
}

/** Identities with the rights of a usual caller, for callers whose user name the target file does not have. */
const usual = ['admin', 'superuser', 'user']

/** Which identity stands for each recorded caller: the same user, else the next free one of the usual identities. */
export function assign(callers: readonly RecordedCaller[], target: Target): Assigned {
  const identities = new Map<string, string>()
  const told: string[] = []
  const acting = Object.entries(target.identities).map(([name, identity]) => ({
    name,
    grant: identity.grant,
    ...actingOf(identity, target),
  }))
  for (const {
    key,
    grant,
    acting: { account, user, clientId, company },
  } of callers) {
    const namesakes = acting.filter((one) => one.user === user)
    const points = (one: (typeof acting)[number]) =>
      Number(one.grant === grant) * 8 +
      Number(one.clientId === clientId) * 4 +
      Number(one.account === account) * 2 +
      Number(one.company === company)
    const [namesake] = [...namesakes].sort((a, b) => points(b) - points(a))
    if (namesake) {
      identities.set(key, namesake.name)
      continue
    }
    const taken = new Set(identities.values())
    const known = usual.filter((name) => name in target.identities)
    const name = known.find((one) => !taken.has(one)) ?? known[0] ?? acting[0]?.name
    if (name === undefined) {
      told.push(`the target file has no identity that could stand for ${user ?? clientId ?? 'a caller'}`)
      continue
    }
    const alone = !taken.has(name)
    identities.set(key, name)
    told.push(
      `${user === undefined ? `a caller of client ${clientId ?? 'unknown'}` : `user ${user}`} is replayed as identities.${name}${alone ? '' : ', which also stands for another caller: differences in what the two may see and do are lost'}`,
    )
  }
  return { identities, told }
}
