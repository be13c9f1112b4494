import type { Api } from '../clients/api.ts'
import { Blocked } from '../target/blocked.ts'
import type { Target } from '../target/target.ts'

const readAtMost = 20
/** Fields that the target sets, or that name a record. */
const notGiven = /^(?:id|externalId|lastChanged\w*|create\w*|code|.*(?:Id|Code|Number))$/
const text = 'made by fieldproof'

/** A body that may create a record, guessed from what records that are there have in common; undefined if none can be read. */
async function proposed(api: Api, resource: string): Promise<Readonly<Record<string, string>> | undefined> {
  const { status, records } = await api.data.list(resource, { query: { pageSize: String(readAtMost) } })
  const held = status === 200 ? records() : []
  const [first] = held
  if (!first) return undefined
  const names = Object.keys(first).filter(
    (name) => !notGiven.test(name) && held.every((record) => isFreeText(record[name])),
  )
  return Object.fromEntries(names.map((name) => [name, text]))
}

/** Neither an id, a time nor a word of an enumeration. */
const isFreeText = (value: unknown): boolean =>
  typeof value === 'string' &&
  value !== '' &&
  !/^(?:[0-9A-Fa-f-]{32,36}|\d{4}-\d\d-\d\d.*|[A-Z][A-Z0-9_]+|\d+)$/.test(value)

/** Templates for the resources with a DTO version and none, by reads only. */
export async function templatesProposed(
  api: Api,
  { dtos, templates }: Pick<Target, 'dtos' | 'templates'>,
): Promise<Readonly<Record<string, Readonly<Record<string, string>>>>> {
  const found: Record<string, Readonly<Record<string, string>>> = {}
  for (const resource of Object.keys(dtos).filter((name) => !(name in templates))) {
    try {
      const body = await proposed(api, resource)
      if (body) found[resource] = body
    } catch (error) {
      if (!(error instanceof Blocked)) throw error
    }
  }
  return found
}
