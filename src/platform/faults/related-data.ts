import { isGuid } from '../data/body.ts'
import { catalogue } from '../data/catalogue.ts'
import type { Fault } from '../deviation.ts'
import { askedOf, jsonIn, passing, refused } from './passing.ts'
import { deletedAlong } from './deleted-along.ts'
import { isUpdate } from './serving.ts'

const isListOfReferences = (resource: string, field: string): boolean => {
  const kind = catalogue.get(resource)?.fields[field]?.kind
  return typeof kind === 'object' && 'references' in kind
}

/** Quiet breaches of what refers to a record, and of the id that names it. */
export const relatedDataFaults: readonly Fault[] = [
  deletedAlong('equipment-deleted-with-its-partner', 'Deleting a business partner deletes its equipment.', {
    resource: 'BusinessPartner',
    other: 'Equipment',
    field: 'businessPartner',
  }),
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
