import { plainId } from '../exchange/plain-id.ts'
import { holdsPlaceholder } from '../redact/placeholder.ts'
import { idsIn, isId } from './ids.ts'
import type { Mapping } from './mapping.ts'
import { tokenOf } from './overview.ts'
import type { ReplayEntry } from './recorded.ts'
import type { RecordedRoute } from './route.ts'

/** Why a recorded request cannot be repeated at any target; undefined where it can. */
export function unfit(
  { unsendable, request, response }: ReplayEntry,
  route: RecordedRoute | undefined,
): string | undefined {
  if (unsendable) return unsendable
  if (!route) return 'its address belongs to no documented interface'
  if (route.operation.id === 'token/change-password') return 'it would change a password'
  if (route.operation.interface === 'token')
    return 'it is a token service call; the identities in the target file log in on their own'
  if (response.status === 429 || response.status === 503)
    return `the recorded client was told to retry later (${response.status})`
  if ((response.status === 304 || response.status === 412) && request.headers.some(([name]) => /^if-/i.test(name)))
    return `its answer (${response.status}) was decided by a condition that holds for the recorded server only`
  const authorization = request.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1]
  if (authorization !== undefined && !/^Bearer\s+\S/i.test(authorization))
    return 'it does not authenticate with a bearer token'
  const [, given] = /[?&]access_token=([^&#]*)/.exec(request.url) ?? []
  if (authorization !== undefined && given !== undefined && tokenOf(request) !== decoded(given))
    return 'it carries two tokens; an identity has only one'
  if (tokenOf(request) !== undefined && response.status === 401)
    return 'its token was refused in the recording; the replay uses another'
  const address = request.url.replace(/([?&]access_token=)[^&#]*/g, '$1')
  const body = Buffer.from(request.body ?? []).toString('utf8')
  const secret =
    route.operation.interface === 'batch'
      ? body.replace(/^authorization[ \t]*:.*$/gim, '').replace(/([?&]access_token=)[^&\s]*/g, '$1')
      : body
  if (holdsPlaceholder(address) || holdsPlaceholder(secret))
    return 'it contained a secret; the recording has only a placeholder'
  return undefined
}

/** Recorded objects that do not exist in the replay, with the number of the exchange that created them. */
export interface Lost {
  /** Called after an exchange with what each of its calls created in the recording, and whether it succeeded here. */
  note(
    number: number,
    calls: ReadonlyArray<{ readonly created: readonly string[]; readonly isDoneNow: boolean }>,
    mapping: Mapping,
  ): void
  /** The failed exchange whose object a request needs. */
  neededBy({ request }: ReplayEntry): number | undefined
}

export function createLost(): Lost {
  const objects = new Map<string, number>()
  const made = new Set<string>()
  return {
    note(number, calls, mapping) {
      for (const { created, isDoneNow } of calls) {
        for (const name of created) {
          const key = isId(name) ? plainId(name) : name
          if (made.has(key)) continue
          const isKnown = !isId(name) || mapping.expected(name) !== undefined || mapping.name(name) !== undefined
          if (isDoneNow && isKnown) {
            made.add(key)
            objects.delete(key)
          } else if (!objects.has(key)) objects.set(key, number)
        }
      }
    },
    neededBy({ request }) {
      if (objects.size === 0) return undefined
      const text = `${decoded(request.url)}\n${Buffer.from(request.body ?? []).toString('utf8')}`
      const id = idsIn(text).find((one) => objects.has(one))
      if (id !== undefined) return objects.get(id)
      return [...objects].find(
        ([name]) =>
          !isId(name) &&
          [`"${name}"`, `'${name}'`, `/${name}?`, `/${name}\n`, `/${name} `, `/${name}/`].some((spelled) =>
            text.includes(spelled),
          ),
      )?.[1]
    },
  }
}

/** A deleted listing whose interval begins or ends during a deletion: whether it lists that is not reproducible. */
export function tornBy(route: RecordedRoute, mapping: Mapping): number | undefined {
  if (route.operation.id !== 'data/deleted') return undefined
  const query = new URLSearchParams(route.query)
  return ['from', 'to']
    .map((bound) => mapping.timeline.deletionAt(Number(query.get(bound))))
    .find((number) => number !== undefined)
}

const decoded = (url: string): string => {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

/** A record that the address names, that the recording did not create and the target does not have. */
export function isElsewhere(
  route: RecordedRoute,
  mapping: Mapping,
  recorded: number,
  now: { readonly status: number; readonly body: Uint8Array },
): string | undefined {
  const raw = route.parameters['resourceId'] ?? route.parameters['attachmentId'] ?? route.parameters['externalId']
  if (raw === undefined || recorded >= 300) return undefined
  const name = decoded(raw)
  if (mapping.expected(name) !== undefined || mapping.name(name) !== undefined) return undefined
  const isMissing =
    now.status === 404 ||
    now.status === 400 ||
    (now.status === 200 && /^\s*\{\s*"data"\s*:\s*\[\s*\]/.test(Buffer.from(now.body).toString('utf8')))
  return isMissing ? name : undefined
}
