import type { Ground } from './likeness.ts'
import { jsonIn } from './compare-answer.ts'
import { recordIn } from './rewrite-address.ts'
import type { Call } from './calls.ts'

/** What comparing the answer of one call goes by: its record, and whether it asked for an order or for one page. */
export function groundOf(
  call: Call | undefined,
  common: Pick<Ground, 'facts' | 'mapping' | 'recorded' | 'now' | 'isSent'>,
): Ground {
  const route = call?.route
  if (!call || !route) return common
  const query = new URLSearchParams(route.query)
  const order = query.get('orderBy') ?? (route.operation.interface === 'query' ? orderIn(call.body) : undefined)
  const own = jsonIn(call.body)?.json as { id?: unknown } | null | undefined
  const about = recordIn(route, common.mapping) ?? (typeof own?.id === 'string' ? own.id : undefined)
  return {
    ...common,
    about,
    ...(order
      ? {
          order: order
            .split(',')
            .map(fieldOf)
            .filter((field) => field !== ''),
        }
      : {}),
    isAnyPage: !order && (query.has('page') || query.has('pageSize')),
  }
}

function orderIn(body: Uint8Array): string | undefined {
  const statement = (jsonIn(body)?.json as { query?: unknown } | null | undefined)?.query
  return typeof statement === 'string'
    ? /\border\s+by\s+(.+?)(?:\blimit\b|\boffset\b|$)/is.exec(statement)?.[1]
    : undefined
}

/** The last name of `sc.subject desc`: that is where the answer shows it. */
const fieldOf = (term: string): string => term.trim().split(/\s+/)[0]?.split('.').at(-1) ?? ''
