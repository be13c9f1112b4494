import type { Reply } from './step.ts'

/** A Data API error body. Codes other than CA-27, CA-146 and CA-147 are this platform's own: the documents show no others. */
export const refusal = (status: number, error: string, message: string, values: readonly unknown[] = []): Reply => ({
  status,
  body: { error, message, values },
})

export const missingRecord = refusal(404, 'CA-404', 'record not found')
