import type { Fault } from '../deviation.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { jsonIn, passing, rewriting, withBody } from './passing.ts'
import { scimTurn, sending, sentWith, type PeopleFields } from './people-kinds.ts'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const ofName = (sent: PeopleFields): PeopleFields => {
  const { name } = sent
  return typeof name === 'object' && name !== null ? (name as PeopleFields) : {}
}

const namingPut = (id: string, says: string, change: (value: unknown) => unknown): Fault =>
  scimTurn(id, ['B-SCM-18'], ['user-put'], says, (asked, handle) => {
    const sent = sentWith(asked)
    const name = Object.fromEntries(Object.entries(ofName(sent)).map(([key, value]) => [key, change(value)]))
    return handle('name' in sent && Object.keys(name).length > 0 ? sending(asked, { ...sent, name }) : asked)
  })

const skillsOf = (request: PlatformRequest): unknown => {
  const { partitioningStrategy: strategy } = jsonIn(request) ?? {}
  return typeof strategy === 'object' && strategy !== null ? (strategy as PeopleFields)['skills'] : undefined
}

/** Quiet breaches by texts that look like something else, and by a list of one. */
export const roundTwoBMoreTextsFaults: readonly Fault[] = [
  rewriting(
    'crowd-addresses-escaped',
    ['B-CRW-28'],
    'Signs of markup in an address that is updated by itself are stored escaped.',
    ({ method, path }) => method === 'PUT' && /\/technicians\/[^/]+\/addresses\/[^/]+$/.test(path),
    (request) => withBody(request, Buffer.from(escaped(request.body.toString('utf8')), 'utf8')),
  ),
  namingPut('scim-names-of-a-put-escaped', 'A PUT stores the signs of markup in names escaped.', (value) =>
    typeof value === 'string' ? escaped(value) : value,
  ),
  namingPut('scim-name-of-zero-is-none', 'A PUT stores a name that is 0 as none.', (value) =>
    value === '0' ? null : value,
  ),
  passing(
    'optimization-one-skill-crashes',
    ['B-OPT-09'],
    'A start whose partitioning strategy lists one skill is answered with 500.',
    async (request, go) => {
      const response = await go(request)
      const skills = response.status === 202 ? skillsOf(request) : undefined
      return Array.isArray(skills) && skills.length === 1 ? json(500, { error: 'unexpected' }) : response
    },
  ),
]
