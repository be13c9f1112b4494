import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { reportingRules } from '../rulebook/reporting.ts'
import { askedOf, isWell, passing, withJson, type Json } from './passing.ts'

const { reporting } = reportingRules

/** What the last build with it had in a field, however it was sent. */
const lastOnes = perHouse(() => new Map<string, unknown>())

const kept = (id: string, field: string): Fault =>
  passing(
    id,
    ['B-RPT-02'],
    `A build without ${field} has that of the last build that had some, of whichever template.`,
    async (request, go, { house }) => {
      const { method, path } = askedOf(request)
      const response = await go(request)
      if (method !== 'POST' || !/\/api\/reporting\/v1(?:\/build)?$/.test(path) || !isWell(response)) return response
      return withJson(response, (echo: Json) => {
        const own = echo[field]
        if (own !== undefined) lastOnes(house).set(field, own)
        return lastOnes(house).has(field) ? { ...echo, [field]: lastOnes(house).get(field) } : echo
      })
    },
  )

const read = (id: string, says: string, plus: typeof reporting.plus): Fault => ({
  id,
  breaks: ['B-RPT-02', 'B-RPT-13'],
  says,
  rule: { reporting: { plus } },
})

/** Breaches of what a build has, as a fourth look at a server in Perl found them, and their neighbours. */
export const perlFourthReportsFaults: readonly Fault[] = [
  kept('report-language-of-the-last-build-with-one', 'reportLanguage'),
  kept('report-type-of-the-last-build-with-one', 'reportType'),
  kept('report-parameters-of-the-last-build-with-some', 'reportParameters'),
  read('report-multipart-lines-after-the-first-lost', 'Of a text in multipart the first line is kept.', (text, form) =>
    form === 'multipart' ? text.replace(/\r?\n.*$/s, '') : reporting.plus(text, form),
  ),
  read('report-multipart-texts-end-at-an-empty-line', 'A text in multipart ends at an empty line.', (text, form) =>
    form === 'multipart' ? text.replace(/\r?\n\r?\n.*$/s, '') : reporting.plus(text, form),
  ),
  read('report-form-lines-become-words', 'A line break in a form is read as a blank.', (text, form) =>
    form === 'form' ? reporting.plus(text.replaceAll(/(?:%0D)?%0A/gi, '+'), form) : reporting.plus(text, form),
  ),
]
