import type { ActivityFacts } from '../target/activity-control.ts'
import type { PlannedActivity } from '../target/target.ts'

interface Wanted {
  /** Identity of the partner that it is planned to; default `partner`. */
  readonly to?: 'partner' | 'partner-2' | 'nobody'
  /** Status to begin with. */
  readonly status?: 'CONFIRMED' | 'NOTIFIED' | 'ACCEPTED'
  /** An activity to plan again. */
  readonly again?: PlannedActivity
  /** One of a list whose confirm was refused, and with which status: another is taken in its place. */
  readonly inPlaceOf?: PlannedActivity & { readonly refusedWith: number }
}

/** How activities get planned to a partner, which no interface of the documents does: a control or a fixture of the target file. */
export interface Activities {
  /** An activity of the run's own. `status` is undefined where the target cannot begin with the status that was wanted: it is then empty. */
  planned(wanted?: Wanted): Promise<PlannedActivity & { readonly status: Wanted['status'] }>
  /** Assignment and activity as they stand; undefined where the target offers no way to read them. */
  read(activity: PlannedActivity): Promise<ActivityFacts | undefined>
  /** How many business events it triggered so far; undefined where the target offers no way to see them. */
  events(activity: PlannedActivity): Promise<number | undefined>
}
