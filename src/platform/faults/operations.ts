/** Operations on records, as `operation-of.ts` names them: what the families of faults go through. */
export const recordReads = [
  'data-get',
  'data-get-by-external-id',
  'data-list',
  'deleted-listing',
  'attachment-content',
  'attachment-content-older-form',
  'query',
]

export const recordChanges = [
  'data-put',
  'data-put-by-external-id',
  'data-patch',
  'data-patch-by-external-id',
  'data-delete',
  'data-delete-by-external-id',
]
