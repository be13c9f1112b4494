import type { Findings } from '../findings.ts'
import { isJsonType, jsonBody } from '../json-body.ts'
import { judgeSchema } from '../judge-schema.ts'
import type { ExchangeReading } from '../reading.ts'

/** The company list, in the form that Accept asked for; if Accept names neither type, either form is lawful (A-COM-06). */
export function judgeCompanies(reading: ExchangeReading, out: Findings): void {
  const accept = reading.requestHeader('accept')?.toLowerCase() ?? ''
  const json = accept.includes('application/json')
  const text = accept.includes('application/text')
  if (json && (!text || isJsonType(reading.responseHeader('content-type') ?? ''))) {
    const body = jsonBody(reading, out, 'A-COM-01')
    if (body !== undefined) judgeSchema('company/companies', body, out)
  } else if (text && !json && reading.text !== '') {
    out.assert('A-COM-02')
    const parsed = reading.json
    if (typeof parsed === 'object' && parsed !== null) {
      out.find({
        statement: 'A-COM-02',
        expected: 'Accept: application/text gets the companies as text, separated by newlines',
        actual: 'JSON',
        side: 'server',
      })
    }
  }
}
