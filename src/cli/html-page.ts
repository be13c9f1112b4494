import { renderHtml } from '../../reports/html.ts'
import { statements } from '../verdict/statements.ts'
import type { StreamRecord } from '../verdict/stream.ts'

/** index.html of a stream, with every statement of the documents, also those that the run did not look at. */
export const htmlPage = (records: readonly StreamRecord[]): string =>
  renderHtml(
    records,
    statements.map(({ id, level, says }) => ({ statement: id, level, says })),
  )
