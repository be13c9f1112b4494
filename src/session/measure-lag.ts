import type { Answer } from '../clients/answer.ts'
import { dtoPair } from '../target/dto-pair.ts'
import type { Context } from '../kit/context.ts'
import { holdsId } from '../kit/anywhere.ts'
import { longestLag } from '../target/visibility.ts'

/**
 * Milliseconds until a record of our own appears in a search and in the Query API, and once deleted in the deleted listing: the longest of
 * them; 0 if each shows it at once. What shows nothing within the longest lawful lag does not count: that is for the checks to find.
 */
export async function measureLag({ api, fresh, target, wait }: Context, now: () => number): Promise<number> {
  const resource = ['BusinessPartner', ...Object.keys(target.templates)].find(
    (name) => name in target.templates && name in target.dtos,
  )
  if (!resource) return 0
  const id = fresh.id()
  const body = fresh.body(resource, { id, externalId: fresh.externalId() })
  const made = await api.data.create(resource, body)
  if (made.status >= 300) return 0
  const lags = [
    await lagOf(() => api.data.list(resource, { query: { query: `id = "${id}"` } })),
    ...('query-api' in target.lacks ? [] : [await lagOf(selected)]),
  ]
  const from = Number((await api.data.get(resource, id)).record()?.['lastChanged']) - 2000
  const removed = await api.data.remove(resource, id, undefined, { force: true })
  if (removed.status < 300 && Number.isFinite(from))
    lags.push(await lagOf(() => api.data.deleted(resource, { from, to: from + 600_000 })))
  return Math.max(0, ...lags)

  function selected(): Promise<Answer> {
    const dtos = dtoPair(target, resource ?? '')
    return api.query.select(`select x.id from ${resource} x where x.id = '${id}'`, { dtos })
  }

  async function lagOf(look: () => Promise<Answer>): Promise<number> {
    const wroteAt = now()
    for (let pause = 50; ; pause = Math.min(2 * pause, 400)) {
      const askedAt = now()
      const answer = await look()
      // A list may be too long to show all: whether it lags cannot be seen there.
      if (answer.status >= 300) return 0
      if (holdsId(answer.json, id)) return pause === 50 ? 0 : askedAt - wroteAt
      if (now() - wroteAt > longestLag) return 0
      await wait(pause)
    }
  }
}
