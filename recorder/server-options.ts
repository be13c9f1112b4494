import { refuse } from './front/refuse.ts'
import type { Sink } from './keep.ts'

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

/** The answer to what is no HTTP: an address with bytes above 0x7F, too, which no parser of Node's reads. It is told, or nobody would know of it. */
export const refuseUnread =
  ({ unread }: Pick<Sink, 'unread'>) =>
  (error: NodeJS.ErrnoException, socket: Parameters<typeof refuse>[0]): void => {
    // A connection that ends or breaks within a message is no message.
    if (error.code?.startsWith('HPE_') && error.code !== 'HPE_INVALID_EOF_STATE') unread(error.code)
    refuse(socket, error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400)
  }
