import { isGuid } from '../data/body.ts'
import { catalogue } from '../data/catalogue.ts'
import type { Fault } from '../deviation.ts'
import { lock } from '../rulebook/lock.ts'
import { recordRules } from '../rulebook/record.ts'
import { storeMeant } from '../variants/store-meant.ts'
import { askedOf, jsonIn, passing, rewriting, withParts, withQuery, type Json } from './passing.ts'
import { deletedAlong } from './deleted-along.ts'
import { isUpdate, nowServed, serving, withSent } from './serving.ts'

const call = 'ServiceCall'
const servesCalls = (): boolean => nowServed()?.asked.resource === call

const isTextual = (value: unknown): value is string => typeof value === 'string' && !isGuid(value)

/** The external id in a reference by one. */
const nameIn = (value: unknown): string | undefined =>
  isTextual(value) ? value : ((value as Json | null)?.['externalId'] as string | undefined)

/** Updates by external id that leave some of the references by external id empty. */
const namingNone = (
  id: string,
  breaks: Fault['breaks'],
  says: string,
  concerns: (of: { readonly isNamed: boolean; readonly creates: boolean }) => boolean,
): Fault =>
  passing(id, breaks, says, (request, go, { house }) => {
    const asked = askedOf(request)
    const sent = isUpdate(asked) && asked.by === 'externalId' ? jsonIn(request) : undefined
    const store = sent && storeMeant(request, house)
    if (!sent || !store) return go(request)
    const creates = !store.table(asked.resource ?? '').byExternalId(asked.name ?? '')
    const isLost = (name: string, value: unknown): boolean => {
      const kind = catalogue.get(asked.resource ?? '')?.fields[name]?.kind
      const external = nameIn(value)
      return (
        typeof kind === 'object' &&
        'reference' in kind &&
        external !== undefined &&
        concerns({ isNamed: store.table(kind.reference).byExternalId(external) !== undefined, creates })
      )
    }
    const kept = Object.entries(sent).map(([name, value]) => [name, isLost(name, value) ? null : value])
    return go(withSent(request, Object.fromEntries(kept)))
  })

/** Quiet breaches of writes: of resources other than the one in the examples, and of references. */
export const unlookedDataFaults: readonly Fault[] = [
  deletedAlong('activities-deleted-with-their-call', 'Deleting a service call deletes its activities.', {
    resource: call,
    other: 'Activity',
    field: 'serviceCall',
  }),
  namingNone(
    'reference-by-an-unknown-external-id-is-none',
    ['A-DAT-27'],
    'On update by external id a reference by an external id that no record has is stored as none.',
    ({ isNamed }) => !isNamed,
  ),
  namingNone(
    'external-reference-lost-by-what-creates',
    ['A-DAT-17'],
    'An update by external id that creates stores no reference by external id.',
    ({ creates }) => creates,
  ),
  {
    id: 'external-ids-unique-among-calls-only',
    breaks: ['A-REC-07', 'A-REC-17'],
    says: 'Two records of a resource other than ServiceCall may have the same external id.',
    rule: {
      record: {
        holder: (externalId, resource, store) =>
          resource === call ? recordRules.record.holder(externalId, resource, store) : undefined,
      },
    },
  },
  passing(
    'object-reference-keeps-what-is-not-sent',
    ['A-REC-14'],
    'An update with a part of an object reference keeps the stored rest of it.',
    (request, go, { house }) => {
      const asked = askedOf(request)
      const sent = isUpdate(asked) ? jsonIn(request) : undefined
      const object = sent?.['object'] as Json | null | undefined
      const table = object ? storeMeant(request, house)?.table(asked.resource ?? '') : undefined
      const stored = asked.by === 'id' ? table?.byId(asked.name ?? '') : table?.byExternalId(asked.name ?? '')
      return stored?.fields['object']
        ? go(withSent(request, { ...sent, object: { ...(stored.fields['object'] as Json), ...object } }))
        : go(request)
    },
  ),
  serving(
    'references-of-other-resources-unchecked',
    ['A-DAT-27'],
    'A record of a resource other than ServiceCall is stored with a reference to a missing one.',
    { rule: { references: { checks: (kind) => kind !== 'single' || servesCalls() } } },
  ),
  serving(
    'inlined-objects-alone-leave-last-changed',
    ['A-REC-15'],
    'A PATCH of nothing but inlined objects leaves lastChanged as it was.',
    {
      rule: {
        record: {
          lastChanged: (start, former, { operation }) =>
            operation === 'patch' && former !== undefined && Object.keys(nowServed()?.sent ?? {}).join() === 'udfValues'
              ? former
              : start,
        },
      },
    },
  ),
  {
    id: 'deletions-of-others-not-listed',
    breaks: ['A-DEL-01'],
    says: 'A deleted listing has no deletions of other users.',
    rule: { deleted: { lists: ({ by }, asker) => by === asker } },
  },
  rewriting(
    'fields-end-the-expansion',
    ['A-EXP-01'],
    'With fields nothing is expanded.',
    ({ method, query }) => method === 'GET' && query.has('fields') && query.has('expand'),
    (request) => withParts(request, 'expand', []),
  ),
  rewriting(
    'external-ids-left-out-beside-an-expansion',
    ['A-PAR-12'],
    'With expand useExternalIds is ignored.',
    ({ method, query }) => method === 'GET' && query.has('useExternalIds') && query.has('expand'),
    (request) => withQuery(request, { useExternalIds: null }),
  ),
  serving(
    'lock-of-deletions-on-calls-only',
    ['A-DAT-20'],
    'A record of a resource other than ServiceCall is deleted with any lastChanged.',
    {
      rule: {
        lock: {
          refuses: (supplied, stored, step) =>
            (step.operation !== 'delete' || servesCalls()) && lock.refuses(supplied, stored, step),
        },
      },
    },
  ),
  serving(
    'lock-of-updates-on-calls-only',
    ['A-DAT-20'],
    'A record of a resource other than ServiceCall is updated with any lastChanged.',
    {
      rule: {
        lock: {
          refuses: (supplied, stored, step) =>
            (step.operation === 'delete' || servesCalls()) && lock.refuses(supplied, stored, step),
        },
      },
    },
  ),
  serving(
    'deletions-without-a-lock-on-other-resources',
    ['A-DAT-32'],
    'A record of a resource other than ServiceCall is deleted without lastChanged and without force.',
    {
      rule: {
        lock: {
          refusesUnversioned: ({ operation }) => operation !== 'delete' || servesCalls(),
        },
      },
    },
  ),
  {
    id: 'external-references-refused-by-put',
    breaks: ['A-DAT-17'],
    says: 'A PUT by external id takes no reference by external id.',
    rule: {
      references: {
        acceptsExternalId: (step) => step.operation !== 'put' && recordRules.references.acceptsExternalId(step),
      },
    },
  },
]
