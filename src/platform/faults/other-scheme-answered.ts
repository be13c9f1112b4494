import type { Fault } from '../deviation.ts'
import { answering, withStatus } from './edits.ts'

const calls: Readonly<Record<string, readonly [method: string, end: string, status: number]>> = {
  list: ['GET', '/api/v1/assignment-details', 200],
  update: ['PUT', '/api/v1/assignment-details/', 200],
  confirm: ['POST', '/partner-dispatch/v1/confirm', 201],
  notify: ['POST', '/partner-dispatch/v1/notify', 201],
  reject: ['POST', '/partner-dispatch/v1/reject', 201],
  accept: ['POST', '/partner-dispatch/v1/accept', 201],
  'batch-accept': ['POST', '/partner-dispatch/v1/accept/batch', 201],
  release: ['POST', '/partner-dispatch/v1/release', 201],
}

const isOf = (path: string, end: string): boolean => (end.endsWith('/') ? path.includes(end) : path.endsWith(end))

/** Calls of dispatching of which each tells a client without a token that all went well. */
export const otherSchemeAnsweredFaults: readonly Fault[] = Object.entries(calls).map(
  ([name, [method, end, status]]) => ({
    id: `other-scheme-taken-on-dispatch-${name}`,
    breaks: ['A-AUT-05'],
    says: `Client credentials in place of a token are answered as if the call was done (dispatch-${name} only).`,
    wire: answering(
      (seen) => seen.method === method && isOf(seen.path, end) && /^Basic /i.test(seen.header('Authorization') ?? ''),
      () => withStatus(status, { results: [] }),
    ),
  }),
)
