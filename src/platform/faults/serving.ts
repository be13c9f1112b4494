import type { Fault } from '../deviation.ts'
import type { PlatformRequest } from '../http/message.ts'
import type { Passage, Way } from '../seams/passage.ts'
import type { Seams } from '../seams/seams.ts'
import { askedOf, isWell, jsonIn, passing, withBody, type Asked, type Json } from './passing.ts'
import { heldWithin } from '../held-within.ts'

/** The request that is being nowServed, for rules that are not told of it. */
interface Served extends Way {
  readonly asked: Asked
  /** Of the request, if it is JSON. */
  readonly sent: Json
  readonly token: string | undefined
}

const current = heldWithin<Served>()

/** Undefined outside a request. */
export const nowServed = (): Served | undefined => current.get()

/** A fault of rules that look at the request that they serve. */
export const serving = (
  id: string,
  breaks: Fault['breaks'],
  says: string,
  replaced: Pick<Fault, 'rule' | 'seam'>,
): Fault => ({
  id,
  breaks,
  says,
  ...(replaced.rule ? { rule: replaced.rule } : {}),
  seam: {
    ...replaced.seam,
    passage: {
      through: (request, go, way) => {
        const token = request.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1]
        return current.run({ ...way, asked: askedOf(request), sent: jsonIn(request) ?? {}, token }, () => go(request))
      },
    },
  },
})

/** The fault with one more thing in the way of every request, outside of what stands there. */
export function around(fault: Fault, outer: Seams['passage']['through']): Fault {
  const inner = fault.seam?.passage?.through
  const through: typeof outer = (request, go, way) => outer(request, inner ? (one) => inner(one, go, way) : go, way)
  return { ...fault, seam: { ...fault.seam, passage: { ...fault.seam?.passage, through } } }
}

/** A fault that changes the JSON of some requests before they are served. */
export const resending = (
  id: string,
  breaks: Fault['breaks'],
  says: string,
  concerns: (asked: Asked, way: Way) => boolean,
  change: (sent: Json) => Json,
): Fault =>
  passing(id, breaks, says, (request, go, way) => {
    const sent = concerns(askedOf(request), way) ? jsonIn(request) : undefined
    return go(sent ? withSent(request, change(sent)) : request)
  })

export const withSent = (request: PlatformRequest, sent: Json): PlatformRequest =>
  withBody(request, Buffer.from(JSON.stringify(sent)))

export const plain = (id: unknown): string => String(id).replaceAll('-', '').toUpperCase()

const namesOne = ({ by }: Asked): boolean => by === 'id' || by === 'externalId'
export const isRead = (asked: Asked): boolean => asked.method === 'GET' && (asked.by === 'list' || namesOne(asked))
export const asksForList = ({ method, by }: Asked): boolean => method === 'GET' && by === 'list'
export const isGet = (asked: Asked): boolean => asked.method === 'GET' && namesOne(asked)
export const isPost = ({ method, by }: Asked): boolean => method === 'POST' && by === 'list'
export const isUpdate = (asked: Asked): boolean => /^(?:PUT|PATCH)$/.test(asked.method) && namesOne(asked)
export const isWrite = (asked: Asked): boolean =>
  isPost(asked) || isUpdate(asked) || (asked.method === 'DELETE' && namesOne(asked))

/** The record that a path names, as it is now. */
export async function now(request: PlatformRequest, go: Passage): Promise<Json | undefined> {
  const response = await go({ ...withBody(request, Buffer.alloc(0)), method: 'GET' })
  const element = (jsonIn(response)?.['data'] as Json[] | undefined)?.[0]
  return isWell(response) && element ? (Object.values(element)[0] as Json) : undefined
}
