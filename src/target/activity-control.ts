import { isObject } from '../exchange/json.ts'
import { Blocked } from './blocked.ts'
import { pooled } from './connections.ts'
import { sendPooled } from './send-pooled.ts'
import type { PlannedActivity, Target } from './target.ts'
import { waitAsTold } from './wait-as-told.ts'

/** What a simulator or an adapter tells of an activity and its assignment, with the names of the documents; nothing is promised. */
export interface ActivityFacts {
  readonly assignment: Readonly<Record<string, unknown>>
  readonly activity: Readonly<Record<string, unknown>>
}

interface Planning {
  /** `<account>/<user>` of the partner, or null for an activity that is planned to nobody. */
  readonly plannedTo: string | null
  readonly company: string
  /** An activity to plan again. */
  readonly activityId?: string
  /** A status to begin with, where the control can do that. */
  readonly status?: 'CONFIRMED' | 'NOTIFIED' | 'ACCEPTED'
  /** A name by which it can be removed where no answer told its id. */
  readonly plannedAs: string
}

/** Activities of partner dispatching by way of controls.activities: no exchanges of the run, so they use no budget and are never judged. */
export interface ActivityControl {
  /** POST. Undefined if the control cannot begin with such a status. */
  plan(planning: Planning): Promise<PlannedActivity | undefined>
  /** GET of one; undefined if the control tells nothing. */
  read(activityId: string): Promise<ActivityFacts | undefined>
  /** GET of its events: how many there were so far; undefined if the control tells none. */
  events(activityId: string): Promise<number | undefined>
  /** DELETE; undefined if it is still there. */
  remove(activityId: string): Promise<'removed' | 'absent' | undefined>
  /** DELETE of what was planned under this name, if anything was; false if the control cannot tell. */
  removeNamed(plannedAs: string): Promise<boolean>
  close(): Promise<void>
}

export function activityControl({ controls, tls }: Pick<Target, 'controls' | 'tls'>): ActivityControl {
  // Most runs of the prover never ask.
  let agent: ReturnType<typeof pooled> | undefined

  async function ask(method: string, path: string, body?: unknown): Promise<{ status: number; json: Json }> {
    if (!controls.activities) throw new Blocked('it needs controls.activities')
    const request = {
      method,
      url: `${controls.activities.replace(/\/+$/, '')}${path}`,
      headers: [['Content-Type', 'application/json']] as const,
      ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }),
    }
    for (let refusals = 0; ; refusals += 1) {
      const { response, failure } = await sendPooled(request, 15_000, (agent ??= pooled(tls?.ca, false)))
      if (!response) throw new Blocked(`controls.activities does not answer (${failure})`)
      const told = refusals < 6 ? waitAsTold(response, refusals) : undefined
      if (told === undefined) return { status: response.status, json: jsonIn(response.body) }
      await new Promise((resolve) => setTimeout(resolve, told))
    }
  }

  const one = (activityId: string) => `/${encodeURIComponent(activityId)}`
  return {
    async plan(planning) {
      const { status, json } = await ask('POST', '', planning)
      const { activityId, technicianId, responsible } = json
      if (status < 300 && typeof activityId === 'string' && typeof technicianId === 'string')
        return { activityId, technicianId, ...(typeof responsible === 'string' ? { responsible } : {}) }
      if (planning.status !== undefined && status >= 400 && status < 500) return undefined
      throw new Blocked(`controls.activities answers ${status} without activityId and technicianId`)
    },
    async read(activityId) {
      const { status, json } = await ask('GET', one(activityId))
      const { assignment, activity } = json
      return status < 300 && isObject(assignment) && isObject(activity) ? { assignment, activity } : undefined
    },
    async events(activityId) {
      const { status, json } = await ask('GET', `${one(activityId)}/events`)
      return status < 300 && Array.isArray(json['events']) ? json['events'].length : undefined
    },
    async remove(activityId) {
      const { status } = await ask('DELETE', one(activityId))
      return status < 300 ? 'removed' : status === 404 || status === 410 ? 'absent' : undefined
    },
    async removeNamed(plannedAs) {
      const { status } = await ask('DELETE', `?plannedAs=${encodeURIComponent(plannedAs)}`)
      return status < 300
    },
    close: async () => agent?.destroy(),
  }
}

type Json = Readonly<Record<string, unknown>>

function jsonIn(body: Uint8Array): Json {
  try {
    const json: unknown = JSON.parse(Buffer.from(body).toString('utf8'))
    return isObject(json) ? json : {}
  } catch {
    return {}
  }
}
