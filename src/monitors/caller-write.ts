import type { Monitor } from './monitor.ts'

/** Callers do not write new content to an attachment that there is (A-ATT-05). */
export const callerWrite: Monitor = {
  name: 'caller-write',
  side: 'client',
  statements: ['A-ATT-05'],
  see({ observed: { moment }, write, out }) {
    // A PUT may make the record, or carry it whole: only a PATCH says that the content is meant to change.
    if (write?.resource !== 'Attachment' || write.kind !== 'patch') return
    out.assert('A-ATT-05')
    const content = write.sent['fileContent']
    if (typeof content === 'string' && content !== '')
      out.find({
        statement: 'A-ATT-05',
        side: 'client',
        expected: 'the content of an attachment is not updated',
        actual: 'a PATCH with fileContent',
        exchanges: [moment.ref],
      })
  },
}
