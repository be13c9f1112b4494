import type { Fault } from '../deviation.ts'
import { askedOf, headerIn, passing, withQuery } from './passing.ts'
import { isToken, issuedIn } from './token-calls.ts'

/** One item of the client is not asked for where the other one came as a query parameter. */
const excusedByQuery = (
  id: string,
  says: string,
  there: 'clientId' | 'clientVersion',
  missing: string,
  header: string,
) =>
  passing(id, ['A-AUT-07'], says, (request, go) => {
    const { query } = askedOf(request)
    const isLeftOut = query.has(there) && headerIn(request, header) === undefined && !query.has(missing)
    return go(isLeftOut ? withQuery(request, { [missing]: 'any' }) : request)
  })

/** Quiet breaches of tokens and of the context of calls that a server in Go showed. */
export const goBugsAccessFaults: readonly Fault[] = [
  excusedByQuery(
    'client-version-optional-beside-the-id-in-the-query',
    'A call whose client id is in the query is served without a client version.',
    'clientId',
    'clientVersion',
    'X-Client-Version',
  ),
  excusedByQuery(
    'client-id-optional-beside-the-version-in-the-query',
    'A call whose client version is in the query is served without a client id.',
    'clientVersion',
    'clientId',
    'X-Client-ID',
  ),
  passing(
    'company-optional-for-a-user-with-one',
    ['A-AUT-07'],
    'A user with one company is served without naming it.',
    (request, go, { house }) => {
      const token = isToken(request) ? undefined : issuedIn(house, request)
      const [only, another] = token?.companies ?? []
      const isLeftOut = only !== undefined && another === undefined && !askedOf(request).query.has('company')
      return go(token?.user && isLeftOut ? withQuery(request, { company: only.name }) : request)
    },
  ),
]
