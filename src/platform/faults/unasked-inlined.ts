import type { Fault } from '../deviation.ts'
import { eachRecord, reshaping, type Asked, type Json } from './passing.ts'
import { asksForList, isUpdate, resending } from './serving.ts'

const field = 'udfValues'

const withFirst = (record: Json): Json =>
  Array.isArray(record[field]) ? { ...record, [field]: record[field].slice(0, 1) } : record

const showing = (id: string, breaks: Fault['breaks'], says: string, concerns: (asked: Asked) => boolean): Fault =>
  reshaping(id, breaks, says, concerns, (body) => eachRecord(body, withFirst))

/** Breaches of lists of inlined objects that only a second one shows. */
export const unaskedInlinedFaults: readonly Fault[] = [
  showing(
    'lists-show-one-inlined-object',
    ['A-DAT-02'],
    'Lists show the first of the values of user-defined fields only.',
    asksForList,
  ),
  showing(
    'external-id-shows-one-inlined-object',
    ['A-DAT-14'],
    'Read by external id, a record shows the first of its values of user-defined fields only.',
    ({ method, by }) => method === 'GET' && by === 'externalId',
  ),
  resending(
    'patch-of-one-of-two-inlined-loses-the-other',
    ['A-DAT-07'],
    'A PATCH stores the first of the values of user-defined fields that it sends.',
    (asked) => isUpdate(asked) && asked.method === 'PATCH',
    withFirst,
  ),
]
