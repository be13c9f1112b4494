import { Blocked } from './blocked.ts'
import type { RoutedWrite } from './write-route.ts'

/** How many users a run may create, whatever becomes of them: real systems pay for each. */
export function userAllowance(atMost: number) {
  let created = 0
  const isCreate = ({ kind, resource }: RoutedWrite): boolean =>
    kind === 'create' && (resource === 'user' || resource === 'scim-user')
  return {
    /** Before such a write is sent; throws Blocked if it would be one too many. */
    take(write: RoutedWrite | undefined): void {
      if (!write || !isCreate(write)) return
      if (created >= atMost)
        throw new Blocked(
          `it would create one more user than limits.mayCreateUsers of the target file allows (${atMost})`,
        )
      created += 1
    },
    /** A write that was refused created none. */
    giveBack(write: RoutedWrite | undefined, status: number): void {
      if (write && isCreate(write) && status >= 400 && status < 500) created -= 1
    },
  }
}
