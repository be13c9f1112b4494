import type { Exchange } from '../exchange/exchange.ts'
import type { Context } from '../kit/context.ts'
import type { Session } from '../session/session.ts'
import { unlessBlocked } from '../target/unless-blocked.ts'
import { watched, type Watch } from './watch.ts'

/** So many looks are taken at an activity that is left alone. */
const looks = 6

const bySession = new WeakMap<Session, Watch<boolean>>()

const isDispatching = ({ request }: Exchange): boolean => /\/partner-dispatch\/v1\//.test(request.url)

/**
 * Why a failed attempt that dispatched activities proves nothing: an automation of the crowd owner notifies each that is confirmed. It has to notify one,
 * too, that is confirmed and then left alone, and not at once: so a confirm that does more than it should is not excused.
 */
export async function dispatchersAtWork(
  exchanges: readonly Exchange[],
  check: string,
  context: Context,
  session: Session,
): Promise<string | undefined> {
  if (!exchanges.some(isDispatching) || context.target.controls.activities === undefined) return undefined
  const watch = watched(bySession.get(session), check, session, (ms) =>
    notifiesWhatIsLeftAlone(context, ms).catch(unlessBlocked),
  )
  bySession.set(session, watch)
  return (await watch.saw)
    ? 'somebody notifies each activity that is confirmed, so what failed may be his doing'
    : undefined
}

async function notifiesWhatIsLeftAlone(context: Context, patienceMs: number): Promise<boolean> {
  const { activities, wait } = context
  const stepMs = patienceMs / looks
  const subject = await activities.planned()
  const statusNow = async () => (await activities.read(subject))?.assignment['partnerDispatchingStatus']
  const { activityId, technicianId } = subject
  await context.as('crowd-owner').dispatch.act('confirm', { activityId, technicianid: technicianId })
  let before = await statusNow()
  // It may be answered before it is done.
  for (let waited = 0; waited < patienceMs && (before === 'CONFIRMED' || (before ?? null) === null); waited += stepMs) {
    await wait(stepMs)
    const now = await statusNow()
    if (before === 'CONFIRMED' && now === 'NOTIFIED') {
      await wait(stepMs)
      return (await statusNow()) === 'NOTIFIED'
    }
    before = now
  }
  return false
}
