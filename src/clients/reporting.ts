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
  /** What an answer leads to at the same address; the answer itself where it leads nowhere, or elsewhere. */
  followed(answer: Answer, options?: CallOptions): Promise<Answer>
}

/** Where the report is of an answer that has none itself. */
function leadsTo({ status, body, header }: Answer): string | undefined {
  const isPlace = (status >= 301 && status <= 303) || (status === 202 && body.length === 0)
  return isPlace ? header('Location') : undefined
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
        // No sentence says how soon a report is built (B-RPT-14), and builds may wait for each other.
        patienceMs: 120_000,
      },
      options,
    )
  /** What an answer leads to at the same address, as a browser would: how files are delivered is not shown (B-RPT-14). */
  async function followed(answer: Answer, options?: CallOptions): Promise<Answer> {
    const { url: from, method } = answer.exchange.request
    const location = leadsTo(answer) ?? (answer.status === 202 && method === 'GET' ? from : undefined)
    if (location === undefined || !URL.canParse(location, from)) return answer
    const { origin, pathname, search } = new URL(location, from)
    if (origin !== new URL(from).origin) return answer
    // The address is whole: nothing of the usual query belongs to it.
    const query = { account: undefined, company: undefined, user: undefined }
    const call = { method: 'GET', service: 'base', path: `${pathname}${search}`, headers: { Accept: '*/*' } } as const
    const there = { ...options, base: origin, query }
    const told = await callResource(caller, call, there)
    // An address that is signed is its own authorization, and may refuse a second one.
    const isRefused = told.status >= 400 && told.status < 500 && told.status !== 404
    return isRefused ? callResource(caller, call, { ...there, token: 'none' }) : told
  }
  return {
    followed,
    build: async (body, at, options) => followed(await post(at, body, options), options),
    download: async (body, options) =>
      followed(
        await post(
          '/download',
          { type: 'application/json', bytes: typeof body === 'string' ? body : JSON.stringify(body) },
          options,
        ),
        options,
      ),
  }
}
