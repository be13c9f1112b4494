import { storeAt } from '../data/stores.ts'
import { askedOf } from '../faults/passing.ts'
import { issuedIn } from '../faults/token-calls.ts'
import type { House } from '../house.ts'
import type { PlatformRequest } from '../http/message.ts'
import type { Store } from '../store/store.ts'

/** The records of the company that a request names, if its token is one of the account. */
export function storeMeant(request: PlatformRequest, house: House): Store | undefined {
  const account = issuedIn(house, request)?.account
  const company = account?.companies.find(({ name }) => name === askedOf(request).query.get('company'))
  return account && company && storeAt({ account, company }, house)
}
