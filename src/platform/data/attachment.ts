import type { PlatformResponse } from '../http/message.ts'
import type { Form } from '../rulebook/attachment.ts'
import type { StoredRecord } from '../store/record.ts'
import { plainId } from '../store/record.ts'
import { answerOf } from './answer-of.ts'
import type { DataCall } from './data-call.ts'

/** The bytes of an attachment, with the name of its file (A-ATT-03, 04). */
export function readContent(
  { house, store }: Pick<DataCall, 'house' | 'store'>,
  id: string,
  form: Form,
): PlatformResponse {
  const { attachment, data } = house.rules
  const table = store.table('Attachment')
  const ghost = () =>
    attachment.outlives(form)
      ? table.deletions.map(({ record }) => record).findLast((record) => plainId(record.id) === plainId(id))
      : undefined
  const found = attachment.serves(form) ? (table.byId(id) ?? ghost()) : undefined
  if (!found) return answerOf(data.missing({ operation: 'get', by: 'id', creates: false }))
  const { fields } = attachment.picks<StoredRecord>(found, () => table.all())
  const name = String(fields['fileName'] ?? '')
  const bytes = attachment.bytes(Buffer.from(String(fields['fileContent'] ?? ''), 'base64'), form)
  const told = [
    ['Content-Type', attachment.type(name, form)],
    ['Content-Disposition', attachment.disposition(name, form)],
    ['Content-Encoding', attachment.encoding(form)],
  ] as const
  return {
    status: 200,
    headers: told.flatMap(([header, value]) => (value === undefined ? [] : [[header, value] as const])),
    body: bytes,
  }
}
