import { isGuid } from '../data/body.ts'
import { catalogue } from '../data/catalogue.ts'
import type { Fault } from '../deviation.ts'
import { plainId } from '../store/record.ts'
import { storeMeant } from '../variants/store-meant.ts'
import { askedOf, isWell, jsonIn, passing, refused } from './passing.ts'
import { isUpdate } from './serving.ts'

const partners = 'BusinessPartner'

const isListOfReferences = (resource: string, field: string): boolean => {
  const kind = catalogue.get(resource)?.fields[field]?.kind
  return typeof kind === 'object' && 'references' in kind
}

/** Quiet breaches of what refers to a record, and of the id that names it. */
export const relatedDataFaults: readonly Fault[] = [
  passing(
    'equipment-deleted-with-its-partner',
    ['A-DAT-25'],
    'Deleting a business partner deletes its equipment.',
    async (request, go, { house, inBatch }) => {
      const asked = askedOf(request)
      if (asked.method !== 'DELETE' || asked.resource !== partners || inBatch) return go(request)
      const store = storeMeant(request, house)
      const table = store?.table(partners)
      const record = asked.by === 'id' ? table?.byId(asked.name ?? '') : table?.byExternalId(asked.name ?? '')
      const response = await go(request)
      if (!store || !record || !isWell(response)) return response
      const how = { by: '', forced: true, route: 'id', inBatch } as const
      const isOfIt = (id: unknown) => typeof id === 'string' && plainId(id) === plainId(record.id)
      store.transaction((transaction) => {
        for (const equipment of store.table('Equipment').all())
          if (isOfIt(equipment.fields['businessPartner'])) transaction.remove('Equipment', equipment, how)
      })
      return response
    },
  ),
  passing(
    'lists-of-references-by-external-id-refused',
    ['A-DAT-17'],
    'An update by external id refuses external ids in lists of references.',
    async (request, go) => {
      const asked = askedOf(request)
      const sent = isUpdate(asked) && asked.by === 'externalId' ? jsonIn(request) : undefined
      const isNamed = (one: unknown) => typeof one !== 'string' || !isGuid(one)
      const isRefused = Object.entries(sent ?? {}).some(
        ([field, value]) =>
          isListOfReferences(asked.resource ?? '', field) && Array.isArray(value) && value.some(isNamed),
      )
      return isRefused ? refused(400, 'a list holds ids') : go(request)
    },
  ),
  passing(
    'nothing-found-by-ids-in-lower-case',
    ['A-REC-02', 'A-DAT-01', 'A-DAT-03'],
    'A record is not found by its id where that was sent in lower case.',
    async (request, go) => {
      const { method, by, name = '' } = askedOf(request)
      return method === 'GET' && by === 'id' && isGuid(name) && name !== name.toUpperCase()
        ? refused(404, 'no such record')
        : go(request)
    },
  ),
]
