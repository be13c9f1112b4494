import { encode } from '../clients/caller.ts'
import { actAs, type Acting } from './acting.ts'
import { isSecretInAddress } from '../redact/names.ts'
import type { Mapping } from './mapping.ts'
import { lockTime, rewriteValue } from './rewrite-json.ts'
import { rewriteQuery, rewriteTime } from './rewrite-query.ts'
import type { RecordedRoute } from './route.ts'

export interface Rewriting {
  readonly mapping: Mapping
  /** How the recorded caller acted, and how the identity that stands for it acts. */
  readonly recorded: Acting
  readonly now: Acting
  /** The identity's token, for each place where a recorded one stood. */
  readonly token?: string
  readonly recordedNow: number
  /** The target's cluster address, for batch parts that name it in full. */
  readonly address: string
}

/** Path and query below the target's address. What means the same there stays byte for byte. */
export function rewriteAddress(
  route: RecordedRoute,
  { mapping, recorded, now, token, recordedNow }: Rewriting,
): string {
  const about = recordIn(route, mapping)
  const account = route.parameters['accountName']
  const path = route.path
    .split('/')
    .map((segment) => {
      const plain = decoded(segment)
      if (segment === '' || plain === undefined) return segment
      const changed =
        segment === account
          ? (actAs('account', plain, recorded, now) ?? plain)
          : rewriteValue(keyOf(segment, route), plain, mapping)
      return changed === plain ? segment : encode(changed)
    })
    .join('/')
  const query =
    route.query === ''
      ? []
      : route.query.split('&').flatMap((pair) => {
          const at = pair.indexOf('=')
          const [name, value] =
            at < 0 ? [pair, undefined] : [decoded(pair.slice(0, at)), decoded(pair.slice(at + 1).replaceAll('+', ' '))]
          if (name === undefined || value === undefined) return [pair]
          const changed = rewriteParameter(name, value)
          return changed === null ? [] : [changed === value ? pair : `${pair.slice(0, at)}=${encode(changed)}`]
        })
  return `${path}${query.length > 0 ? `?${query.join('&')}` : ''}`

  function rewriteParameter(name: string, value: string): string | null {
    if (name === 'access_token') return token ?? (value === '' ? value : null)
    if (isSecretInAddress(name) && !route.operation.parameters.some((known) => known.name === name)) return null
    if (name === 'query') return rewriteQuery(value, mapping, recordedNow)
    if (name === 'lastChanged') return String(lockTime(Number(value), mapping, about) ?? value)
    if (name === 'from' || name === 'to') return rewriteTime(value, name === 'to' ? '<=' : '>=', mapping, recordedNow)
    const acted = actAs(name, value, recorded, now)
    return acted === value ? rewriteValue('', value, mapping) : acted
  }
}

const keyOf = (segment: string, { parameters }: RecordedRoute): string =>
  segment === parameters['externalId']
    ? 'externalId'
    : segment === parameters['resourceId'] || segment === parameters['attachmentId']
      ? 'id'
      : ''

/** The record that an address names, by its recorded id. */
export function recordIn({ parameters }: RecordedRoute, mapping: Mapping): string | undefined {
  const { resourceId, attachmentId, externalId } = parameters
  const name = decoded(resourceId ?? attachmentId ?? externalId ?? '')
  return externalId === undefined || name === undefined ? name || undefined : mapping.carrier(name)
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
