import { isWell, jsonIn, withQuery, type Json } from '../faults/passing.ts'
import { withSent } from '../faults/serving.ts'
import type { Sifted } from './sieve.ts'

/** The records of a resource that answer a query, up to 100, as the sender of a write may read them. */
export async function recordsOf(
  { request, go, way }: Sifted,
  resource: string,
  query: string,
): Promise<readonly Json[]> {
  const version = way.house.world.resources.get(resource)?.newest
  const target = request.target.replace(/(\/api\/data\/v4\/)[^?]*/, `$1${resource}`)
  const dtos = `${resource}.${version}`
  const changes = { query, dtos, pageSize: '100', forceUpdate: null, forceDelete: null, fields: null, expand: null }
  const answer = await go({ ...withSent(withQuery({ ...request, target }, changes), {}), method: 'GET' })
  const data = isWell(answer) ? jsonIn(answer)?.['data'] : undefined
  return (Array.isArray(data) ? (data as Json[]) : []).map((element) => Object.values(element)[0] as Json)
}
