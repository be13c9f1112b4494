import type { Variant } from '../deviation.ts'
import { headerIn, isWell, jsonIn, withJson, type Json } from '../faults/passing.ts'
import { bearerIn } from '../faults/token-calls.ts'
import { empty, json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import type { Passage } from '../seams/passage.ts'
import { findToken } from '../token/store.ts'
import { through } from './lawful.ts'

const scim = /\/api\/scim\/v2\/(Users|Groups)(?:\/([^/?]+))?(?:\?|$)/
const users = /^\/api\/(?:user\/v1\/)?users(?:\?|$)/
const isOfUsers = (target: string): boolean => /^\/api\/(?:user\/v1\/)?users(?:[/?]|$)/.test(target)

const readAgain = (request: PlatformRequest, go: Passage, target = request.target) =>
  go({ ...request, method: 'GET', target, body: Buffer.alloc(0) })

const extension = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
let looks = 0
const extended = (resource: Json, kind: 'Users' | 'Groups'): Json => {
  const core = `urn:ietf:params:scim:schemas:core:2.0:${kind === 'Users' ? 'User' : 'Group'}`
  const emails = resource['emails']
  return {
    ...resource,
    schemas: kind === 'Users' ? [extension, 'urn:example:kit', core] : ['urn:example:kit', core],
    ...(kind === 'Users' ? { [extension]: { department: null, manager: null } } : {}),
    meta: { ...(resource['meta'] as Json | undefined), version: `W/"${++looks}"` },
    ...(Array.isArray(emails) ? { emails: emails.map((email: Json) => ({ ...email, display: null })) } : {}),
  }
}

/** Users that a body of a group or a patch of one adds. */
const namedIn = (body: string): readonly string[] =>
  [...body.matchAll(/"value"\s*:\s*"?(\d+)"?/g)].map(([, id = '']) => id)

/** Whole JSON numbers with a fraction of zero. */
const withFractions = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])\d+(?![\d.eE])/g, (token) =>
    token.startsWith('"') || token.length > 15 ? token : `${token}.0`,
  )

/** Re-optimization takes client ids of letters and digits alone (B-OPT-01). */
const plainOf = (id: string): string => id.replace(/[^A-Za-z0-9]/g, '')
const isPlain = (id = ''): boolean => plainOf(id) === id

