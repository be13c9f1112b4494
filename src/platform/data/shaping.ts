import type { Reads } from '../rulebook/shape.ts'
import type { StoredRecord } from '../store/record.ts'
import type { DataCall } from './data-call.ts'
import { expansions, type Expansion } from './expand.ts'
import { withExternalIds } from './external-ids.ts'
import { isField, projected } from './fields.ts'
import { refusal } from './refusal.ts'
import { dtoBody } from './show.ts'
import type { Reply } from './step.ts'

/** The parameters that shape the response to a read: `fields`, `useExternalIds`, `expand`. */
export interface Shaping {
  readonly names: readonly string[] | undefined
  readonly externalIds: boolean
  readonly expansions: readonly Expansion[]
}

/** Reads the parameters that shape a response; refuses unknown fields and relations (A-PAR-11, 12, A-EXP). */
export function shapingOf(data: DataCall, reads: Reads): Shaping | Reply {
  const { rules } = data.house
  const { query } = data.call
  const asked = query
    .get('fields')
    ?.split(',')
    .map((name) => name.trim())
  if (asked && rules.fields.refuses(reads)) return refusal(400, 'CA-400', 'fields is not supported here')
  const unknown = rules.fields.refusesUnknown() ? asked?.find((name) => !isField(name, data.resource)) : undefined
  if (unknown !== undefined) return refusal(400, 'CA-400', `${data.resource.name} has no field ${unknown}`)
  const wantsExternalIds = query.get('useExternalIds') === 'true'
  if (rules.externalIds.refuses(wantsExternalIds)) return refusal(400, 'CA-400', 'useExternalIds is not supported here')
  const externalIds = rules.externalIds.applies(wantsExternalIds, reads)
  const expanded = expansions(data, reads, rules.externalIds.withinExpanded(externalIds))
  if ('status' in expanded) return expanded
  return {
    names: rules.fields.asked(asked, reads),
    externalIds,
    expansions: expanded,
  }
}

/** One record in the requested form. */
export function shaped(
  record: StoredRecord,
  data: DataCall,
  { names, externalIds, expansions: wanted }: Shaping,
  isList = false,
): Record<string, unknown> {
  const { call } = data
  const place = isList
    ? call.query.has('query')
      ? 'search'
      : 'list'
    : call.params['externalId'] === undefined
      ? 'id'
      : 'external-id'
  const plain = dtoBody(record, { ...data, place, inBatch: call.journal !== undefined }, isList)
  const whole = externalIds ? withExternalIds(plain, record, data) : plain
  const kept = names ? projected(whole, names, data) : whole
  return wanted.reduce<Record<string, unknown>>((body, expansion) => expansion(body, record), kept)
}
