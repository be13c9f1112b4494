import type { Fault } from '../deviation.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { peopleRules } from '../rulebook/people.ts'
import { forget } from '../user/write.ts'
import { elementsIn, scimTurn, sentWith, userTurn } from './people-kinds.ts'

const { privilege } = peopleRules

const refusingSuperusers = (id: string, room: 'scim' | 'user', refused: string, says: string): Fault => ({
  id,
  breaks: ['B-PRV-01'],
  says,
  rule: {
    privilege: {
      serves: (at, privileges, login, operation, isAboutSelf) =>
        !(at === room && operation === refused && privileges.includes('SUPERUSER')) &&
        privilege.serves(at, privileges, login, operation, isAboutSelf),
    },
  },
})

const guidOf = (id: string): string => `4f3c2b1a-0000-4000-8000-${id.padStart(12, '0')}`
const guids = /4f3c2b1a-0000-4000-8000-0*(\d+)/g

/** Shows ids as GUIDs and reads them so; by its number nothing is found. */
function withGuids(
  id: string,
  breaks: Fault['breaks'],
  says: string,
  resource: 'Users' | 'Groups',
  shown: (text: string, request: PlatformRequest) => string,
): Fault {
  const paths = new RegExp(`/${resource}/(\\d{1,15})\\b(?!-)`, 'g')
  const isScim = ({ target }: PlatformRequest): boolean => target.includes('/api/scim/')
  const located = (text: string): string => text.replace(paths, (_, found: string) => `/${resource}/${guidOf(found)}`)
  return {
    id,
    breaks,
    says,
    wire: {
      request: (request) =>
        isScim(request)
          ? {
              ...request,
              target: request.target.replace(paths, `/${resource}/0`).replace(guids, '$1'),
              body: Buffer.from(request.body.toString('utf8').replace(guids, '$1')),
            }
          : request,
      response: (response: PlatformResponse, request) =>
        isScim(request)
          ? {
              ...response,
              headers: response.headers.map(([name, value]) => [name, located(value)] as const),
              body: Buffer.from(located(shown(response.body.toString('utf8'), request))),
            }
          : response,
    },
  }
}

const asGuids = (text: string, key: string): string =>
  text.replace(new RegExp(`"${key}":"(\\d+)"`, 'g'), (_, found: string) => `"${key}":"${guidOf(found)}"`)

/** Breaches of SCIM, the User API and privileges in calls that no check came to before. */
export const peopleGapFaults: readonly Fault[] = [
  {
    id: 'scim-group-batch-delete-served',
    breaks: ['B-SCM-11'],
    says: 'DELETE with several ids of groups in its path deletes the first of them.',
    wire: {
      request: (request) =>
        request.method === 'DELETE' && /\/scim\/v2\/Groups\/\d+/.test(request.target)
          ? { ...request, target: request.target.replace(/(?:,|%2C)\d+/gi, '') }
          : request,
    },
  },
  scimTurn(
    'scim-group-delete-by-body',
    ['B-SCM-11'],
    ['group-delete'],
    'DELETE of a group deletes those whose ids stand in its body, too.',
    (asked, handle) => {
      const ids = elementsIn(sentWith(asked)['ids']).map(Number)
      const answer = handle(asked)
      if (answer.status < 300) for (const id of ids) asked.people.groups.remove(id, asked.call.journal)
      return answer
    },
  ),
  userTurn(
    'user-delete-by-body',
    ['B-USR-16'],
    ['delete'],
    'DELETE of a user deletes those whose ids stand in its body, too.',
    (asked, handle) => {
      const ids = elementsIn(sentWith(asked)['ids']).map(Number)
      const answer = handle(asked)
      if (answer.status < 300) for (const id of ids) forget(id, asked)
      return answer
    },
  ),
  withGuids('scim-user-ids-are-guids', ['B-SCM-03'], 'Ids of users are GUIDs.', 'Users', (text, { target }) =>
    asGuids(text, target.includes('/Groups') ? 'value' : 'id'),
  ),
  withGuids('scim-group-ids-are-guids', ['B-SCM-09'], 'Ids of groups are GUIDs.', 'Groups', (text, { target }) =>
    target.includes('/Groups') ? asGuids(text, 'id') : text,
  ),
  refusingSuperusers(
    'scim-superuser-reads-no-user',
    'scim',
    'user-get',
    'A superuser may not read a user by its id in SCIM.',
  ),
  refusingSuperusers(
    'scim-superuser-creates-no-user',
    'scim',
    'user-post',
    'A superuser may not create a user in SCIM.',
  ),
  refusingSuperusers(
    'scim-superuser-deletes-no-user',
    'scim',
    'user-delete',
    'A superuser may not delete a user in SCIM.',
  ),
  refusingSuperusers('scim-superuser-creates-no-group', 'scim', 'group-post', 'A superuser may not create a group.'),
  refusingSuperusers('scim-superuser-replaces-no-group', 'scim', 'group-put', 'A superuser may not replace a group.'),
  refusingSuperusers('scim-superuser-patches-no-group', 'scim', 'group-patch', 'A superuser may not patch a group.'),
  refusingSuperusers('scim-superuser-deletes-no-group', 'scim', 'group-delete', 'A superuser may not delete a group.'),
  refusingSuperusers(
    'user-superuser-creates-none',
    'user',
    'post',
    'A superuser may not create a user in the User API.',
  ),
]
