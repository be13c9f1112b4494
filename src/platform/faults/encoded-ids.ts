import type { Fault } from '../deviation.ts'
import { answering, withStatus, type Seen } from './edits.ts'

const reads: Readonly<Record<string, RegExp>> = {
  'crowd-get': /\/technicians\/external-id\/[^/]*%[^/]*$/,
  'crowd-address-get': /\/technicians\/[^/]+\/addresses\/[^/]*%[^/]*$/,
  'crowd-skill-get': /\/technicians\/[^/]+\/skills\/[^/]*%[^/]*$/,
  'service-get': /\/composite-tree\/service-calls\/[^/]*%[^/]*$/,
  'service-activity': /\/composite-tree\/service-calls\/[^/]+\/activities\/[^/]*%[^/]*$/,
  'user-get': /\/user\/v1\/users\/[^/]*%[^/]*$/,
  'scim-user-get': /\/scim\/v2\/Users\/[^/]*%[^/]*$/,
}

/** Reads that look for an id as it is written, and not as it is meant. */
export const encodedIdFaults: readonly Fault[] = Object.entries(reads).map(([name, path]) => ({
  id: `encoded-id-unknown-on-${name}`,
  breaks: ['A-AUT-11'],
  says: `An id in the path with percent-encoded unreserved characters is not found (${name} only).`,
  wire: answering(
    (seen: Seen) => seen.method === 'GET' && path.test(seen.path),
    () => withStatus(404, { title: 'Not Found', detail: 'nothing has this id' }),
  ),
}))
