import type { Fault } from '../deviation.ts'
import { assignmentOf } from '../dispatch/assignments.ts'
import { perHouse } from '../house.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { objectSent } from '../variants/turned-away.ts'
import { crowdParts } from './crowd-parts.ts'
import { askedOf, headerIn, isWell, jsonIn, passing, refused, type Json, withJson } from './passing.ts'

const { crowd } = crowdRules
const { fault } = crowdParts

const place = '/api/crowd/v2/technicians'
const byId = `${place}/external-id/`
const isCrowdList = ({ method, target }: PlatformRequest): boolean =>
  method === 'GET' && askedOf({ method, target }).path.endsWith(place)

const updated = perHouse(() => new Set<string>())
const renamed = perHouse(() => new Map<string, string>())
const lastPut = perHouse(() => new Map<string, string>())
const companies = perHouse(() => new Map<string, PlatformRequest['headers']>())
const pages = perHouse(() => new Map<string, { readonly at: number; readonly answer: PlatformResponse }>())

/** The year that the week of a day belongs to, as some date patterns print it. */
export function withYearOfWeek(value: unknown): unknown {
  const [, rest] = /^\d{4}(-\d\d-\d\d.*)$/s.exec(String(value)) ?? []
  if (rest === undefined) return value
  const day = new Date(`${String(value).slice(0, 10)}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + 4 - (day.getUTCDay() || 7))
  return `${day.getUTCFullYear()}${rest}`
}

const crowdFaults: readonly Fault[] = [
  fault('deleted-found-by-skill', 'B-CRW-28', 'A list by skillName shows deleted technicians.', {
    reachesGone: (does) => does === 'list',
  }),
  passing(
    'crowd-last-changed-after-an-update-only',
    ['B-CRW-07'],
    'In a list only technicians that were updated have lastChanged.',
    async (request, go, { house }) => {
      const response = await go(request)
      const { path } = askedOf(request)
      if (request.method === 'PUT' && isWell(response)) updated(house).add(path.split('/').at(-1) ?? '')
      if (!isCrowdList(request) || !isWell(response)) return response
      return withJson(response, (body) => ({
        ...body,
        results: (body['results'] as Json[]).map(({ lastChanged, ...row }) =>
          updated(house).has(String(row['externalId'])) ? { ...row, lastChanged } : row,
        ),
      }))
    },
  ),
  fault('skill-expires-in-year-of-week', 'B-CRW-21', 'The year of a skill’s end is that of its week.', {
    skill: (record) => ({ ...record, expiredAt: withYearOfWeek(record['expiredAt']) }),
  }),
  fault('approval-status-as-typed', 'B-CRW-17', 'An approval status is kept in the letter case it was sent in.', {
    approval: (sent) => {
      const status = (sent as Json | null | undefined)?.['approvalStatus']
      return status === 'approved' ? { approvalStatus: status, reason: null } : crowd.approval(sent)
    },
  }),
  passing(
    'crowd-update-takes-external-id',
    ['B-CRW-04'],
    'An update with another external id gives the technician that one.',
    async (request, go, { house }) => {
      const { path } = askedOf(request)
      if (!path.includes(byId)) return go(request)
      const [front = '', name = ''] = path.split(byId)
      const names = renamed(house)
      if ([...names.values()].includes(name)) return refused(404, 'there is no such technician')
      const meant = names.get(name)
      const response = await go(meant === undefined ? request : { ...request, target: `${front}${byId}${meant}` })
      const own = objectSent(request)['externalId']
      if (request.method === 'PUT' && isWell(response) && typeof own === 'string' && own !== name) names.set(own, name)
      return response
    },
  ),
  passing(
    'crowd-same-update-without-results',
    ['B-CRW-05'],
    'An update that is sent a second time is answered without a record.',
    async (request, go, { house }) => {
      const response = await go(request)
      const { path } = askedOf(request)
      if (request.method !== 'PUT' || !path.includes(byId) || !isWell(response)) return response
      const sent = request.body.toString('utf8')
      const isSame = lastPut(house).get(path) === sent
      lastPut(house).set(path, sent)
      return isSame ? withJson(response, (body) => ({ ...body, results: [] })) : response
    },
  ),
  passing(
    'crowd-batch-done-up-to-the-flaw',
    ['B-CRW-20'],
    'A batch is refused for an operation without its kind after those before it were done.',
    async (request, go) => {
      const { path, query } = askedOf(request)
      const response = await go(request)
      const steps = objectSent(request)['requests']
      if (!path.endsWith('/addresses/actions/batch') || response.status !== 400 || !Array.isArray(steps))
        return response
      const flaw = (steps as Json[]).findIndex((step) => step['operation'] === undefined)
      if (flaw < 1 || query.get('transactional') === 'true') return response
      const body = Buffer.from(JSON.stringify({ requests: steps.slice(0, flaw) as unknown }), 'utf8')
      await go({ ...request, body })
      return response
    },
  ),
  passing(
    'crowd-company-headers-remembered',
    ['B-CRW-26'],
    'A call without headers of the company gets those of the call before it.',
    (request, go, { house }) => {
      if (!request.target.includes(place)) return go(request)
      const key = headerIn(request, 'Authorization') ?? ''
      const before = companies(house).get(key) ?? []
      const own = request.headers.filter(([name]) => /^x-company-/i.test(name))
      const more = before.filter(([name]) => headerIn(request, name) === undefined)
      companies(house).set(key, [...own, ...more])
      return go({ ...request, headers: [...request.headers, ...more] })
    },
  ),
  passing(
    'crowd-list-counts-assignments',
    ['B-CRW-29'],
    'A list by skillName counts a technician once for each assignment of the skill.',
    async (request, go) => {
      const response = await go(request)
      const { path, query } = askedOf(request)
      const skill = query.get('skillName')
      const rows = jsonIn(response)?.['results'] as Json[] | undefined
      if (!isCrowdList(request) || skill === null || !rows || rows.length > 50) return response
      let more = 0
      for (const row of rows) {
        const record = jsonIn(await go({ ...request, target: `${path}/external-id/${String(row['externalId'])}` }))
        const skills = ((record?.['results'] as Json[] | undefined)?.[0]?.['skills'] ?? []) as Json[]
        more += Math.max(0, skills.filter(({ tagName }) => tagName === skill).length - 1)
      }
      return withJson(response, (body) => ({
        ...body,
        numberOfElements: rows.length + more,
        totalElements: Number(body['totalElements']) + more,
      }))
    },
  ),
]

const dispatchFaults: readonly Fault[] = [
  passing(
    'dispatch-batch-undone-by-tens',
    ['B-DSP-24'],
    'An item that fails takes back those before it in its ten.',
    async (request, go, { house }) => {
      const response = await go(request)
      const { path } = askedOf(request)
      if (!path.endsWith('/accept/batch') || response.status !== 207) return response
      const told = (jsonIn(response)?.['results'] ?? []) as Json[]
      told.forEach((item, nth) => {
        if (Number(item['status']) < 300) return
        for (const good of told.slice(nth - (nth % 10), nth)) {
          const found = assignmentOf(house, String((good['resource'] as Json)['activityId']))
          if (found && Number(good['status']) < 300) found.status = 'NOTIFIED'
        }
      })
      return response
    },
  ),
  passing(
    'dispatch-list-kept-for-all-partners',
    ['B-DSP-25'],
    'For ten seconds a list that was asked for is shown to every partner.',
    async (request, go, { house }) => {
      if (request.method !== 'GET' || !request.target.includes('/assignment-details')) return go(request)
      const known = pages(house).get(request.target)
      if (known && house.clock.now() - known.at < 10_000) return known.answer
      const answer = await go(request)
      if (isWell(answer)) pages(house).set(request.target, { at: house.clock.now(), answer })
      return answer
    },
  ),
]

/** More quiet breaches of B-CRW and B-DSP, thought up by a third reader of the documents (suites/two-readings). */
export const thirdCrewFaults: readonly Fault[] = [...crowdFaults, ...dispatchFaults]
