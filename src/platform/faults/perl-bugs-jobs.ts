import type { Fault } from '../deviation.ts'
import { headerIn, jsonIn, passing, withJson } from './passing.ts'
import { isStartOfJob } from './wish-wire.ts'

const known = ['activityIds', 'optimizationPlugin', 'optimisationPlugin', 'start', 'end', 'partitioningStrategy']

/** Breaches of B-OPT where one thing is asked for beside another, as a stranger's server in Perl had them. */
export const perlBugsJobsFaults: readonly Fault[] = [
  passing(
    'optimization-request-id-not-required-of-a-user',
    ['B-OPT-13'],
    'X-Request-Id may be left out where X-User-Id is sent.',
    (request, go) =>
      isStartOfJob(request.target) && headerIn(request, 'X-User-Id') && !headerIn(request, 'X-Request-Id')
        ? go({ ...request, headers: [...request.headers, ['X-Request-Id', crypto.randomUUID()]] })
        : go(request),
  ),
  passing(
    'optimization-more-allowed-beside-a-strategy',
    ['B-OPT-05'],
    'A property too many is taken where there is a partitioningStrategy.',
    (request, go) =>
      isStartOfJob(request.target) && jsonIn(request)?.['partitioningStrategy']
        ? go(
            withJson(request, (wish) =>
              Object.fromEntries(Object.entries(wish).filter(([name]) => known.includes(name))),
            ),
          )
        : go(request),
  ),
]
