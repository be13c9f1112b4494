import { Blocked } from './blocked.ts'
import { GuardRefusal } from './guard-refusal.ts'
import { homeOf, homeOfPeople } from './elsewhere.ts'
import type { Ownership } from './ownership.ts'
import { isPeople } from './people-writes.ts'
import type { Target } from './target.ts'
import type { GivenRequest } from './read-request.ts'
import { writesOf, type RoutedWrite } from './write-route.ts'

export interface Guard {
  /** What a request writes, nothing for a read. Throws before anything is sent if it targets an object that is not the run's own. */
  judge(request: GivenRequest): readonly RoutedWrite[]
}

/** Own objects only, on every write route. */
export function guard(target: Target, ownership: Ownership): Guard {
  return {
    judge(request) {
      const writes = writesOf(request, target.basePaths)
      if (writes.length === 0) return []
      if (!target.writes) throw new Blocked('it would write, and the target file says writes: false')
      const refuse = (why: string): never => {
        throw new GuardRefusal(`${request.method} ${new URL(request.url).pathname}`, why)
      }
      for (const write of writes) {
        const why = foreignIn(write)
        if (why) return refuse(why)
      }
      return writes.map((write) => {
        const as = isPeople(write.resource) ? homeOfPeople(write.query, target) : homeOf(write.query, target)
        return as ? { ...write, as } : write
      })
    },
  }

  function foreignIn(write: RoutedWrite): string | undefined {
    if (write.unreadable) return write.unreadable
    if (write.kind === 'password') {
      const foreign = write.touches.find(
        (name) => name !== target.identities['password']?.username && !ownership.ownsExternalId(name),
      )
      return foreign === undefined ? undefined : 'only the user of identities.password may meet change_password'
    }
    const foreign = write.touches.find((id) => !ownership.owns(id))
    if (foreign !== undefined && ownership.isDoubted(foreign))
      throw new Blocked(
        `record ${foreign} is not written: a create was answered with it, but its lastChanged lies more than an hour before that answer (by its Date header, or by the clock of the kit), so it may be somebody else's; are the clocks of the target that far apart?`,
      )
    if (foreign !== undefined) return `${isPeople(write.resource) ? '' : 'record '}${foreign} is not this run's own`
    const named = [
      ...((write.kind !== 'create' || isPeople(write.resource)) && write.externalId !== undefined
        ? [write.externalId]
        : []),
      ...(write.bulk?.externalIds ?? []),
      ...(write.names ?? []),
    ]
    const foreignName = named.find((externalId) => !ownership.ownsExternalId(externalId))
    return foreignName === undefined ? undefined : `external id ${foreignName} is not this run's own`
  }
}
