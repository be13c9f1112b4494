import type { Reply } from './matchers/status-line.ts'

/** A refusal of what was sent, and not of who sent it: which of these statuses tells it, most tables of the documents leave open. */
export const isObjection = ({ status }: Pick<Reply, 'status'>): boolean =>
  status >= 400 && status < 500 && status !== 401
