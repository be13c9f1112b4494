import { STATUS_CODES, type InformationEvent, type ServerResponse } from 'node:http'

/** Passes on what upstream says before its answer (100, 102, 103 and what may come), whichever fields it has. */
export function passInformation(
  { statusCode, statusMessage, rawHeaders }: InformationEvent,
  outgoing: ServerResponse,
): void {
  if (outgoing.headersSent || outgoing.req.httpVersion === '1.0') return
  if (statusCode === 100) return outgoing.writeContinue()
  // In a pipeline it is not our turn yet: what is only informational may be left out (RFC 9110, 15.2).
  if (!outgoing.socket?.writable) return
  const fields = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}\r\n`] : []))
  outgoing.socket.write(
    `HTTP/1.1 ${statusCode} ${statusMessage || STATUS_CODES[statusCode] || ''}\r\n${fields.join('')}\r\n`,
    'latin1',
  )
}
