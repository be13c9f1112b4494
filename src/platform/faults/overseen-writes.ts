import { isGuid } from '../data/body.ts'
import type { Fault } from '../deviation.ts'
import { recordRules } from '../rulebook/record.ts'
import { plainId } from '../store/record.ts'
import { storeMeant } from '../variants/store-meant.ts'
import { askedOf, isWell, passing } from './passing.ts'
import { nowServed, serving } from './serving.ts'

const call = 'ServiceCall'

/** Whether what is served is about another resource than the one of the documents' examples; attachments have a chapter of their own. */
const servesOthers = (): boolean => {
  const resource = nowServed()?.asked.resource
  return resource !== undefined && resource !== call && resource !== 'Attachment'
}

const isTextual = (value: unknown): boolean => typeof value === 'string'

/** As a counter of the database would make it. */
const numberOf = (id: string): string => String(Number.parseInt(plainId(id).slice(-7), 16))

/** Breaches of writes that no service call shows. */
export const overseenWriteFaults: readonly Fault[] = [
  serving(
    'upserts-of-calls-only',
    ['A-DAT-06', 'A-DAT-08', 'A-DAT-15'],
    'PUT and PATCH create no records of a resource other than ServiceCall.',
    { rule: { data: { upserts: () => !servesOthers() } } },
  ),
  serving(
    'upserts-of-others-forget-the-external-id',
    ['A-DAT-15'],
    'A record of a resource other than ServiceCall that is created by external id gets none.',
    { rule: { data: { upsertExternalId: (addressed) => (servesOthers() ? null : addressed) } } },
  ),
  serving(
    'post-overwrites-other-resources',
    ['A-DAT-12'],
    'A POST with the id of a stored record of a resource other than ServiceCall updates that.',
    { rule: { data: { postOnExisting: () => (servesOthers() ? 'overwrite' : 'refuse') } } },
  ),
  serving(
    'nulls-not-sent-of-other-resources',
    ['A-DAT-09'],
    'A PATCH with null leaves the texts and references of a resource other than ServiceCall as they are.',
    {
      rule: {
        data: {
          patched: (stored, sent) => ({
            ...stored,
            ...Object.fromEntries(
              Object.entries(sent).filter(
                ([name, value]) => !(servesOthers() && value === null && isTextual(stored[name])),
              ),
            ),
          }),
        },
      },
    },
  ),
  serving(
    'put-of-other-resources-keeps-texts',
    ['A-DAT-05'],
    'A PUT keeps the texts and references of a resource other than ServiceCall that it does not send.',
    {
      rule: {
        data: {
          replaced: (stored, sent) => ({
            ...(servesOthers()
              ? Object.fromEntries(Object.entries(stored).filter(([, value]) => isTextual(value)))
              : {}),
            ...sent,
          }),
        },
      },
    },
  ),
  serving(
    'references-by-external-id-of-calls-only',
    ['A-DAT-17'],
    'References by external id are refused in updates of a resource other than ServiceCall.',
    {
      rule: {
        references: { acceptsExternalId: (step) => !servesOthers() && recordRules.references.acceptsExternalId(step) },
      },
    },
  ),
  serving(
    'writer-of-other-resources-stays',
    ['A-REC-05'],
    'lastChangedBy of a resource other than ServiceCall stays that of the creation.',
    {
      rule: {
        record: {
          lastChangedBy: (writer, former, step) =>
            servesOthers() && former !== undefined ? former : recordRules.record.lastChangedBy(writer, former, step),
        },
      },
    },
  ),
  serving(
    'deletions-by-external-id-of-calls-only',
    ['A-DAT-16'],
    'DELETE by external id finds no record of a resource other than ServiceCall.',
    {
      rule: {
        data: {
          recognises: ({ operation, by }) => operation !== 'delete' || by !== 'externalId' || !servesOthers(),
        },
      },
    },
  ),
  serving(
    'deleted-records-of-others-stay-in-lists',
    ['A-DAT-10'],
    'Lists of a resource other than ServiceCall still show what was deleted.',
    { rule: { data: { readsDeleted: (reads) => reads === 'list' && servesOthers() } } },
  ),
  serving(
    'force-of-calls-only',
    ['A-DAT-22', 'A-DAT-23'],
    'An outdated lastChanged of a resource other than ServiceCall is refused in spite of force.',
    {
      rule: {
        lock: {
          forced: (flag, step) => {
            const { asked, sent } = nowServed() ?? {}
            const names = step.operation === 'delete' ? asked?.query.has('lastChanged') : 'lastChanged' in (sent ?? {})
            return recordRules.lock.forced(flag, step) && !(servesOthers() && names)
          },
        },
      },
    },
  ),
  serving(
    'numbers-as-ids-of-other-resources',
    ['A-REC-01'],
    'A record of a resource other than ServiceCall that is created without an id gets a number as its id.',
    {
      rule: {
        record: {
          id: (supplied, generated) => supplied ?? (servesOthers() ? numberOf(generated) : generated),
        },
      },
    },
  ),
  passing(
    'calls-deleted-with-their-technicians',
    ['A-DAT-25'],
    'Deleting a person deletes the service calls that name it in a list.',
    async (request, go, { house, inBatch }) => {
      const asked = askedOf(request)
      if (asked.method !== 'DELETE' || asked.resource === undefined || inBatch) return go(request)
      const store = storeMeant(request, house)
      const table = store?.table(asked.resource)
      const record = asked.by === 'id' ? table?.byId(asked.name ?? '') : table?.byExternalId(asked.name ?? '')
      const response = await go(request)
      if (!store || !record || !isWell(response)) return response
      const how = { by: '', forced: true, route: 'id', inBatch } as const
      const isIt = (id: unknown) => typeof id === 'string' && isGuid(id) && plainId(id) === plainId(record.id)
      store.transaction((transaction) => {
        for (const one of store.table(call).all())
          if (Object.values(one.fields).some((value) => Array.isArray(value) && value.some(isIt)))
            transaction.remove(call, one, how)
      })
      return response
    },
  ),
]
