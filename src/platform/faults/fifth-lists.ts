import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { crowdParts } from './crowd-parts.ts'
import { firstIn, personPath } from './fifth-crew.ts'
import { askedOf, headerIn, isWell, passing, type Json, withJson, withQuery } from './passing.ts'

const { crowd } = crowdRules
const { fault } = crowdParts

type Fields = Readonly<Record<string, unknown>>

const crew = '/api/crowd/v2/technicians'

const filters = perHouse(() => new Map<string, string>())
const frozen = perHouse(() => new Map<string, unknown>())

const isList = ({ method, target }: { readonly method: string; readonly target: string }): boolean =>
  method === 'GET' && askedOf({ method, target }).path.endsWith(crew)

/** Quiet breaches of lists of technicians that a fifth reader thought up (suites/two-readings). */
export const fifthListFaults: readonly Fault[] = [
  passing(
    'crowd-list-in-latin-1',
    ['B-CRW-01', 'B-CRW-28'],
    'A list is written in Latin-1 where its names have no other letters.',
    async (request, go) => {
      const response = await go(request)
      if (!isList(request) || !isWell(response)) return response
      const body = withJson(response, (all) => ({
        ...all,
        results: (all['results'] as Json[]).map((row) => row),
      })).body.toString('utf8')
      // Row by row: others keep their UTF-8.
      const pieces = body.split(/(?=\{"externalId")/)
      return {
        ...response,
        body: Buffer.concat(
          pieces.map((piece) => Buffer.from(piece, /[^\u0000-\u00ff]/.test(piece) ? 'utf8' : 'latin1')),
        ),
        headers: response.headers.filter(([name]) => !/^content-length$/i.test(name)),
      }
    },
  ),
  fault('total-pages-beyond-a-full-one', 'B-CRW-29', 'Where the last page is full, there is said to be one more.', {
    listed: (figures) => {
      const totalPages = Math.floor(figures.total / figures.size) + 1
      return { ...(crowd.listed(figures) as Fields), totalPages, last: figures.page === totalPages - 1 }
    },
  }),
  fault('figures-elements-of-a-later-page', 'B-CRW-29', 'numberOfElements is the size, or the total if less.', {
    listed: (figures) => ({
      ...(crowd.listed(figures) as Fields),
      numberOfElements: figures.page === 0 ? figures.results.length : Math.min(figures.size, figures.total),
    }),
  }),
  passing(
    'crowd-list-filter-sticks',
    ['B-CRW-07'],
    'The skillName of a list holds for the next list with a page, too.',
    (request, go, { house }) => {
      if (!isList(request)) return go(request)
      const { query } = askedOf(request)
      const key = headerIn(request, 'Authorization') ?? ''
      const [own, before] = [query.get('skillName'), filters(house).get(key)]
      filters(house).delete(key)
      if (own !== null) filters(house).set(key, own)
      return go(
        own === null && before !== undefined && query.has('Page') ? withQuery(request, { skillName: before }) : request,
      )
    },
  ),
  passing(
    'crowd-list-names-of-the-first-update',
    ['B-CRW-28'],
    'A list shows the last name of the first update for ever.',
    async (request, go, { house }) => {
      const response = await go(request)
      const { method, path } = askedOf(request)
      const [, id] = personPath.exec(path) ?? []
      if (method === 'PUT' && id !== undefined && isWell(response) && !frozen(house).has(id))
        frozen(house).set(id, firstIn(response)['lastName'])
      if (!isList(request) || !isWell(response)) return response
      return withJson(response, (body) => ({
        ...body,
        results: (body['results'] as Json[]).map((row) => ({
          ...row,
          lastName: frozen(house).get(String(row['externalId'])) ?? row['lastName'],
        })),
      }))
    },
  ),
  fault('list-pages-skip-for-the-deleted', 'B-CRW-07', 'Later pages skip one technician for each that was deleted.', {
    start: (page, size, gone) => page * size + (page > 0 ? gone : 0),
  }),
]
