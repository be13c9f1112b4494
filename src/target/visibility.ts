import type { BasePaths } from './base-paths.ts'
import type { Scope } from './scope.ts'
import type { Target } from './target.ts'
import type { Outgoing } from './transport.ts'

/**
 * Longest time in milliseconds that lists may lag behind writes unless the target file names a longer one. No sentence states a time for
 * lists, queries, deleted listings and expansions; a read by id or external id is of one record and has to show a write at once.
 */
export const longestLag = 5000

/** How long an effect may take that lists, or other places that show the same, show: not at all where the target file says that they do not lag. */
export const lagOf = ({ limits }: Pick<Target, 'limits'>, longest = longestLag): number =>
  limits.listLagMs === 0 ? 0 : longest

/**
 * How long a write of the SCIM API is given that was only taken (202), in milliseconds: no sentence says with what one is answered (B-SCM-17), so what
 * it does may show later.
 */
export const takenMs = 2000

/** How many tries with the longest wait may be in vain before no more are made. */
const vainTries = 3

/** The one place that knows how long a list may lag behind writes, and makes every request that reads a list wait for it. */
export interface Visibility {
  /** Waits before a request that reads a list, until it has to show what its scope wrote. */
  before(outgoing: Outgoing, scope: Scope): Promise<void>
  /** Waits until lists have to show what this scope wrote; the time of its last write, if it wrote. */
  settled(scope: Scope): Promise<number | undefined>
  /** At a time that is not now, another scope wrote what this one reads. */
  wrote(scope: Scope, at?: number): void
  /** A write of this scope was answered with this status. */
  answered(outgoing: Outgoing, status: number, scope: Scope): void
  /** Whether a list was read that a longer lag than the known one could explain. */
  readSoon(scope: Scope): boolean
  /** Whether it is worth while to try again with the longest wait. */
  worthPatience(): boolean
  /** Tells whether such a try came to another result; if so, lists lag by more than was known. */
  patienceHelped(helped: boolean): void
  /** What a report says of it; undefined if no list was waited for. */
  told(): { readonly lags: boolean; readonly text: string } | undefined
}

export interface VisibilityOptions {
  readonly basePaths: BasePaths
  /** limits.listLagMs of the target file. */
  readonly declaredMs?: number
  /** How long it took until lists showed a write, in milliseconds; asked once, and only if needed. */
  measure(): Promise<number>
  wait(ms: number): Promise<void>
  now(): number
}

export function visibility({ basePaths, declaredMs, measure, wait, now }: VisibilityOptions): Visibility {
  // Keyed by the list of exchanges, which a scope shares with its copies.
  const states = new WeakMap<Scope['exchanges'], { wroteAt: number; readSoon: boolean }>()
  const longest = Math.max(declaredMs ?? 0, longestLag)
  const takenAt = new WeakMap<Scope['exchanges'], number>()
  let measured: Promise<number> | undefined
  let known: { ms: number; from: 'declared' | 'measured' | 'inferred' } | undefined
  let vain = 0

  const lag = async (): Promise<number> => {
    if (declaredMs !== undefined) known ??= { ms: declaredMs, from: 'declared' }
    if (!known) {
      measured ??= measure()
      const ms = await measured
      // A lag is no constant: half as much again on top of it.
      known ??= { ms: ms === 0 ? 0 : Math.ceil(ms * 1.5) + 250, from: 'measured' }
    }
    return known.ms
  }

  const settled = async (scope: Scope): Promise<number | undefined> => {
    const state = states.get(scope.exchanges)
    if (!state || scope.racing || scope.lists === 'at once') return state?.wroteAt
    const left = state.wroteAt + (scope.lists === 'patiently' ? longest : await lag()) - now()
    if (left > 0) await wait(left)
    if (now() - state.wroteAt < longest) state.readSoon = true
    return state.wroteAt
  }

  return {
    settled,
    before: async (outgoing, scope) => {
      const at = takenAt.get(scope.exchanges)
      const left = at === undefined || scope.racing || scope.tidies ? 0 : at + takenMs - now()
      if (left > 0 && isOfPeople(outgoing, basePaths)) await wait(left)
      if (states.has(scope.exchanges) && readsList(outgoing, basePaths)) await settled(scope)
    },
    wrote(scope, at = now()) {
      const state = states.get(scope.exchanges)
      states.set(scope.exchanges, { readSoon: false, ...state, wroteAt: Math.max(at, state?.wroteAt ?? at) })
    },
    answered({ method, url }, status, scope) {
      if (status === 202 && method !== 'GET' && pathIn(url).includes(`${basePaths.scim}/`))
        takenAt.set(scope.exchanges, now())
    },
    readSoon: (scope) => states.get(scope.exchanges)?.readSoon ?? false,
    worthPatience: () => declaredMs === undefined && vain < vainTries,
    patienceHelped(helped) {
      vain = helped ? 0 : vain + 1
      if (helped) known = { ms: longest, from: 'inferred' }
    },
    told: () => known && { lags: known.ms > 0, text: inWords(known) },
  }
}

function inWords({ ms, from }: { readonly ms: number; readonly from: 'declared' | 'measured' | 'inferred' }): string {
  if (ms === 0)
    return `lists show a write at once${from === 'declared' ? ' (limits.listLagMs of the target file)' : ''}: nothing waited for them`
  const why = {
    declared: 'limits.listLagMs of the target file',
    measured: 'as measured, with half as much again; limits.listLagMs of the target file sets it',
    inferred: 'checks failed until they waited so long; limits.listLagMs of the target file sets it',
  }[from]
  return `lists may lag behind writes: each list that was read after a write was read ${(ms / 1000).toFixed(1)} s after it (${why})`
}

const pathIn = (url: string): string => new URL(url).pathname

/** The SCIM API and the User API show the same users. */
const isOfPeople = ({ url }: Outgoing, { scim, user }: BasePaths): boolean =>
  [scim, user].some((path) => pathIn(url).includes(path))

/** Lists, deleted listings, expansions and the Query API, alone or in a batch. */
function readsList(
  { method, url, body }: Outgoing,
  { data, query, batch, crowd, dispatch, scim, user }: BasePaths,
): boolean {
  const { pathname, searchParams } = new URL(url)
  if (method === 'GET') {
    if (pathname.endsWith(crowd) || pathname.includes(`${dispatch}/api/v1/assignment-details`)) return true
    if (pathname.endsWith(user) || pathname.endsWith(`${scim}/Users`) || pathname.endsWith(`${scim}/Groups`))
      return true
    const at = pathname.indexOf(`${data}/`)
    if (at < 0) return false
    const [, second, third] = pathname.slice(at + data.length + 1).split('/')
    return searchParams.has('expand') || !second || (second === 'deleted' && !third)
  }
  if (method !== 'POST') return false
  if (pathname.endsWith(query)) return true
  return (
    pathname.includes(batch.replace(/\/+$/, '')) &&
    /^(?:GET|POST \S*\/query\/)/m.test(Buffer.from(body ?? '').toString('latin1'))
  )
}
