import type { Variant } from '../deviation.ts'
import { askedOf } from '../faults/passing.ts'
import { isPost, nowServed, serving } from '../faults/serving.ts'
import { json } from '../http/answers.ts'
import { refusal } from '../data/refusal.ts'
import { data } from '../rulebook/data.ts'
import { recordRules } from '../rulebook/record.ts'
import { lawful } from './lawful.ts'

const exponent = (digits: string): string => `${digits[0]}.${digits.slice(1)}E${digits.length - 1}`
let served = 0

const withoutUser = new WeakSet<object>()
const {
  id: meId,
  says: meSays,
  ...me
} = serving(
  'me-refused-without-user',
  ['A-REC-18'],
  'Nobody has changed what a token without user wrote, and me() is refused to it.',
  {
    rule: {
      record: { lastChangedBy: (writer) => writer.userId ?? null },
      cql: {
        me: (id) => {
          const asked = nowServed()?.asked
          if (asked && id === undefined) withoutUser.add(asked)
          return id
        },
      },
    },
  },
)
const meThrough = me.seam?.passage?.through

/** Lawful other readings of records and their writes that nobody here had in mind. */
export const unheardDataVariants: readonly Variant[] = [
  {
    ...lawful(
      ['A-REC-07'],
      serving(
        'external-id-burnt-by-delete',
        ['A-REC-07'],
        'The external id of a deleted record cannot be given to a new one by POST.',
        {
          rule: {
            record: {
              holder: (externalId, resource, store) => {
                const at = nowServed()
                return (
                  recordRules.record.holder(externalId, resource, store) ??
                  (at && isPost(at.asked)
                    ? store.table(resource).deletions.find(({ record }) => record.externalId === externalId)?.record
                    : undefined)
                )
              },
            },
          },
        },
      ),
    ),
  },
  {
    id: 'lastchanged-in-exponent-form',
    leaves: ['A-REC-03'],
    says: 'lastChanged is written in exponent form.',
    seam: {
      passage: {
        through: async (request, go) => {
          const response = await go(request)
          const text = response.body.toString('latin1')
          if (!askedOf(request).resource || !text.startsWith('{')) return response
          return {
            ...response,
            body: Buffer.from(
              text
                .replace(/"lastChanged":(\d{13})\b/g, (_, digits: string) => `"lastChanged":${exponent(digits)}`)
                .replace(/"values":\[(\d{13})\]/g, (_, digits: string) => `"values":[${exponent(digits)}]`),
              'latin1',
            ),
          }
        },
      },
    },
  },
  {
    id: 'datetimes-with-microseconds',
    leaves: ['A-REC-10'],
    says: 'Date-times are shown with microseconds and +00:00.',
    rule: { shown: { dateTime: (value) => new Date(value).toISOString().replace('Z', '000+00:00') } },
  },
  {
    id: meId,
    says: meSays,
    leaves: ['A-REC-18'],
    ...(me.rule ? { rule: me.rule } : {}),
    seam: {
      passage: {
        through: (request, go, way) =>
          meThrough!(
            request,
            async (passed) => {
              const response = await go(passed)
              const asked = nowServed()?.asked
              return asked && withoutUser.has(asked)
                ? json(400, { error: 'CA-400', message: 'me() needs a user', values: [] })
                : response
            },
            way,
          ),
      },
    },
  },
  {
    id: 'put-refills-service-fields',
    leaves: ['A-DAT-05'],
    says: 'PUT fills what the service keeps and empties lists that are not sent.',
    rule: {
      data: {
        replaced: (stored, sent, step) => ({
          ...Object.fromEntries(
            Object.entries(stored).flatMap(([name, value]) => (Array.isArray(value) ? [[name, []]] : [])),
          ),
          ...('createDateTime' in stored ? { createDateTime: new Date().toISOString() } : {}),
          ...('code' in stored ? { code: `N${(served += 1)}` } : {}),
          ...('statusCode' in stored ? { statusCode: '-1' } : {}),
          ...('typeName' in stored ? { typeName: 'Default' } : {}),
          ...data.replaced(stored, sent, step),
        }),
      },
    },
  },
  {
    id: 'lock-message-titled-with-children',
    leaves: ['A-DAT-20'],
    says: 'CA-27 has a message in capitalised words, its value as a string and one more field.',
    rule: {
      lock: {
        message: () => 'Resource Concurrent Modification Detected',
        values: (stored) => [String(stored)],
        more: () => ({ children: [] }),
      },
    },
  },
  lawful(
    ['A-DAT-12', 'A-DAT-33'],
    serving(
      'post-on-existing-id-silent',
      ['A-DAT-12'],
      'POST with the id of a stored record is answered with 204 and changes nothing; a forced one is refused with 405.',
      {
        rule: {
          data: {
            existing: () =>
              nowServed()?.asked.query.get('forceUpdate') === 'true'
                ? refusal(405, 'CA-405', 'POST does not update')
                : { status: 204 },
          },
        },
      },
    ),
  ),
  {
    id: 'missing-record-200-empty-data',
    leaves: ['A-DAT-24'],
    says: 'A missing record is answered with 200 and no data, also to a DELETE.',
    rule: {
      data: {
        missing: (step) =>
          step.operation === 'get' || step.operation === 'delete'
            ? { status: 200, body: { data: [] } }
            : data.missing(step),
      },
    },
  },
]
