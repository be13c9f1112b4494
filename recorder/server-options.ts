import { refuse } from './front/refuse.ts'

/** Of requests and answers: addresses with long lists, tokens with many groups and piles of cookies are for the two sides to refuse. */
export const headAtMost = 256 * 1024

/** How long an upload takes, and which fields a head has, is for the upstream to judge. */
export const serverOptions = {
  keepAliveTimeout: 60_000,
  requestTimeout: 0,
  maxHeaderSize: headAtMost,
  insecureHTTPParser: false,
  requireHostHeader: false,
} as const

/** The answer to what is no HTTP. */
export const refuseUnread = (error: NodeJS.ErrnoException, socket: Parameters<typeof refuse>[0]): void =>
  refuse(socket, error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400)
