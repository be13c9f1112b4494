import { STATUS_CODES } from 'node:http'

/** What stands after a status in a status line. */
export const reasonOf = (status: number): string => STATUS_CODES[status] ?? ''
