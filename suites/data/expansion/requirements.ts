import { requirements } from '../../../src/kit/requirements.ts'

const needs = ['writes', 'service-call', 'expansion'] as const
const callers = { level: 'must', side: 'client' } as const

/** Expansion: what `expand` adds to a record that is read. */
export const expansion = requirements('data', {
  'expand-related': {
    level: 'must',
    needs,
    says: 'expand with a field adds the related record or records and removes nothing.',
    sources: ['A-EXP-01'],
    traffic: ['value-boolean-turned-expanded'],
  },
  'expand-shaped': {
    level: 'must',
    needs,
    says: 'expand with a field and ;fields= adds the related record with only the named fields.',
    sources: ['A-EXP-02'],
  },
  'expand-shaped-apart': {
    level: 'implied',
    needs,
    says: 'fields shapes the record that is read; what expand adds is shaped by its own ;fields= alone.',
    sources: ['A-EXP-01', 'A-EXP-02'],
  },
  'expand-count': {
    level: 'must',
    needs: [...needs, 'inverse'],
    says: 'expand with count(field) adds the number of related records.',
    sources: ['A-EXP-03'],
  },
  'expand-several': {
    level: 'must',
    needs: [...needs, 'reference', 'inverse'],
    says: 'With several expand parameters, each adds what it names.',
    sources: ['A-EXP-04'],
  },
  'expand-object-reference': {
    level: 'must',
    needs: [...needs, 'object-reference'],
    sources: ['A-EXP-05'],
    says: 'An object reference is expanded under object(TYPE) if it points to the named resource, and not at all if it points to another.',
  },
  'expand-names-dtos': {
    ...callers,
    says: 'A caller names in dtos the version of every DTO that it expands.',
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
    says: 'A list with a query expands just as a single record does, and returns the same records as without expand.',
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
    says: 'Recorded: where an expanded record or a count appears in the response, and in which shape.',
    sources: ['A-EXP-10'],
  },
})
