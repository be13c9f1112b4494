import type { Fault } from '../deviation.ts'
import type { PlatformRequest } from '../http/message.ts'
import type { Rulebook } from '../rulebook/rulebook.ts'
import type { ScimOperation } from '../rulebook/scim.ts'

export const unserved = (id: string, operation: ScimOperation, breaks: Fault['breaks']): Fault => ({
  id,
  breaks,
  says: `${operation} is answered with 404.`,
  rule: { scim: { serves: (asked) => asked !== operation } },
})

export const notStored = (id: string, operation: ScimOperation, breaks: Fault['breaks']): Fault => ({
  id,
  breaks,
  says: `${operation} tells success and changes nothing.`,
  rule: { scim: { persists: (at, field) => at !== operation || field !== undefined } },
})

export const loses = (id: string, operation: ScimOperation, fields: readonly string[]): Fault => ({
  id,
  breaks: ['B-SCM-18'],
  says: `${operation} does not take ${fields.join(' and ')}.`,
  rule: { scim: { persists: (at, field) => !(at === operation && field !== undefined && fields.includes(field)) } },
})

export const notRequiring = (
  id: string,
  what: Parameters<Rulebook['scim']['requires']>[0],
  says: string,
  breaks: Fault['breaks'] = ['B-SCM-16'],
): Fault => ({
  id,
  breaks,
  says,
  rule: { scim: { requires: (asked) => asked !== what } },
})

export type Body = Readonly<Record<string, unknown>>

/** Changes what is sent with one method and path. */
export const sentAs =
  (method: string, path: RegExp, change: (body: Body) => unknown) =>
  (request: PlatformRequest): PlatformRequest => {
    if (request.method !== method || !path.test(request.target)) return request
    try {
      return {
        ...request,
        body: Buffer.from(JSON.stringify(change(JSON.parse(request.body.toString('utf8')) as Body))),
      }
    } catch {
      return request
    }
  }

export const altered = (
  id: string,
  breaks: Fault['breaks'],
  says: string,
  method: string,
  path: RegExp,
  change: (body: Body) => unknown,
): Fault => ({
  id,
  breaks,
  says,
  wire: { request: sentAs(method, path, change) },
})

/** Refuses a request that lacks something which it need not have. */
export const demanding = (
  id: string,
  breaks: Fault['breaks'],
  says: string,
  method: string,
  path: RegExp,
  field: string,
): Fault => ({
  id,
  breaks,
  says,
  wire: {
    request: sentAs(method, path, (body) => (field in body ? body : { ...body, schemas: [] })),
  },
})
