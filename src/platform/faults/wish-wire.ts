import type { WireFilter } from '../http/message.ts'

type Part = Readonly<Record<string, unknown>>

export const isStartOfJob = (target: string): boolean => target.includes('/actions/re-optimize')
export const wishSent = (bytes: Buffer): Part | undefined => {
  try {
    return JSON.parse(bytes.toString('utf8')) as Part
  } catch {
    return undefined
  }
}

/** Another wish than the one that was sent. */
export const misreadWish = (change: (wish: Part) => Part): WireFilter => ({
  request(request) {
    const wish = isStartOfJob(request.target) ? wishSent(request.body) : undefined
    return wish ? { ...request, body: Buffer.from(JSON.stringify(change(wish)), 'utf8') } : request
  },
})

/** The 400 to a body of some kind, told otherwise. */
export const malformedWish = (
  when: (wish: Part | undefined, body: string) => boolean,
  body: (error: Part) => unknown,
  status = 400,
): WireFilter => ({
  response(response, request) {
    if (response.status !== 400 || !isStartOfJob(request.target)) return response
    if (!when(wishSent(request.body), request.body.toString('utf8'))) return response
    const said = body(wishSent(response.body) ?? {})
    return { ...response, status, body: Buffer.from(typeof said === 'string' ? said : JSON.stringify(said), 'utf8') }
  },
})
