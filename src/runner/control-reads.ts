import type { Api } from '../clients/api.ts'
import { activityControl } from '../target/activity-control.ts'
import type { Target } from '../target/target.ts'
import { unlessBlocked } from '../target/unless-blocked.ts'

/** An activity that is planned to the partner, as its lists name it. */
async function listedActivity(api: Api): Promise<string | undefined> {
  for (const partnerDispatchingStatus of ['NOTIFIED', 'ACCEPTED']) {
    const answer = await api.dispatch.list({ query: { partnerDispatchingStatus } }).catch(unlessBlocked)
    const [, id] = /"activityId"\s*:\s*"([^"]+)"/i.exec(answer && answer.status < 300 ? answer.text : '') ?? []
    if (id !== undefined) return id
  }
  return undefined
}

/** Whether the control of activities tells of a single one, as far as a read shows: what an action leaves is seen in lists alone where it does not. */
export async function activitiesLine(as: (name: string) => Api, target: Target): Promise<string | undefined> {
  if (target.controls.activities === undefined || !('partner' in target.identities)) return undefined
  const id = await listedActivity(as('partner'))
  if (id === undefined)
    return 'activities  whether controls.activities tells of single activities is not known: identities.partner lists none to ask for'
  const control = activityControl(target)
  const facts = await control.read(id).catch(unlessBlocked)
  await control.close()
  return facts === undefined
    ? `activities  controls.activities tells nothing of activity ${id}, which identities.partner lists: what an action leaves beside the status is not seen, and what a release leaves not exercised`
    : undefined
}
