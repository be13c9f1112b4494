import type { Api } from '../clients/api.ts'
import { Blocked } from '../target/blocked.ts'
import { Stopped } from '../target/stopper.ts'
import type { Target } from '../target/target.ts'
import { activitiesLine } from './control-reads.ts'
import { objectTypeLines } from './object-types.ts'

const manyPasswords = 12

/** What a run creates in trees and cannot remove again, as a deletion names a DTO version. */
export function unremovable({ writes, dtos, fixtures: { tree } }: Target): readonly string[] {
  if (!writes || !tree) return []
  return [
    ...('Activity' in dtos ? [] : ['Activity']),
    ...(tree.material === undefined || 'ReservedMaterial' in dtos ? [] : ['ReservedMaterial']),
  ]
}

/** What a run would only say at its end: of passwords that cannot easily be put back, a user who may use every company, activities of which nothing is told, and types that are perhaps misspelt. */
export async function foreseen(as: (name: string) => Api, target: Target): Promise<readonly string[]> {
  const told = [passwordLine(target), await companiesLine(as, target), await activitiesLine(as, target)]
  return [...told.flatMap((line) => line ?? []), ...(await objectTypeLines(as('admin'), target))]
}

function passwordLine({ has, identities, passwordPolicy: { history = 0 } = {} }: Target): string | undefined {
  if (!has.includes('password-change') || !('password' in identities) || history <= manyPasswords) return undefined
  return `password    passwordPolicy.history is ${history}: putting the password of identities.password back after a run takes more than ${history} changes, and if one is refused the password stays another: the run then says so`
}

/** The names of the companies that a token response tells; undefined where it tells none. */
async function companiesOf(api: Api): Promise<readonly string[] | undefined> {
  try {
    const { json } = await api.token.obtain()
    const told = (json as { readonly companies?: unknown } | undefined)?.companies
    if (!Array.isArray(told)) return undefined
    return told.map((one: { readonly name?: unknown } | null) => String(one?.name).toLowerCase())
  } catch (error) {
    if (error instanceof Blocked || error instanceof Stopped) return undefined
    throw error
  }
}

async function companiesLine(as: (name: string) => Api, target: Target): Promise<string | undefined> {
  if (!('user' in target.identities)) return undefined
  const [whole, own] = [await companiesOf(as('admin')), await companiesOf(as('user'))]
  if (!whole || !own || whole.some((name) => !own.includes(name))) return undefined
  return 'companies   identities.user has every company of identities.admin: nothing tells whether a user is kept out of another company, and the checks of that are not exercised'
}
