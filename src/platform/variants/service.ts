import type { Variant } from '../deviation.ts'
import type { Rulebook } from '../rulebook/rulebook.ts'

type Part = Readonly<Record<string, unknown>>

const variant = (
  id: string,
  leaves: Variant['leaves'],
  says: string,
  service: Partial<Rulebook['service']>,
): Variant => ({
  id: `service-${id}`,
  leaves,
  says,
  rule: { service },
})

const deep = (value: unknown, edit: (part: Part) => Part): unknown => {
  if (Array.isArray(value)) return value.map((one) => deep(one, edit))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(edit(value as Part)).map(([name, inner]) => [name, deep(inner, edit)]))
}

/** Other lawful readings of B-SVC. */
export const serviceVariants: readonly Variant[] = [
  variant('old-headers', ['B-SVC-02'], 'The deprecated headers account and company are taken.', {
    takesOldHeaders: () => true,
  }),
  variant('taken-external-id-found', ['B-SVC-27'], 'A POST with a known external id answers the known service call.', {
    onTakenExternalId: (table) => (table === 'ServiceCall' ? 'use' : 'refuse'),
  }),
  variant('references-by-one-key', ['B-SVC-09'], 'A reference is shown by its id alone.', {
    reference: ({ id }) => ({ id }),
  }),
  variant('references-by-external-id', ['B-SVC-09'], 'A reference is shown by its external id where it has one.', {
    reference: ({ id, externalId }) => (externalId ? { externalId } : { id }),
  }),
  variant('bounded-trees', ['B-SVC-03'], 'A tree of more than two activities is refused.', {
    mostActivities: () => 2,
  }),
  variant('patch-keeps-address', ['B-SVC-13'], 'An activity that is changed without an address keeps its own.', {
    patchClearsAddress: () => false,
  }),
  variant('source-activity', ['B-SVC-20'], 'A referenced address of an activity has the source ACTIVITY.', {
    source: () => 'ACTIVITY',
  }),
  variant('source-id-of-address', ['B-SVC-21'], 'A sourceId is the id of the address.', {
    sourceId: (_object, address) => address,
  }),
  variant('no-material-defaults', ['B-SVC-24'], 'A reserved material without moved and used is refused.', {
    materialDefaults: () => ({}),
    requires: () => true,
  }),
  variant('no-referenced-address', ['B-SVC-25'], 'A referenced address is not embedded.', {
    embedsReferenced: () => false,
  }),
  variant('more-fields', ['B-SVC-22', 'B-SVC-23'], 'Trees have additional fields.', {
    shown: (tree) =>
      deep(tree, (part) => ('subject' in part ? { ...part, syncStatus: 'IN_CLOUD', leader: null } : part)),
  }),
  variant('nulls', ['B-SVC-22', 'B-SVC-23'], 'Fields without a value are null.', {
    shown: (tree) =>
      deep(tree, (part) =>
        'subject' in part
          ? { contact: null, remarks: null, dueDateTime: null, durationInMinutes: null, address: null, ...part }
          : part,
      ),
  }),
  variant('refuses-contradictions', ['B-SVC-09'], 'A reference with more than one key is refused.', {
    lookedUpBy: (given) => (given.length > 1 ? undefined : given[0]),
  }),
  variant('unheaded-401', ['B-SVC-28'], 'A call without a header is refused with 401.', { unheadedStatus: () => 401 }),
  variant('dashed-ids', ['B-SVC-08'], 'The ids of a tree are written with dashes.', {
    shown: (tree) =>
      deep(tree, (part) =>
        typeof part['uuid'] === 'string'
          ? { uuid: part['uuid'].replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5').toLowerCase() }
          : part,
      ),
  }),
]