/** Lawful readings of SCIM and the User API, thought up by an eleventh reader (suites/two-readings). */
export const eleventhPeopleVariants: readonly Variant[] = [
  through(
    'scim-writes-answer-the-state-before',
    ['B-SCM-17'],
    'PUT, PATCH and DELETE are answered 200 with the user or group as it was.',
    async (request, go) => {
      const [, , id] = scim.exec(request.target) ?? []
      if (id === undefined || !/^(?:PUT|PATCH|DELETE)$/.test(request.method)) return go(request)
      const before = await readAgain(request, go)
      const response = await go(request)
      return isWell(response) && isWell(before) && before.body.length > 0 ? { ...before, status: 200 } : response
    },
  ),
  through(
    'scim-missing-user-204',
    ['B-SCM-17'],
    'A read of a user that does not exist is answered 204 without a body.',
    async (request, go) => {
      const [, kind, id] = scim.exec(request.target) ?? []
      const response = await go(request)
      const isRead = request.method === 'GET' && kind === 'Users' && id !== undefined
      return isRead && response.status === 404 ? empty(204) : response
    },
  ),
  through(
    'scim-answers-with-extension-schemas',
    ['B-SCM-17'],
    'Users and groups have further schemas before the core one, an extension and another version at each look.',
    async (request, go) => {
      const [, kind] = scim.exec(request.target) ?? []
      const response = await go(request)
      if (!kind || !isWell(response) || response.body.length === 0) return response
      return withJson(response, (body) => {
        const list = Object.keys(body).find((name) => name.toLowerCase() === 'resources')
        const change = (one: Json) => extended(one, kind as 'Users' | 'Groups')
        return list === undefined ? change(body) : { ...body, [list]: (body[list] as Json[]).map(change) }
      })
    },
  ),
  through(
    'scim-inactive-users-join-no-group',
    ['B-SCM-20'],
    'A write of a group that names a user who is not active as a new member is refused with 409 without a body.',
    async (request, go) => {
      const [, kind, id] = scim.exec(request.target) ?? []
      if (kind !== 'Groups' || !/^(?:POST|PUT|PATCH)$/.test(request.method)) return go(request)
      const list = await readAgain(request, go, request.target.replace(/\/Groups.*$/, '/Groups'))
      const groups = Object.entries(jsonIn(list) ?? {}).find(([name]) => name.toLowerCase() === 'resources')?.[1]
      const known = Array.isArray(groups) ? (groups as Json[]).find((group) => String(group['id']) === id) : undefined
      const members = new Set(namedIn(JSON.stringify(known?.['members'] ?? [])))
      for (const user of namedIn(request.body.toString('utf8')).filter((one) => !members.has(one))) {
        const read = await readAgain(request, go, request.target.replace(/\/Groups.*$/, `/Users/${user}`))
        if (isWell(read) && jsonIn(read)?.['active'] === false) return empty(409)
      }
      return go(request)
    },
  ),
  through(
    'user-list-206-with-content-range',
    ['B-USR-35'],
    'A page that is not the whole list is answered 206 with Content-Range.',
    async (request, go) => {
      const response = await go(request)
      if (request.method !== 'GET' || !users.test(request.target) || response.status !== 200) return response
      const { totalElements, numberOfElements } = jsonIn(response) ?? {}
      return Number(numberOfElements) < Number(totalElements)
        ? {
            ...response,
            status: 206,
            headers: [...response.headers, ['Content-Range', `users */${String(totalElements)}`] as const],
          }
        : response
    },
  ),
  through(
    'user-offset-beside-page-400',
    ['B-USR-36'],
    'A list that is asked for with both Offset and Page is refused with 400.',
    (request, go) => {
      const query = new URLSearchParams(request.target.split('?')[1] ?? '')
      const isBoth = query.has('Offset') && query.has('Page')
      return request.method === 'GET' && users.test(request.target) && isBoth
        ? Promise.resolve(json(400, { error: 'UA-40', message: 'Offset or Page, not both', values: [] }))
        : go(request)
    },
  ),
  {
    // Ids that are laid out anew are no longer the texts by which these know them.
    excludes: ['user-group-ids-beyond-doubles', 'user-ids-of-sixteen-digits', 'user-ids-of-64-bits-in-no-order'],
    ...through(
      'user-integers-with-a-fraction-of-zero',
      ['B-USR-05'],
      'Integers of the User API are written with a fraction of zero.',
      async (request, go) => {
        const response = await go(request)
        return isOfUsers(request.target) && response.body.length > 0
          ? { ...response, body: Buffer.from(withFractions(response.body.toString('utf8'))) }
          : response
      },
    ),
  },
  through(
    'optimization-for-the-caller-alone',
    ['B-OPT-01'],
    'A start whose X-User-Id or X-User-Name is not that of the token is refused with 403.',
    (request, go, { house }) => {
      if (!/\/optimization\//.test(request.target)) return go(request)
      const user = findToken(house, bearerIn(request))?.user
      const [id, name] = [headerIn(request, 'X-User-Id'), headerIn(request, 'X-User-Name')]
      const isOther = (id !== undefined && id !== String(user?.id)) || (name !== undefined && name !== user?.name)
      return findToken(house, bearerIn(request)) && isOther
        ? Promise.resolve(json(403, { error: 'forbidden', error_description: 'not for another user' }))
        : go(request)
    },
  ),
  through(
    'field-headers-agree',
    ['B-CRW-01'],
    'Name and id of account and company in the headers of a call agree, and the client is that of the token: else 403.',
    (request, go, { house }) => {
      const isOfField = /\/(?:crowd\/v2|cloud-crowd-service|cloud-partner-dispatch-service|optimization)\//.test(
        request.target,
      )
      const token = isOfField ? findToken(house, bearerIn(request)) : undefined
      if (!token) return go(request)
      const told = (name: string) => headerIn(request, name)
      const accountId = told('X-Account-ID')
      const account = house.world.accounts.find(({ id }) => String(id) === accountId)
      const company = account?.companies.find(({ id }) => String(id) === told('X-Company-ID'))
      const isOther = (name: string, known: string | undefined) =>
        known !== undefined && told(name) !== undefined && told(name) !== known
      return isOther('X-Account-Name', account?.name) ||
        isOther('X-Company-Name', company?.name) ||
        isOther('X-Client-ID', isPlain(told('X-Client-ID')) ? plainOf(token.client.id) : token.client.id)
        ? Promise.resolve(empty(403))
        : go(request)
    },
  ),
]
