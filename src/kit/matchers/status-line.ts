import { show } from '../show.ts'

/** What the matchers read of an answer, or of a response part of a batch. */
export interface Reply {
  readonly status: number
  readonly text: string
  readonly json: unknown
}

export const is2xx = ({ status }: Pick<Reply, 'status'>): boolean => status >= 200 && status < 300

export function statusLine({ status, text }: Reply): string {
  return `status ${status}${text ? ` with ${show(text)}` : ' with an empty body'}`
}
