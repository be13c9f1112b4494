import type { PlatformResponse } from '../http/message.ts'

/** What decides when a part runs. */
export interface Turn {
  readonly method: string
  readonly contentId: string | undefined
}

export interface Shown {
  /** Position of the request, from 0. */
  readonly position: number
  readonly method: string
  readonly contentId: string | undefined
  readonly response: PlatformResponse
}

type Body = Buffer | 'short' | 'long'

const parameter = (contentType: string, name: string): string | undefined => {
  const [, quoted, token] =
    new RegExp(`;[ \\t]*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]*))`, 'i').exec(contentType) ?? []
  return quoted !== undefined ? quoted.replace(/\\(.)/g, '$1') : token || undefined
}

/** The boundary of a multipart/mixed message (RFC 2046, 5.1.1); undefined if there is none. */
export const strictBoundary = (contentType: string): string | undefined => {
  const found = /^\s*multipart\/mixed\s*(?:;|$)/i.test(contentType) ? parameter(contentType, 'boundary') : undefined
  return found !== undefined && found.length >= 1 && found.length <= 70 && !found.endsWith(' ') ? found : undefined
}

export const strictBody = (rest: Buffer, length: number): Body => {
  if (rest.length < length) return 'short'
  // A line end after the body is ignored.
  return /^(?:\r\n)*$/.test(rest.subarray(length).toString('latin1')) ? rest.subarray(0, length) : 'long'
}

/** The Batch API (A-BAT). */
const batch = {
  // The message
  boundary: strictBoundary,
  /** The bytes of the whole message, before it is split. */
  bytes: (body: Buffer, _boundary: string): Buffer => body,
  /** Why a message is refused as a whole, by the content of its parts. */
  refusesMessage: (_contents: readonly Buffer[], _contentIds: number): string | undefined => undefined,
  refusedStatus: (_contentType: string): number => 400,
  limit: (): number => 1000,
  /** The parts that are processed. */
  taken: <T>(parts: readonly T[]): readonly T[] => parts,
  transactional: (value: string | undefined): boolean | undefined =>
    value === undefined ? true : value === 'true' ? true : value === 'false' ? false : undefined,
  // A part
  isHttp: (contentType: string | undefined): boolean => /^application\/http\s*(?:;|$)/i.test(contentType ?? ''),
  refusesPart: (_headers: Readonly<Record<string, string>>): string | undefined => undefined,
  /** The bytes of the request in a part. */
  content: (content: Buffer, _part: Readonly<Record<string, string>>): Buffer => content,
  target: (written: string): string => written,
  body: strictBody,
  unmeasured: (rest: Buffer): Buffer => rest,
  /** A full URL, in part (A-BAT-04). */
  refusesUrl: (_url: string, _origin: string): boolean => true,
  reaches: (_path: string, _method: string): boolean => true,
  refusesDuplicates: (): boolean => false,
  // Authentication
  checksToken: (): boolean => true,
  inheritsToken: (): boolean => true,
  refusesAuthorization: (): boolean => false,
  inheritsContext: (): boolean => true,
  /** Headers of the request in a part; the part's own headers are not part of the request. */
  headers: (
    inner: ReadonlyArray<readonly [string, string]>,
    _part: Readonly<Record<string, string>>,
  ): ReadonlyArray<readonly [string, string]> => inner,
  // Processing
  sequence: (turns: readonly Turn[], _transactional: boolean): readonly number[] =>
    turns.map((_, position) => position),
  fails: (response: PlatformResponse, _method: string): boolean => response.status >= 400,
  stops: (transactional: boolean, _failed: PlatformResponse, _failures: number): boolean => transactional,
  /** Whether a part runs although the batch has stopped. */
  runsOn: (_method: string): boolean => false,
  rollsBack: (transactional: boolean, _failed: PlatformResponse, _isLast: boolean): boolean => transactional,
  startOf: (start: number, _position: number): number => start,
  // The response
  status: (_failed: PlatformResponse | undefined): number => 200,
  skipped: (): number | 'absent' => 424,
  /** The response to a part that succeeded and was rolled back. */
  takenBack: (response: PlatformResponse): PlatformResponse => response,
  failure: (response: PlatformResponse): PlatformResponse => response,
  shown: (parts: readonly Shown[]): readonly Shown[] => parts,
  contentId: (contentId: string | undefined, _position: number, _of: number): string | undefined => contentId,
  /** Where the Content-ID of a part is repeated: before the response, or among its headers. */
  contentIdInside: (): boolean | 'both' => false,
  innerLength: (body: Buffer): number => body.length,
  statusLine: (status: number, reason: string): string => `HTTP/1.1 ${status} ${reason}\r\n`,
  partType: (): string => 'application/http',
  close: (boundary: string): string => `\r\n--${boundary}--\r\n`,
  preamble: (): string => '',
  /** `unused` makes one that appears in none of the bodies. */
  answerBoundary: (unused: () => string): string => unused(),
  mediaType: (): string => 'multipart/mixed',
  whole: (response: PlatformResponse, _parts: readonly Shown[]): PlatformResponse => response,
}

export const batchRules = { batch }
