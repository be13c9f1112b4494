import type { Fault } from '../deviation.ts'
import type { PlatformRequest, PlatformResponse, WireFilter } from '../http/message.ts'
import type { Edit } from './tree-edits.ts'

type Part = Readonly<Record<string, unknown>>

export const activitiesIn = (part: Part): readonly Part[] =>
  Array.isArray(part['activities']) ? (part['activities'] as readonly Part[]) : []

/** Edits the activities from the second on. */
export const inLaterActivities =
  (edit: (activity: Part, first: Part) => unknown): Edit =>
  (tree) => {
    const [first = {}, ...more] = activitiesIn(tree)
    return more.length === 0 ? tree : { ...tree, activities: [first, ...more.map((one) => edit(one, first))] }
  }

export const treePath = '/composite-tree/service-calls'
export const treeBodyIn = (bytes: Buffer): Part | undefined => {
  try {
    return JSON.parse(bytes.toString('utf8')) as Part
  } catch {
    return undefined
  }
}

/** What a successful answer of the Service API is turned into, or a request to it. */
export const answeredTree = (
  change: (response: PlatformResponse, tree: Part, request: PlatformRequest) => PlatformResponse,
): WireFilter => ({
  response(response, request) {
    if (!request.target.includes(treePath)) return response
    const tree = response.status === 200 ? treeBodyIn(response.body) : undefined
    return tree ? change(response, tree, request) : response
  },
})

export const withTree = (response: PlatformResponse, tree: unknown): PlatformResponse => ({
  ...response,
  body: Buffer.from(JSON.stringify(tree), 'utf8'),
})

/** The answer to a POST, told with the body that was sent. */
export const toldOfPost = (change: (tree: Part, sent: Part) => unknown): WireFilter =>
  answeredTree((response, tree, request) => {
    const sent = request.method === 'POST' ? treeBodyIn(request.body) : undefined
    return sent ? withTree(response, change(tree, sent)) : response
  })

export const failing = (response: PlatformResponse, status: number): PlatformResponse => ({
  ...response,
  status,
  body: Buffer.from('{"error":"error"}', 'utf8'),
})

export const treeWireFault = (id: string, breaks: Fault['breaks'], says: string, wire: WireFilter): Fault => ({
  id: `service-${id}`,
  breaks,
  says,
  wire,
})
