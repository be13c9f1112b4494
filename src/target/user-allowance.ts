import { Blocked } from './blocked.ts'
import type { Scope } from './scope.ts'
import type { RoutedWrite } from './write-route.ts'

/** How many users a run may create, whatever becomes of them: real systems pay for each. A create that is under way may make one. */
export function userAllowance(atMost: number) {
  let created = 0
  let underWay = 0
  const waiting: Array<() => void> = []
  const isCreate = (write: RoutedWrite | undefined): boolean =>
    write?.kind === 'create' && (write.resource === 'user' || write.resource === 'scim-user')
  return {
    /** Before such a write is sent: waits for those under way, which may be refused; throws Blocked if it would be one too many. */
    async take(write: RoutedWrite | undefined, { shrinks }: Pick<Scope, 'shrinks'> = {}): Promise<void> {
      if (!isCreate(write)) return
      if (shrinks) throw new Blocked('it would create a user to look for a smaller case of what was found')
      while (created + underWay >= atMost) {
        if (underWay === 0)
          throw new Blocked(
            `it would create one more user than limits.mayCreateUsers of the target file allows (${atMost})`,
          )
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
      underWay += 1
    },
    /** However it ended; a write that was refused or sent on as it is created none. */
    settle(write: RoutedWrite | undefined, status: number | undefined): void {
      if (!isCreate(write)) return
      underWay -= 1
      const createdNone = status !== undefined && (status === 307 || status === 308 || (status >= 400 && status < 500))
      if (!createdNone) created += 1
      for (const resume of waiting.splice(0)) resume()
    },
  }
}
