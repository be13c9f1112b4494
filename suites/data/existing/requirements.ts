import { requirements } from '../../../src/kit/requirements.ts'

/** What reading alone can judge, by records that are there: all that is left where the target file says `writes: false`. */
export const existing = requirements('data', {
  'existing-by-id': {
    level: 'must',
    needs: ['any-resource'],
    says: 'A record that a list shows is the record that GET by its id returns.',
    sources: ['A-DAT-01', 'A-DAT-02'],
  },
  'existing-page-size': {
    level: 'must',
    needs: ['any-resource', 'shaping'],
    says: 'pageSize limits the records in a list of what is there.',
    sources: ['A-PAR-05'],
  },
  'existing-fields': {
    level: 'must',
    needs: ['any-resource', 'shaping'],
    says: 'A list with fields shows of what is there only the fields that it names.',
    sources: ['A-PAR-11'],
  },
  'existing-by-query': {
    level: 'must',
    needs: ['any-resource', 'query-language'],
    says: 'A query for the external id of a record that is there returns that record.',
    sources: ['A-CQL-01'],
  },
})
