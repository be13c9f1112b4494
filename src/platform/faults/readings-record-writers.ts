import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { recordRules } from '../rulebook/record.ts'
import { eachRecord, reshaping } from './passing.ts'
import { isRead, isUpdate, nowServed, serving } from './serving.ts'
import { onlyNull, remembering, wasDeleted } from './remembering.ts'

const { record: strict } = recordRules
const firstOf = perHouse(() => new Map<string, string>())
/** Quiet breaches of A-REC-05, 06, 15: writer and external id of records, and the order of their times. */
export const readingsRecordWriterFaults: readonly Fault[] = [
  serving('lastchangedby-not-on-delete-field-null', ['A-REC-05'], 'A PATCH of nulls does not change lastChangedBy.', {
    rule: {
      record: {
        lastChangedBy: (writer, former, step) =>
          onlyNull() && former ? former : strict.lastChangedBy(writer, former, step),
      },
    },
  }),
  {
    id: 'lastchangedby-batch-service',
    breaks: ['A-REC-05'],
    says: 'What a batch writes is attributed to the service.',
    rule: {
      record: {
        lastChangedBy: (writer, former, step) => (step.inBatch ? '1' : strict.lastChangedBy(writer, former, step)),
      },
    },
  },
  {
    id: 'lastchangedby-name',
    breaks: ['A-REC-05'],
    says: 'After an update by external id lastChangedBy is a name.',
    rule: {
      record: {
        lastChangedBy: (writer, former, step) =>
          step.by === 'externalId' ? (writer.userName ?? null) : strict.lastChangedBy(writer, former, step),
      },
    },
  },
  serving('lastchangedby-token-issuer', ['A-REC-05'], 'lastChangedBy is the user of the client who came first.', {
    rule: {
      record: {
        lastChangedBy: (writer, former, step) => {
          const at = nowServed()
          const own = strict.lastChangedBy(writer, former, step)
          if (!at || own === null) return own
          const known = firstOf(at.house).get(writer.clientId)
          if (known === undefined) firstOf(at.house).set(writer.clientId, own)
          return known ?? own
        },
      },
    },
  }),
  reshaping('externalid-empty-string', ['A-REC-06'], 'No externalId is shown as an empty text.', isRead, (body) =>
    eachRecord(body, (record) => (record['externalId'] === null ? { ...record, externalId: '' } : record)),
  ),
  {
    id: 'externalid-numeric',
    breaks: ['A-REC-06'],
    says: 'An externalId of digits is shown as a number.',
    rule: { shown: { externalId: (externalId) => (/^\d+$/.test(externalId) ? Number(externalId) : externalId) } },
  },
  {
    id: 'externalid-lower-cased',
    breaks: ['A-REC-06'],
    says: 'externalId is shown in lower case.',
    rule: { shown: { externalId: (externalId) => externalId.toLowerCase() } },
  },
  // A-REC-15
  {
    id: 'lastchanged-node-skew',
    breaks: ['A-REC-15'],
    says: 'Every other write is by a clock that is two seconds behind.',
    rule: {
      record: {
        lastChanged: (start, former) => (former === undefined || former < start - 1000 ? start : start - 2000),
      },
    },
  },
  reshaping(
    'lastchanged-answer-ahead',
    ['A-REC-15', 'A-DAT-07'],
    'The answer to a PATCH shows a later lastChanged than is stored.',
    (asked) => isUpdate(asked) && asked.method === 'PATCH',
    (body) => eachRecord(body, (record) => ({ ...record, lastChanged: Number(record['lastChanged']) + 437 })),
  ),
  remembering(
    serving(
      'lastchanged-on-recreate',
      ['A-REC-04'],
      'A record made anew by PUT has the lastChanged of the deleted one.',
      {
        rule: {
          record: {
            lastChanged: (start, former, { operation }) =>
              former === undefined && operation === 'put' ? (wasDeleted(nowServed()?.asked.name) ?? start) : start,
          },
        },
      },
    ),
  ),
]
