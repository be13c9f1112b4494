import type { Activities } from '../kit/activities.ts'
import { activityControl } from '../target/activity-control.ts'
import { Blocked } from '../target/blocked.ts'
import type { Ledger } from '../target/ledger.ts'
import type { Ownership } from '../target/ownership.ts'
import type { Target } from '../target/target.ts'

/** Activities of one run: planned by controls.activities, or taken from fixtures.plannedActivities, each once. */
export function activityDesk(
  target: Target,
  owned: Ownership,
  ledger: Ledger,
  mustGoOn: () => void,
): Activities & { close(): Promise<void>; usedUp(): readonly string[] } {
  const control = activityControl(target)
  const isControlled = target.controls.activities !== undefined
  const used: string[] = []
  const refused = new Map<string, number>()
  let asked = 0

  const userOf = (identity: string): string => {
    const username = target.identities[identity]?.username
    if (username === undefined) throw new Blocked(`identities.${identity} is no user that an activity is planned to`)
    return username
  }

  return {
    async planned({ to = 'partner', status, again, inPlaceOf } = {}) {
      if (!isControlled) {
        const next = target.fixtures.plannedActivities?.[used.length]
        if (inPlaceOf) refused.set(inPlaceOf.activityId, inPlaceOf.refusedWith)
        if (to !== 'partner' || again || !next)
          throw new Blocked(
            next
              ? 'it needs an activity that fixtures.plannedActivities cannot give: set controls.activities in the target file'
              : refused.size > 0
                ? `fixtures.plannedActivities has no activity left that can be confirmed: it is refused with ${[...new Set(refused.values())].join(', ')}. What an earlier run used is of no use again: name others`
                : 'fixtures.plannedActivities has no activity left',
          )
        used.push(next.activityId)
        owned.own(next.activityId)
        return { ...next, status: undefined }
      }
      // It is no request of the budget; but no activity is planned for a check that can no longer ask about it.
      mustGoOn()
      const plain = {
        plannedTo: to === 'nobody' ? null : userOf(to),
        company: target.company,
        ...(again ? { activityId: again.activityId } : {}),
        plannedAs: `${owned.runTag}-activity-${++asked}`,
      }
      // A run that is killed meanwhile leaves a note that there may be one, though nobody knows its id.
      const noted = {
        trace: plain.plannedAs,
        resource: 'activity',
        interface: 'dispatch',
        at: String(target.controls.activities),
        query: {},
      } as const
      ledger.intend(noted.trace, { ...noted, kind: 'create', touches: [] })
      const there = status && (await control.plan({ ...plain, status }))
      const made = there ?? (await control.plan(plain))
      if (!made) throw new Blocked('controls.activities plans no activity')
      owned.own(made.activityId)
      ledger.made({ ...noted, id: made.activityId })
      return { ...made, status: there ? status : undefined }
    },
    read: async ({ activityId }) => (isControlled ? control.read(activityId) : undefined),
    events: async ({ activityId }) => (isControlled ? control.events(activityId) : undefined),
    usedUp() {
      const led = used.filter((id) => !refused.has(id))
      if (led.length === 0) return []
      return [
        `${led.length} of fixtures.plannedActivities were led to other states, and no interface leads them back: ${led.join(', ')}`,
      ]
    },
    close: () => control.close(),
  }
}
