import type { Fault } from '../deviation.ts'

/** Operations as parts, by method and what their path has that no other of that method has. */
const places: Readonly<Record<string, readonly [method: string, path: RegExp]>> = {
  'data-get': ['GET', /\/v4\/ServiceCall\/[^/?]{32,36}\?/],
  'data-get-by-external-id': ['GET', /\/externalId\//],
  'data-list': ['GET', /\/v4\/ServiceCall\?/],
  'data-post': ['POST', /\/v4\/ServiceCall\?/],
  'data-put': ['PUT', /\/v4\/ServiceCall\/(?!externalId)/],
  'data-put-by-external-id': ['PUT', /\/externalId\//],
  'data-patch': ['PATCH', /\/v4\/ServiceCall\/(?!externalId)/],
  'data-patch-by-external-id': ['PATCH', /\/externalId\//],
  'data-delete': ['DELETE', /\/v4\/ServiceCall\/(?!externalId)/],
  'data-delete-by-external-id': ['DELETE', /\/externalId\//],
  'deleted-listing': ['GET', /\/deleted\?/],
  'attachment-post': ['POST', /\/v4\/Attachment\?/],
  'attachment-content': ['GET', /\/content\?/],
  'attachment-content-older-form': ['GET', /\/attachmentService\?/],
  'scim-users-list': ['GET', /\/scim\/v2\/Users/],
  'user-list': ['GET', /\/api\/user\/v1\/users/],
  'crowd-get': ['GET', /\/crowd\/v2\/technicians\/external-id\//],
  'crowd-list': ['GET', /\/crowd\/v2\/technicians(?:\?|$)/],
  'crowd-address-get': ['GET', /\/crowd\/v2\/technicians\/[^/]+\/addresses\//],
  'dispatch-list': ['GET', /\/assignment-details/],
  'service-get': ['GET', /\/composite-tree\/service-calls\//],
  'service-create': ['POST', /\/composite-tree\/service-calls/],
}

/** Faults of A-BAT-05: one operation is not found where it is the part of a batch. */
export const batchReachFaults: readonly Fault[] = Object.entries(places).map(([operation, [method, path]]) => ({
  id: `batch-part-unknown-of-${operation}`,
  breaks: ['A-BAT-05'],
  says: `A part is answered 404 where it is a ${operation}.`,
  rule: { batch: { reaches: (target, asked) => !(asked === method && path.test(target)) } },
}))
