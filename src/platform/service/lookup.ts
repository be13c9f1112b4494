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
  const name = String(reference[key])
  const records = store.table(table)
  const byCode = (code: string) => records.all().find((record) => codeOf(table, record) === code)
  if (key === 'id') {
    const { code } = reference
    return records.byId(name) ?? (typeof code === 'string' && rules.service.triesCode() ? byCode(code) : undefined)
  }
  if (key === 'externalId') {
    const all = () => records.all().flatMap(({ externalId }) => externalId ?? [])
    return records.byExternalId(rules.service.meant(name, all))
  }
  return byCode(name)
}
