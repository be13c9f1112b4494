import type { House } from '../house.ts'
import type { StoredRecord } from '../store/record.ts'
import type { Store } from '../store/store.ts'

/** Tables whose records have their code under another name. */
const codeFields: Readonly<Record<string, string>> = { UdfMeta: 'name', Skill: 'name' }

export const codeOf = (table: string, record: StoredRecord): unknown => record.fields[codeFields[table] ?? 'code']

/** The record that a reference means: by id, if absent by code, if absent by externalId (B-SVC-09). */
export function lookUp(
  reference: Readonly<Record<string, unknown>>,
  table: string,
  store: Store,
  { rules }: House,
): StoredRecord | undefined {
  const given = (['id', 'code', 'externalId'] as const).filter((key) => typeof reference[key] === 'string')
  const key = rules.service.lookedUpBy(given, table)
  if (key === undefined) return undefined
  const records = store.table(table)
  const by = (one: (typeof given)[number]): StoredRecord | undefined => {
    const name = String(reference[one])
    if (one === 'id') return records.byId(name)
    if (one === 'code') return records.all().find((record) => rules.service.isCode(name, codeOf(table, record)))
    const all = () => records.all().flatMap(({ externalId }) => externalId ?? [])
    return records.byExternalId(rules.service.meant(name, all))
  }
  const further = given.slice(given.indexOf(key) + 1).filter((one) => rules.service.tries().includes(one))
  for (const one of [key, ...further]) {
    const found = by(one)
    if (found) return found
  }
  return undefined
}
