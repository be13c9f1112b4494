import { Blocked } from './blocked.ts'
import { GuardRefusal } from './guard-refusal.ts'
import type { Ownership } from './ownership.ts'
import type { Target } from './target.ts'
import type { GivenRequest } from './read-request.ts'
import { writeOf, type Write } from './write-route.ts'

export interface Guard {
  /** The write that a request is, undefined for a read. Throws before anything is sent where it aims at an object not our own. */
  judge(request: GivenRequest): Write | undefined
}

/** Own objects only, on every write route (law 9). */
export function guard(target: Target, ownership: Ownership): Guard {
  return {
    judge(request) {
      const write = writeOf(request, target.basePaths)
      if (!write) return undefined
      if (!target.writes) throw new Blocked('it would write, and the target file says writes: false')
      const refuse = (why: string): never => { throw new GuardRefusal(`${request.method} ${new URL(request.url).pathname} was not sent: ${why}`) }
      if (write.unreadable) return refuse(write.unreadable)
      if (write.kind === 'password') {
        const foreign = write.touches.find((name) => name !== target.identities['password']?.username && !ownership.ownsExternalId(name))
        return foreign === undefined ? write : refuse('only the user of identities.password may meet change_password')
      }
      const foreign = write.touches.find((id) => !ownership.owns(id))
      if (foreign !== undefined) return refuse(`record ${foreign} is not this run's own`)
      const named = [...(write.kind !== 'create' && write.externalId !== undefined ? [write.externalId] : []), ...(write.bulk?.externalIds ?? [])]
      const foreignName = named.find((externalId) => !ownership.ownsExternalId(externalId))
      if (foreignName !== undefined) return refuse(`external id ${foreignName} is not this run's own`)
      return write
    },
  }
}
