import type { Answer } from './answer.ts'
import { callResource, type Caller } from './caller.ts'
import type { CallOptions } from './call.ts'

/** A body as it is sent, with its media type. */
export interface ReportBody {
  readonly type: string
  readonly bytes: string | Uint8Array
}

export interface ReportingApi {
  /** POST of a build at one of the two addresses that the documents write. */
  build(body: ReportBody, at: '/build' | '', options?: CallOptions): Promise<Answer>
  /** POST of a download; anything but a string is sent as JSON. */
  download(body: unknown, options?: CallOptions): Promise<Answer>
}

export function reportingApi(caller: Caller): ReportingApi {
  const post = (path: string, { type, bytes }: ReportBody, options?: CallOptions) =>
    callResource(
      caller,
      {
        method: 'POST',
        service: 'base',
        path: `${caller.target.basePaths.reporting}${path}`,
        company: true,
        // The form of what is answered is not shown.
        headers: { Accept: '*/*', 'Content-Type': type },
        body: bytes,
      },
      options,
    )
  return {
    build: (body, at, options) => post(at, body, options),
    download: (body, options) =>
      post(
        '/download',
        { type: 'application/json', bytes: typeof body === 'string' ? body : JSON.stringify(body) },
        options,
      ),
  }
}
