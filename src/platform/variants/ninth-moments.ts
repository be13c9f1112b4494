import type { Variant } from '../deviation.ts'
import { dispatchRules } from '../rulebook/dispatch.ts'
import { scimRules } from '../rulebook/scim.ts'
import { isFieldList } from './turned-away.ts'

const { scim } = scimRules
const { dispatch } = dispatchRules

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.(\d+))?)?(?:Z|[+-]\d\d:?\d\d)$/i
const ofKathmandu = 20_700_000

/** The same moment in the time of Kathmandu, with nine digits behind the second and a small t. */
function inKathmandu(text: string): string {
  const [, fraction = ''] = moment.exec(text) ?? []
  const there = new Date(Date.parse(text) + ofKathmandu).toISOString().slice(0, 19).toLowerCase()
  return `${there}.${fraction.padEnd(9, '0')}+05:45`
}

const turned = (value: unknown): unknown => {
  if (typeof value === 'string') return moment.test(value) ? inKathmandu(value) : value
  if (Array.isArray(value)) return value.map(turned)
  if (!isFieldList(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, turned(inner)]))
}

/** A lawful reading of every date-time of part B, thought up by a ninth reader (suites/two-readings). */
export const ninthMomentVariants: readonly Variant[] = [
  {
    id: 'moments-of-part-b-in-kathmandu',
    leaves: ['B-USR-03', 'B-CRW-22', 'B-SVC-16', 'B-SCM-17', 'B-DSP-28'],
    says: 'Date-times of part B have a small t, nine digits behind the second and the offset +05:45.',
    rule: {
      scim: {
        user: (dto, operation) => scim.user(turned(dto) as typeof dto, operation),
        group: (dto, operation) => scim.group(turned(dto) as typeof dto, operation),
      },
      user: { moment: (ms) => inKathmandu(new Date(ms).toISOString()) },
      crowd: {
        created: (createdAt) => inKathmandu(createdAt),
        row: (row) => ({ ...row, lastChanged: inKathmandu(String(row['lastChanged'])) }),
      },
      dispatch: { listed: (results, of, size) => dispatch.listed(turned(results) as typeof results, of, size) },
      service: { shown: (tree) => turned(tree) },
    },
  },
]
