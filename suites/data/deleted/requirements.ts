import { requirements } from '../../../src/kit/requirements.ts'

const needs = ['writes', 'service-call', 'deleted-listing'] as const

/** The listing of deleted records by the time of their deletion. */
export const deleted = requirements('data', {
  'deleted-window-sent': {
    level: 'must',
    side: 'client',
    says: 'A caller sends from and to, both numbers, when it lists deleted records.',
    sources: ['A-DEL-01'],
  },
  'deleted-interval': {
    level: 'must',
    needs,
    sources: ['A-DEL-01'],
    says: 'The list of deleted records holds exactly those deleted at from or later and before to, in milliseconds.',
  },
  'deleted-entries': {
    level: 'must',
    needs,
    sources: ['A-DEL-02'],
    traffic: ['deleted-external-id-missing'],
    says: 'DeletedObjects.2 is an object whose deletedIds is an array of objects with id and, if the record had one, externalId.',
    contract: [
      'del-dtos-2-as-1',
      'del2-empty-missing',
      'deleted-key-other',
      'deleted-bare-ids',
      'deleted-external-id-null',
    ],
  },
  'deleted-first-version': {
    level: 'must',
    needs,
    says: 'DeletedObjects.1 holds the cloud id of every deleted record.',
    sources: ['A-DEL-03'],
  },
  'deleted-versions': {
    level: 'must',
    needs,
    says: 'The list of deleted records accepts DeletedObjects.1 and DeletedObjects.2 as dtos.',
    sources: ['A-DEL-04'],
  },
  'deleted-own': {
    level: 'must',
    needs,
    says: 'Records that the caller itself deleted are listed as deleted, too.',
    sources: ['A-DEL-05'],
  },
  'deleted-interval-required': {
    level: 'implied',
    needs,
    says: 'A request for deleted records without from or without to is refused with a 4xx.',
    sources: ['A-DEL-06'],
  },
  'deleted-external-id': {
    level: 'must',
    needs,
    says: 'Only a record that had no external id is listed without externalId.',
    sources: ['A-DEL-07'],
    traffic: ['deleted-external-id-invented'],
  },
  'deleted-form': {
    level: 'unshown',
    needs,
    says: 'Recorded: the body with DeletedObjects.1, and the order and paging of the list of deleted records.',
    sources: ['A-DEL-08'],
  },
  'deleted-of-one-resource': {
    level: 'implied',
    needs: [...needs, 'reference'],
    says: 'The list of deleted records of a resource holds records of that resource only.',
    sources: ['A-DEL-09'],
  },
})
