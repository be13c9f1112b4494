import { STATUS_CODES } from 'node:http'

/** The reason phrase of a status. */
export const reasonOf = (status: number): string => STATUS_CODES[status] ?? ''
