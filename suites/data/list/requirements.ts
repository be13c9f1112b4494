import { requirements } from '../../../src/kit/requirements.ts'

const needs = ['writes', 'service-call', 'query-language', 'shaping'] as const

/** How lists are paged and ordered, and what of a record is answered. */
export const shaping = requirements('data', {
  // Pages
  'page-of-twenty': {
    level: 'must',
    needs,
    says: 'A list without paging parameters returns twenty records, or all if there are fewer.',
    sources: ['A-PAR-04'],
    traffic: ['page-default-50', 'page-default-unbounded'],
  },
  'page-size-limits': {
    level: 'must',
    needs,
    says: 'pageSize limits the number of records in a list; it may be up to 2147483647.',
    sources: ['A-PAR-05'],
    traffic: ['page-size-ignored', 'page-size-one-more', 'page-size-ignored-with-query'],
  },
  'page-numbers-sent': {
    level: 'must',
    side: 'client',
    says: 'A caller sends page and pageSize as integers.',
    sources: ['A-PAR-05'],
  },
  'page-size-refused': {
    level: 'implied',
    needs,
    says: 'A pageSize above 2147483647, or one that is not a number, is refused with a 4xx.',
    sources: ['A-PAR-06'],
  },
  'pages-partition': {
    level: 'implied',
    needs,
    says: 'While an ordered list does not change, its pages return each record exactly once.',
    sources: ['A-PAR-07'],
  },
  'page-size-kept': {
    level: 'implied',
    needs,
    says: 'Every pageSize up to 2147483647 is accepted, and none is reduced.',
    sources: ['A-PAR-15'],
  },
  'page-forms': {
    level: 'unshown',
    needs,
    says: 'Recorded: the number of the first page, and the fields of a list response besides data.',
    sources: ['A-PAR-13'],
  },
  'page-limits': {
    level: 'unshown',
    needs,
    says: 'Recorded: page without pageSize, a pageSize of zero, and a page after the last.',
    sources: ['A-PAR-16'],
  },

  // Order
  'ordered-by-fields': {
    level: 'must',
    needs,
    says: 'orderBy sorts a list by top-level fields, each ascending with asc or descending with desc.',
    sources: ['A-PAR-08'],
    traffic: ['order-ignored', 'order-desc-ignored'],
  },
  'order-sent': {
    level: 'must',
    side: 'client',
    says: 'A caller names the order as fields, each followed by asc, desc or nothing.',
    sources: ['A-PAR-08'],
  },
  'ordered-by-linked-fields': {
    level: 'must',
    needs: [...needs, 'reference'],
    says: 'orderBy can sort by fields of referenced records, too.',
    sources: ['A-PAR-09'],
  },
  'order-forms': {
    level: 'unshown',
    needs,
    says: 'Recorded: the order without asc or desc, and orderBy=asc or orderBy=desc without a field.',
    sources: ['A-PAR-10'],
  },

  // Fields
  'only-the-fields-named': {
    level: 'must',
    needs,
    says: 'With fields only the named fields are returned; without it, all of them.',
    sources: ['A-PAR-11'],
    traffic: ['fields-ignored', 'fields-ignored-on-get', 'fields-ignored-by-external-id', 'fields-ignored-on-list'],
  },
  'fields-sent': {
    level: 'must',
    side: 'client',
    says: 'A caller separates the names in fields by commas.',
    sources: ['A-PAR-11'],
  },
  'external-ids-of-references': {
    level: 'must',
    needs: [...needs, 'reference'],
    says: 'With useExternalIds=true references also carry the external id of the referenced record; without it they do not.',
    sources: ['A-PAR-12'],
  },

  // One record, whichever way it is read
  'same-by-every-route': {
    level: 'must',
    needs,
    says: 'A record reads the same by its id, by its external id and in a list.',
    sources: ['A-DAT-02', 'A-DAT-01', 'A-DAT-14'],
    traffic: ['data-list-cuts-texts', 'data-external-id-hides-fields'],
  },
})
