import type { Answer } from './answer.ts'
import { callResource, encode, type Caller } from './caller.ts'
import type { CallOptions } from './call.ts'
import type { ContextHeader } from './context-headers.ts'

/** Crowd technicians, by the external id that the service generated, and their addresses. Bodies that are strings are sent as they are. */
export interface CrowdApi {
  create(technician: unknown, options?: CallOptions): Promise<Answer>
  get(externalId: string, options?: CallOptions): Promise<Answer>
  update(externalId: string, technician: unknown, options?: CallOptions): Promise<Answer>
  remove(externalId: string, options?: CallOptions): Promise<Answer>
  /** `query` of the options: Page, Size, skillName, skllValidityDate. */
  list(options?: CallOptions): Promise<Answer>
  createAddress(externalId: string, address: unknown, options?: CallOptions): Promise<Answer>
  getAddress(externalId: string, id: string, options?: CallOptions): Promise<Answer>
  updateAddress(externalId: string, id: string, address: unknown, options?: CallOptions): Promise<Answer>
  removeAddress(externalId: string, id: string, options?: CallOptions): Promise<Answer>
  /** POST of `requests`: operations on addresses. `query` of the options: transactional. */
  addressBatch(externalId: string, requests: readonly unknown[] | string, options?: CallOptions): Promise<Answer>
  getSkill(externalId: string, id: string, options?: CallOptions): Promise<Answer>
  /** Further calls on skills, in a form that clients are known to use: the documents show none (B-CRW-18). */
  readonly skills: {
    list(externalId: string): Promise<Answer>
    create(externalId: string, skill: unknown): Promise<Answer>
    update(externalId: string, id: string, skill: unknown): Promise<Answer>
    remove(externalId: string, id: string): Promise<Answer>
    batch(externalId: string, requests: readonly unknown[] | string): Promise<Answer>
    /** `bytes` as text. */
    upload(externalId: string, id: string, bytes: string, type: string): Promise<Answer>
    download(externalId: string, id: string): Promise<Answer>
  }
}

export const crowdContext: readonly ContextHeader[] = [
  'X-Account-ID',
  'X-Account-Name',
  'X-Company-Id',
  'X-Company-Name',
]

export function crowdApi(caller: Caller): CrowdApi {
  const send = (method: string, path: string, options: CallOptions = {}, body?: unknown) =>
    callResource(
      caller,
      {
        method,
        service: 'base',
        path: `${caller.target.basePaths.crowd}${path}`,
        context: crowdContext,
        headers: { Accept: 'application/json;charset=UTF-8', 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      },
      options,
    )
  const listed = (requests: readonly unknown[] | string) => (typeof requests === 'string' ? requests : { requests })
  const one = (externalId: string) => `/external-id/${encode(externalId)}`
  const skill = (externalId: string, id: string) => `/${encode(externalId)}/skills/${encode(id)}`
  const at = (externalId: string, id: string) => `/${encode(externalId)}/addresses/${encode(id)}`
  return {
    create: (technician, options) => send('POST', '', options, technician),
    get: (externalId, options) => send('GET', one(externalId), options),
    update: (externalId, technician, options) => send('PUT', one(externalId), options, technician),
    remove: (externalId, options) => send('DELETE', one(externalId), options),
    list: (options) => send('GET', '', options),
    createAddress: (externalId, address, options) => send('POST', `/${encode(externalId)}/addresses`, options, address),
    getAddress: (externalId, id, options) => send('GET', at(externalId, id), options),
    updateAddress: (externalId, id, address, options) => send('PUT', at(externalId, id), options, address),
    removeAddress: (externalId, id, options) => send('DELETE', at(externalId, id), options),
    addressBatch: (externalId, requests, options) =>
      send('POST', `/${encode(externalId)}/addresses/actions/batch`, options, listed(requests)),
    getSkill: (externalId, id, options) => send('GET', skill(externalId, id), options),
    skills: {
      list: (externalId) => send('GET', `/${encode(externalId)}/skills`),
      create: (externalId, sent) => send('POST', `/${encode(externalId)}/skills`, {}, sent),
      update: (externalId, id, sent) => send('PUT', skill(externalId, id), {}, sent),
      remove: (externalId, id) => send('DELETE', skill(externalId, id)),
      batch: (externalId, requests) =>
        send('POST', `/${encode(externalId)}/skills/actions/batch`, {}, listed(requests)),
      upload: (externalId, id, bytes, type) =>
        send('PUT', `${skill(externalId, id)}/certificates`, { headers: { 'Content-Type': type } }, bytes),
      download: (externalId, id) => send('GET', `${skill(externalId, id)}/certificates`),
    },
  }
}
