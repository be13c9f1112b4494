import { renderHtml } from '../../reports/html.ts'
import type { StreamRecord } from '../verdict/stream.ts'
import { statementNotes } from './statement-notes.ts'

/** index.html of a stream, with every statement of the documents, also those that the run did not look at. */
export const htmlPage = (records: readonly StreamRecord[]): string => renderHtml(records, statementNotes())
