import type { Fault } from '../deviation.ts'
import { allStores } from '../data/stores.ts'
import type { House } from '../house.ts'
import type { StoredRecord } from '../store/record.ts'
import type { Store } from '../store/store.ts'
import { askedOf, isBatch, isWell, jsonIn, passing } from './passing.ts'
import { isUpdate } from './serving.ts'

type Transfer = (content: Buffer) => Buffer
const unquoted: Transfer = (content) =>
  Buffer.from(
    content
      .toString('latin1')
      .replace(/=\r\n/g, '')
      .replace(/=([\dA-Fa-f]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
const transfers: Readonly<Record<string, Transfer>> = {
  'quoted-printable': unquoted,
  base64: (content) => Buffer.from(content.toString('latin1'), 'base64'),
}

/** The body with what stands before its first delimiter as a part. */
function preambleAsPart(body: Buffer, boundary: string): Buffer {
  const delimiter = `--${boundary}`
  const text = body.toString('latin1')
  const at = text.startsWith(delimiter) ? 0 : text.indexOf(`\r\n${delimiter}`)
  const preamble = at < 0 ? '' : text.slice(0, at)
  return preamble.trim() === '' ? body : Buffer.from(`${delimiter}\r\n\r\n${text}`, 'latin1')
}

interface Written {
  readonly store: Store
  readonly resource: string
  readonly before: StoredRecord
  readonly after: StoredRecord
  readonly names: readonly string[]
}

const found = (house: House, resource: string, by: string | undefined, name: string) => {
  for (const store of allStores(house).values()) {
    const table = store.table(resource)
    const record = by === 'externalId' ? table.byExternalId(name) : table.byId(name)
    if (record) return { store, record }
  }
  return undefined
}
const isUnset = (value: unknown): boolean => value === null || value === undefined

let written: Written[] = []
const undoing = passing(
  'rollback-leaves-what-had-no-value',
  ['A-BAT-08'],
  'What a transaction that is rolled back wrote into fields without a value stays.',
  async (request, go) => {
    if (!isBatch(askedOf(request))) return go(request)
    written = []
    const response = await go(request)
    for (const { store, resource, before, after, names } of written.splice(0)) {
      const record = store.table(resource).byId(before.id)
      // Rolled back if the record is again what it was.
      const left = names.filter((name) => isUnset(record?.fields[name]) && !isUnset(after.fields[name]))
      if (record?.lastChanged !== before.lastChanged || record === after || left.length === 0) continue
      const kept = Object.fromEntries(left.map((name) => [name, after.fields[name]]))
      store.transaction((transaction) =>
        transaction.put(resource, { ...record, fields: { ...record.fields, ...kept } }),
      )
    }
    return response
  },
)

/** Breaches of the Batch API that a twelfth reader of the document thought up. */
export const twelfthBatchFaults: readonly Fault[] = [
  {
    id: 'transfer-encoding-of-a-part-is-obeyed',
    breaks: ['A-BAT-02'],
    says: 'A part with a Content-Transfer-Encoding of quoted-printable or base64 is decoded before it is read.',
    rule: {
      batch: {
        content: (content, part) =>
          (transfers[part['content-transfer-encoding']?.trim().toLowerCase() ?? ''] ?? ((same) => same))(content),
      },
    },
  },
  {
    id: 'preamble-of-a-batch-counted-as-a-part',
    breaks: ['A-BAT-10', 'A-BAT-02'],
    says: 'What stands before the first delimiter of a batch is taken for a part that is no request.',
    rule: { batch: { bytes: preambleAsPart } },
  },
  {
    ...undoing,
    seam: {
      passage: {
        ...undoing.seam?.passage,
        part: async (request, go, { house, transactional }) => {
          const { resource, by, name = '', ...asked } = askedOf(request)
          const isTried = transactional && resource !== undefined && isUpdate({ resource, by, name, ...asked })
          const was = isTried ? found(house, resource, by, name) : undefined
          const response = await go(request)
          const is = was && isWell(response) ? was.store.table(resource as string).byId(was.record.id) : undefined
          const names = Object.keys(jsonIn(request) ?? {}).filter((field) => isUnset(was?.record.fields[field]))
          if (!was || !is) return response
          const at = written.findIndex(({ before }) => before.id === is.id)
          const { before = was.record, names: more = [] } = written[at] ?? {}
          if (at >= 0) written.splice(at, 1)
          written.push({
            store: was.store,
            resource: resource as string,
            before,
            after: is,
            names: [...more, ...names],
          })
          return response
        },
      },
    },
  },
]
