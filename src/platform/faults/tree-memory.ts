import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { PlatformRequest } from '../http/message.ts'
import { isWell, jsonIn, passing, withJson, type Json } from './passing.ts'
import { uuidIn } from './tree-edits.ts'
import { activitiesIn, treePath } from './tree-wire.ts'

type Part = Readonly<Record<string, unknown>>

export const isTreeCall = ({ target }: Pick<PlatformRequest, 'target'>): boolean => target.includes(treePath)
export const isTreePost = (request: Pick<PlatformRequest, 'target' | 'method'>): boolean =>
  request.method === 'POST' && isTreeCall(request)

/** How a tree was sent, of which an activity is one. */
export interface Origin {
  readonly sent: Json
  readonly query: URLSearchParams
  readonly tree: Json
  /** Of the activity in its tree, from 0. */
  readonly at: number
}

const origins = perHouse(() => new Map<string, Origin>())

/** A fault of answers with activities, in their tree or by themselves, that depends on how each was sent. */
export const ofActivities = (
  id: string,
  breaks: Fault['breaks'],
  says: string,
  edit: (activity: Part, origin: Origin, isAlone: boolean) => Part,
): Fault =>
  passing(`service-${id}`, breaks, says, async (request, go, { house }) => {
    const response = await go(request)
    if (!isTreeCall(request) || !isWell(response)) return response
    const known = origins(house)
    const tree = jsonIn(response) ?? {}
    if (isTreePost(request))
      for (const [at, one] of activitiesIn(tree).entries())
        known.set(String(uuidIn(one['id'])), {
          sent: jsonIn(request) ?? {},
          query: new URLSearchParams(request.target.split('?')[1]),
          tree,
          at,
        })
    const edited = (activity: Part, isAlone: boolean): Part => {
      const origin = known.get(String(uuidIn(activity['id'])))
      return origin ? edit(activity, origin, isAlone) : activity
    }
    return withJson(response, (body) =>
      'activities' in body
        ? { ...body, activities: activitiesIn(body).map((one) => edited(one, false)) }
        : edited(body, true),
    )
  })

/** The activity as it was sent. */
export const sentOf = ({ sent, at }: Origin): Part => activitiesIn(sent)[at] ?? {}
