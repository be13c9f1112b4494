import { isObject, parseExactly } from '../exchange/json.ts'
import { idsInBody } from './ids-in-body.ts'
import type { ReadRequest } from './read-request.ts'
import type { RoutedWrite } from './write-route.ts'

type Place = Pick<RoutedWrite, 'at' | 'query'>

const refused = (place: Place, unreadable: string): RoutedWrite => ({
  ...place,
  kind: 'update',
  resource: '',
  touches: [],
  unreadable,
})

const segmentsOf = (path: string): string[] =>
  path
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodeURIComponent)

/** A write of a crowd technician: everything below a technician counts as part of it. */
export function crowdWrite({ method, body }: ReadRequest, path: string, place: Place): RoutedWrite {
  const [first, second, ...rest] = segmentsOf(path)
  const made = { ...place, interface: 'crowd', resource: 'technician' } as const
  if (first === undefined)
    return method === 'POST'
      ? { ...made, kind: 'create', touches: idsInBody(body, 'externalid'), called: namesIn(body) }
      : refused(place, 'no single technician can be read from its path')
  const isWhole = first.toLowerCase() === 'external-id' && second !== undefined && rest.length === 0
  const id = isWhole ? second : first
  if (isWhole && (method === 'PUT' || method === 'DELETE'))
    return { ...made, kind: method === 'PUT' ? 'update' : 'delete', id, touches: [id] }
  if (!isWhole && second !== undefined) return { ...made, kind: 'update', id, touches: [id] }
  return refused(place, 'no single technician can be read from its path')
}

/** First and last name, the two that a list of technicians shows. */
const namesIn = (body: string): string[] => {
  const sent = parseExactly(body)
  return isObject(sent) ? [sent['firstName'], sent['lastName']].filter((name) => typeof name === 'string') : []
}

/** An action on activities: it creates nothing, and every activity that it names must be the run's own. */
export function dispatchWrite({ body, method }: ReadRequest, path: string, place: Place): RoutedWrite {
  const segments = segmentsOf(path)
  const inPath = method === 'PUT' && segments.at(-2) === 'assignment-details' ? [segments.at(-1) ?? ''] : []
  const touches = [...inPath, ...activitiesIn(body)]
  return { ...place, kind: 'action', interface: 'dispatch', resource: 'activity', touches }
}

/** Every value of a key like activityId, wherever it stands: a lax server may read what JSON.parse refuses. */
const activitiesIn = (body: string): string[] =>
  [...body.matchAll(/["']activity_?id["']\s*:\s*(?:"([^"]*)"|'([^']*)'|([^\s,}\]]+))/gi)]
    .map(([, double, single, bare]) => double ?? single ?? bare ?? '')
    .filter((id) => id !== '' && id !== 'null')
