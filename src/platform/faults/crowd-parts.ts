import type { Deviation, Fault } from '../deviation.ts'
import type { Rulebook } from '../rulebook/rulebook.ts'
import { answering, taking, withStatus, type Seen } from './edits.ts'

const at = '/api/crowd/v2/technicians'

const fault = (id: string, breaks: string, says: string, crowd: Partial<Rulebook['crowd']>): Fault => ({
  id: `crowd-${id}`,
  breaks: [breaks],
  says,
  rule: { crowd },
})

const onWire = (id: string, breaks: string, says: string, wire: Deviation['wire']): Fault => ({
  id: `crowd-${id}`,
  breaks: [breaks],
  says,
  ...(wire ? { wire } : {}),
})

const isAt = (method: string, path: RegExp) => (seen: Seen) =>
  seen.method === method && seen.path.includes(at) && path.test(seen.path.slice(seen.path.indexOf(at) + at.length))

const whole = /^$/
const one = /^\/external-id\/[^/]+$/
const places = /^\/[^/]+\/addresses$/
const place = /^\/[^/]+\/addresses\/[^/]+$/
const batch = /\/addresses\/actions\/batch$/

/** A call refused, whatever it asks for. */
const refused = (id: string, breaks: string, method: string, path: RegExp, status: number): Fault =>
  onWire(id, breaks, `A ${method} is answered ${status}.`, {
    ...taking(isAt(method, path), () => ({ target: '/nowhere' })),
    ...answering(isAt(method, path), () => withStatus(status, { title: 'Refused' })),
  })

/** What the faults of crowd technicians are made of. */
export const crowdParts = { at, fault, onWire, refused, isAt, whole, one, places, place, batch }
