import { randomBytes } from 'node:crypto'
import type { Variant } from '../deviation.ts'
import { isFieldList } from './turned-away.ts'

type Part = Readonly<Record<string, unknown>>

const deep = (value: unknown, edit: (part: Part) => Part): unknown => {
  if (Array.isArray(value)) return value.map((one) => deep(one, edit))
  if (!isFieldList(value)) return value
  return Object.fromEntries(Object.entries(edit(value)).map(([name, inner]) => [name, deep(inner, edit)]))
}

/** States of records in the order in which they were told first. */
const told = new Map<string, number>()
const numberOf = (part: Part): number => {
  const key = JSON.stringify([part['id'], part['lastChanged']])
  const known = told.get(key) ?? told.size - 3
  told.set(key, known)
  return known
}

const place = '/api/reporting/v1/reports/'

/** Lawful readings of B-SVC and B-RPT, thought up by a ninth reader (suites/two-readings). */
export const ninthTreeVariants: readonly Variant[] = [
  {
    id: 'service-unknown-id-tries-every-key',
    leaves: ['B-SVC-09'],
    says: 'A reference whose id no record has is looked up by its code, and one whose code no record has by its external id.',
    rule: { service: { tries: () => ['code', 'externalId'] } },
  },
  {
    id: 'service-changes-counted-from-below-zero',
    leaves: ['B-SVC-16'],
    says: 'lastChanged counts the changes of all records from -3.',
    rule: {
      service: {
        shown: (tree) =>
          deep(tree, (part) => ('lastChanged' in part ? { ...part, lastChanged: numberOf(part) } : part)),
      },
    },
  },
  {
    id: 'report-echo-of-all-with-a-place',
    leaves: ['B-RPT-02', 'B-RPT-03', 'B-RPT-14'],
    says: 'A build is answered 201 with an address that is not there at first and with all five fields.',
    excludes: ['report-echo-and-more', 'report-file-where-type-is-sent', 'report-build-201-download-in-parts'],
    rule: {
      reporting: {
        fills: () => ({
          reportType: 'PDF',
          reportTimeZone: 'Pacific/Chatham',
          reportParameters: {},
          reportLanguage: 'zxx',
          reportTemplate: null,
        }),
        built: (answer) => ({
          ...answer,
          status: 201,
          headers: [...answer.headers, ['Location', `${place}${randomBytes(8).toString('hex')}`]],
        }),
      },
    },
  },
]
