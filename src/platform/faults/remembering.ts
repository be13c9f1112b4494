import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { askedOf, isWell } from './passing.ts'
import { now, nowServed, plain } from './serving.ts'

const gone = perHouse(() => new Map<string, number>())

/** Whether the request that is served is a PATCH that removes values and does nothing else. */
export const onlyNull = (): boolean => {
  const { asked, sent = {} } = nowServed() ?? {}
  const values = Object.entries(sent).flatMap(([name, value]) => (name === 'lastChanged' ? [] : [value]))
  return asked?.method === 'PATCH' && values.length > 0 && values.every((value) => value === null)
}

/** Notes what was deleted, then goes on. */
export const remembering = (fault: Fault): Fault => ({
  ...fault,
  seam: {
    ...fault.seam,
    passage: {
      through: async (request, go, way) => {
        const { method } = askedOf(request)
        const before = method === 'DELETE' ? await now(request, go) : undefined
        const response = await (fault.seam?.passage?.through ?? ((asked, on) => on(asked)))(request, go, way)
        if (before && isWell(response)) gone(way.house).set(plain(before['id']), Number(before['lastChanged']))
        return response
      },
    },
  },
})

/** The lastChanged that a deleted record had, if it was deleted in the sight of a fault that remembers. */
export const wasDeleted = (id: string | undefined): number | undefined => {
  const at = nowServed()
  return at && id !== undefined ? gone(at.house).get(plain(id)) : undefined
}
