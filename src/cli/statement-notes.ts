import type { StatementNote } from '../../reports/html/statements.ts'
import { statements } from '../verdict/statements.ts'

/** Every statement of the documents, for reports that show also those that a run did not look at. */
export const statementNotes = (): readonly StatementNote[] =>
  statements.map(({ id, level, says }) => ({ statement: id, level, says }))
