import { requirements } from '../../../src/kit/requirements.ts'

const advice = { level: 'advice', side: 'client' } as const

/** How a connector keeps an external system and the platform in step: advice, which recordings are read by where they show it. */
export const connector = requirements('data', {
  'polls-by-interval': {
    ...advice,
    says: 'A caller that polls for changes leaves out its own and asks for external ids.',
    sources: ['A-CON-04'],
  },
  'intervals-overlap': {
    ...advice,
    says: 'The intervals of a caller that polls overlap, or end some minutes before the present.',
    sources: ['A-CON-06'],
  },
  'page-size-reasonable': {
    ...advice,
    says: 'A caller asks for pages of a reasonable size, not of the largest.',
    sources: ['A-CON-14'],
  },
  'external-ids-only': {
    ...advice,
    untested:
      'by which keys a connector ties records together is in no exchange: an id in a path may come from the answer before',
    says: 'A connector knows records by their external ids.',
    sources: ['A-CON-01'],
  },
  'writes-forced': {
    ...advice,
    untested: 'a connector that stores lastChanged and sends it does no wrong',
    says: 'A connector forces its updates and deletions.',
    sources: ['A-CON-07'],
  },
  'dependents-deleted': {
    ...advice,
    untested: 'whether a connector wants dependent records gone is in no exchange',
    says: 'A connector deletes dependent records itself.',
    sources: ['A-CON-08'],
  },
  'own-deletions-expected': {
    ...advice,
    untested: 'what a connector makes of a listing is in no exchange',
    says: 'A connector expects its own deletions in the listing of deleted records, and entries without external id.',
    sources: ['A-CON-09'],
  },
  'user-of-its-own': {
    ...advice,
    untested: 'whose permissions a user has, and who else works under its name, is in no exchange',
    says: 'A connector works under a user of its own, with all permissions for what it synchronises.',
    sources: ['A-CON-10'],
  },
  'base-version-ten': {
    ...advice,
    untested: 'which base a version of a DTO extends is in no exchange',
    says: 'A connector uses versions of DTOs that extend version 10 or above of the synchronisation base.',
    sources: ['A-CON-11'],
  },
  'identifies-itself': {
    level: 'variant',
    side: 'client',
    untested: 'each form is lawful, and with general scope none is needed; local scope is looked at under A-AUT-06',
    says: 'A connector names its client and version.',
    sources: ['A-CON-12'],
  },
  'deletions-listed': {
    ...advice,
    untested: 'a recording without a deleted listing may have been made between two of them',
    says: 'A connector learns deletions from the listing of deleted records.',
    sources: ['A-CON-18'],
  },
})
