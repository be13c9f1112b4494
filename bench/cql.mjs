import { rowMatches } from '../dist/src/cql/evaluate.js'
import { parse } from '../dist/src/cql/parse.js'

/** Thousands of row verdicts a second over the whole readings ensemble, on one core, for queries of the kind that campaigns ask. */
export function figures({ turns = 60 } = {}) {
  const rows = Array.from({ length: 1000 }, (_, at) => ({
    id: at.toString(16).padStart(32, '0'),
    subject: `abc${at}`,
    remarks: at % 3 ? `text ${at}` : null,
    chargeableEfforts: at % 2 === 0,
    lastChanged: 1_700_000_000_000 + at,
    startDateTime: at % 5 ? '2026-03-01T10:00:00Z' : null,
  }))
  const queries = [
    'subject like "abc1%" AND !(remarks = "text 10")',
    '(subject = "ABC1" OR subject != "abc2") AND chargeableEfforts = true',
    'remarks in ("text 1", "text 2", "text 4") OR startDateTime < "2026-04-01T00:00:00Z"',
    '!(lastChanged >= 1700000000100 AND remarks ilike "%1%")',
  ].map((query) => parse(query).ast)
  let verdicts = 0
  const started = process.cpuUsage()
  for (let turn = 0; turn < turns; turn += 1) {
    for (const ast of queries) {
      const verdict = rowMatches(ast)
      for (const row of rows) {
        verdict(row)
        verdicts += 1
      }
    }
  }
  const { user, system } = process.cpuUsage(started)
  return [
    {
      what: 'row verdicts of the query language a second of CPU',
      value: verdicts / ((user + system) / 1e3),
      unit: 'thousand',
      least: 200,
    },
  ]
}
