import type { Sink } from '../keep.ts'

const nothing = { size: 0, chunks: [], release: () => undefined }

/** For what passes and is not recorded. */
export const unrecorded: Sink = {
  tap: () => ({ see: () => undefined, passed: () => nothing }),
  told: () => undefined,
  unread: () => undefined,
  hold: () => undefined,
}
