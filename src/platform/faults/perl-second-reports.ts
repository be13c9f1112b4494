import type { Fault } from '../deviation.ts'
import { reshaping } from './passing.ts'
import { isFieldList } from '../variants/turned-away.ts'

const isBuild = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
  method === 'POST' && /\/api\/reporting\/v1(?:\/build)?$/.test(path)

/** A value whose lists of one element are that element, however deep. */
function unlisted(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 1 ? unlisted(value[0]) : value.map(unlisted)
  return isFieldList(value)
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, unlisted(inner)]))
    : value
}

const reading = (id: string, says: string, key: (name: string) => string): Fault => ({
  id,
  breaks: ['B-RPT-02', 'B-RPT-13'],
  says,
  rule: { reporting: { key } },
})

/** Breaches of parameters, as a server in Perl had them, and their neighbours. */
export const perlSecondReportsFaults: readonly Fault[] = [
  reshaping(
    'report-lists-of-one-are-that-one',
    ['B-RPT-02'],
    'A list of one element in the parameters is read as that element.',
    isBuild,
    (body) => ('reportParameters' in body ? { ...body, reportParameters: unlisted(body['reportParameters']) } : body),
  ),
  reading('report-form-key-cut-at-its-dot', 'The key of reportParameters.<key> ends before a dot.', (name) =>
    name.replace(/(?<=.)\..*$/s, ''),
  ),
  reading(
    'report-form-key-in-words-of-letters',
    'Dots and blanks in the key of reportParameters.<key> become _.',
    (name) => name.replaceAll(/[ .]/g, '_'),
  ),
]
