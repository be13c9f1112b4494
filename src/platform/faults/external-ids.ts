import type { Fault } from '../deviation.ts'

/** Faults of A-PAR-12: the parameter useExternalIds. */
export const externalIdsFaults: readonly Fault[] = [
  {
    id: 'external-ids-not-added',
    breaks: ['A-PAR-12'],
    says: 'useExternalIds is ignored.',
    rule: { externalIds: { applies: () => false } },
  },
  {
    id: 'external-ids-not-added-on-list',
    breaks: ['A-PAR-12'],
    says: 'useExternalIds is ignored in lists.',
    rule: { externalIds: { applies: (asked, { operation }) => asked && operation !== 'list' } },
  },
  {
    id: 'external-ids-not-added-on-get',
    breaks: ['A-PAR-12'],
    says: 'useExternalIds is ignored when a single record is read.',
    rule: { externalIds: { applies: (asked, { operation }) => asked && operation !== 'get' } },
  },
  {
    id: 'external-ids-of-the-record',
    breaks: ['A-PAR-12'],
    says: 'References carry the external id of the referring record.',
    rule: { externalIds: { one: (id, _externalId, own) => ({ id, externalId: own }) } },
  },
  {
    id: 'external-ids-by-default',
    breaks: ['A-PAR-12'],
    says: 'References carry external ids by default.',
    rule: { externalIds: { applies: () => true } },
  },
  {
    id: 'external-ids-instead-of-ids',
    breaks: ['A-PAR-12'],
    says: 'References carry external ids instead of ids.',
    rule: { externalIds: { one: (_id, externalId) => externalId } },
  },
  {
    id: 'external-ids-refused',
    breaks: ['A-PAR-12'],
    says: 'useExternalIds=true is refused.',
    rule: { externalIds: { refuses: (asked) => asked } },
  },
  {
    id: 'external-ids-lists-left-out',
    breaks: ['A-PAR-12'],
    says: 'Lists of references carry no external ids.',
    rule: { externalIds: { inLists: () => false } },
  },
]
