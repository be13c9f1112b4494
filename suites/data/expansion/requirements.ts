import { requirements } from '../../../src/kit/requirements.ts'

const needs = ['writes', 'service-call', 'expansion'] as const
const callers = { level: 'must', side: 'client' } as const

/** Expansion: what `expand` adds to a record that is read. */
export const expansion = requirements('data', {
  'expand-related': {
    level: 'must',
    needs,
    says: 'expand with a field adds the related records, one or all of them, and takes nothing away.',
    sources: ['A-EXP-01'],
  },
  'expand-shaped': {
    level: 'must',
    needs,
    says: 'expand with a field and ;fields= adds the related record with the fields named.',
    sources: ['A-EXP-02'],
  },
  'expand-count': {
    level: 'must',
    needs: [...needs, 'inverse'],
    says: 'expand with count(field) adds the number of the related records.',
    sources: ['A-EXP-03'],
  },
  'expand-several': {
    level: 'must',
    needs: [...needs, 'reference', 'inverse'],
    says: 'Several expand parameters each add what they name.',
    sources: ['A-EXP-04'],
  },
  'expand-object-reference': {
    level: 'must',
    needs: [...needs, 'object-reference'],
    sources: ['A-EXP-05'],
    says: 'An object reference is expanded under object(TYPE) where it points to the resource named, and not at all where it points to another.',
  },
  'expand-names-dtos': {
    ...callers,
    says: 'A caller names with dtos the version of every DTO that it has expanded.',
    sources: ['A-EXP-06'],
  },
  'expand-unreadable': {
    level: 'must',
    needs: [...needs, 'unreadable-resource'],
    sources: ['A-EXP-07'],
    says: 'A caller without READ permission on the expanded resource gets no expanded records.',
  },
  'expand-on-searches': {
    level: 'must',
    needs: [...needs, 'query-language'],
    sources: ['A-EXP-08'],
    says: 'A list with a query is expanded as a single record is, and holds the same records.',
  },
  'expand-without-dtos': {
    level: 'implied',
    needs: [...needs, 'reference'],
    sources: ['A-EXP-09'],
    says: 'expand without the version of the expanded DTO in dtos is refused with a 4xx or expands nothing.',
  },
  'expand-form': {
    level: 'unshown',
    needs,
    says: 'Where and in which shape an expanded record or a count stands is recorded.',
    sources: ['A-EXP-10'],
  },
})
