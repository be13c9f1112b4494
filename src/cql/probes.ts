import type { Question } from './question.ts'

/** Written by scripts/build-probes.mjs: each of 54 faults visible to queries is found by 3 of them. */
export const probes: readonly Question[] = [
  {
    any: [
      {
        any: [
          { pattern: 'ilike', field: 'remarks', row: 10, from: 0, length: 3, left: false, right: true },
          { pattern: 'like', field: 'subject', row: 16, from: 0, length: 0, left: false, right: true },
          {
            all: [
              { compare: '>', field: 'startDateTime', row: 6 },
              { compare: '<=', field: 'lastChanged', row: 0 },
              { pattern: 'ilike', field: 'remarks', row: 7, from: 0, length: 19, left: true, right: true },
            ],
          },
        ],
      },
      {
        all: [
          { any: [{ among: [4, 4, 11, 12], field: 'startDateTime' }, { unset: 'businessPartner' }] },
          { among: [9, 16, 1], field: 'subject' },
        ],
      },
    ],
  },
  {
    any: [
      { pattern: 'like', field: 'subject', row: 13, from: 0, length: 19, left: true, right: true },
      {
        all: [
          { compare: '=', field: 'chargeableMileages', row: 14 },
          {
            any: [
              { compare: '=', field: 'chargeableEfforts', row: 2 },
              { unset: 'businessPartner' },
              { compare: '!=', field: 'remarks', row: 17 },
            ],
          },
        ],
      },
      { not: { compare: '>=', field: 'lastChanged', row: 17 } },
    ],
  },
  {
    any: [
      { not: { not: { among: [18, 0, 7], field: 'subject' } } },
      {
        all: [
          { pattern: 'like', field: 'subject', row: 15, from: 3, length: 19, left: false, right: false },
          { pattern: 'like', field: 'subject', row: 14, from: 0, length: 2, left: false, right: false },
        ],
      },
      {
        any: [
          { pattern: 'like', field: 'remarks', row: 14, from: 4, length: 4, left: true, right: false },
          { unset: 'businessPartner' },
        ],
      },
    ],
  },
  {
    all: [
      { compare: '>=', field: 'startDateTime', row: 7 },
      {
        any: [
          { compare: '<=', field: 'lastChanged', row: 11 },
          { all: [{ unset: 'remarks' }, { compare: '=', field: 'chargeableEfforts', row: 10 }] },
          { compare: '!=', field: 'subject', row: 16 },
        ],
      },
      {
        any: [
          { among: [2, 0], field: 'lastChanged' },
          { compare: '>', field: 'startDateTime', row: 3 },
        ],
      },
    ],
  },
  {
    any: [
      {
        any: [
          {
            any: [
              { pattern: 'like', field: 'remarks', row: 1, from: 3, length: 19, left: true, right: false },
              { pattern: 'like', field: 'remarks', row: 2, from: 3, length: 4, left: false, right: false },
            ],
          },
          { pattern: 'like', field: 'remarks', row: 5, from: 4, length: 2, left: true, right: false },
          {
            all: [
              { compare: '<=', field: 'startDateTime', row: 5 },
              { compare: '>', field: 'startDateTime', row: 6 },
              { compare: '=', field: 'businessPartner', row: 1 },
            ],
          },
        ],
      },
      { pattern: 'like', field: 'subject', row: 6, from: 0, length: 3, left: false, right: false },
      { pattern: 'like', field: 'subject', row: 17, from: 0, length: 19, left: true, right: true },
    ],
  },
  {
    not: {
      not: {
        all: [
          { compare: '!=', field: 'chargeableEfforts', row: 12 },
          { compare: '<', field: 'lastChanged', row: 16 },
        ],
      },
    },
  },
  {
    all: [
      {
        any: [
          { compare: '=', field: 'chargeableMileages', row: 16 },
          { compare: '<=', field: 'startDateTime', row: 12 },
        ],
      },
      { not: { pattern: 'ilike', field: 'remarks', row: 2, from: 4, length: 19, left: false, right: false } },
      {
        any: [
          { pattern: 'like', field: 'remarks', row: 14, from: 2, length: 19, left: true, right: false },
          { pattern: 'ilike', field: 'subject', row: 8, from: 2, length: 19, left: true, right: true },
        ],
      },
    ],
  },
  {
    any: [
      {
        any: [
          {
            any: [
              { pattern: 'ilike', field: 'remarks', row: 12, from: 0, length: 3, left: true, right: false },
              { pattern: 'ilike', field: 'remarks', row: 7, from: 2, length: 2, left: true, right: true },
              { pattern: 'like', field: 'subject', row: 7, from: 0, length: 19, left: false, right: false },
            ],
          },
          {
            any: [
              { pattern: 'ilike', field: 'subject', row: 9, from: 3, length: 4, left: false, right: false },
              { pattern: 'like', field: 'remarks', row: 14, from: 0, length: 0, left: true, right: true },
            ],
          },
        ],
      },
      {
        any: [
          { compare: '<=', field: 'startDateTime', row: 7 },
          { among: [2, 0, 9], field: 'subject' },
        ],
      },
      { pattern: 'like', field: 'remarks', row: 10, from: 0, length: 1, left: false, right: false },
    ],
  },
  {
    not: {
      all: [
        { compare: '>=', field: 'startDateTime', row: 2 },
        { compare: '>', field: 'lastChanged', row: 2 },
        { compare: '=', field: 'businessPartner', row: 12 },
      ],
    },
  },
  {
    any: [
      { pattern: 'like', field: 'subject', row: 0, from: 0, length: 19, left: true, right: false },
      {
        all: [
          { among: [12, 18, 2, 0], field: 'subject' },
          { compare: '=', field: 'startDateTime', row: 3 },
          {
            any: [
              { compare: '<', field: 'lastChanged', row: 14 },
              { compare: '!=', field: 'lastChanged', row: 4 },
            ],
          },
        ],
      },
    ],
  },
  {
    any: [
      { unset: 'remarks' },
      {
        any: [
          { among: [16, 18, 0, 8], field: 'businessPartner' },
          { pattern: 'like', field: 'subject', row: 9, from: 2, length: 2, left: true, right: false },
          {
            any: [
              { pattern: 'ilike', field: 'remarks', row: 1, from: 0, length: 19, left: true, right: false },
              { compare: '<', field: 'startDateTime', row: 4 },
            ],
          },
        ],
      },
    ],
  },
  {
    not: {
      not: {
        all: [
          { compare: '>', field: 'startDateTime', row: 3 },
          { compare: '!=', field: 'remarks', row: 17 },
          { pattern: 'ilike', field: 'subject', row: 5, from: 4, length: 0, left: false, right: false },
        ],
      },
    },
  },
  {
    any: [
      { compare: '=', field: 'businessPartner', row: 8 },
      { pattern: 'ilike', field: 'subject', row: 12, from: 3, length: 19, left: false, right: false },
      {
        all: [
          { among: [1, 18, 14], field: 'subject' },
          { pattern: 'ilike', field: 'remarks', row: 14, from: 0, length: 4, left: false, right: true },
        ],
      },
    ],
  },
  {
    any: [
      {
        all: [
          { compare: '=', field: 'chargeableEfforts', row: 13 },
          { among: [14, 19, 10], field: 'remarks' },
          { compare: '!=', field: 'lastChanged', row: 6 },
        ],
      },
      { among: [10, 0], field: 'subject' },
      { compare: '<=', field: 'startDateTime', row: 14 },
    ],
  },
  {
    any: [
      {
        any: [
          { not: { compare: '!=', field: 'lastChanged', row: 2 } },
          { among: [8, 17, 7, 14], field: 'remarks' },
          {
            any: [
              { pattern: 'like', field: 'remarks', row: 8, from: 4, length: 19, left: false, right: true },
              { compare: '=', field: 'remarks', row: 16 },
              { compare: '!=', field: 'chargeableEfforts', row: 4 },
            ],
          },
        ],
      },
      { pattern: 'ilike', field: 'subject', row: 12, from: 0, length: 19, left: false, right: false },
      {
        all: [
          { pattern: 'ilike', field: 'remarks', row: 12, from: 0, length: 1, left: false, right: false },
          { compare: '=', field: 'chargeableMileages', row: 16 },
          { compare: '<=', field: 'lastChanged', row: 4 },
        ],
      },
    ],
  },
  {
    any: [
      { compare: '!=', field: 'chargeableEfforts', row: 4 },
      { compare: '!=', field: 'businessPartner', row: 0 },
      { any: [{ not: { among: [18, 1, 9], field: 'startDateTime' } }, { not: { unset: 'startDateTime' } }] },
    ],
  },
  {
    any: [
      { pattern: 'ilike', field: 'remarks', row: 6, from: 4, length: 19, left: true, right: true },
      { pattern: 'like', field: 'remarks', row: 5, from: 0, length: 19, left: false, right: true },
      { not: { compare: '<', field: 'startDateTime', row: 2 } },
    ],
  },
  {
    not: {
      any: [
        { pattern: 'like', field: 'subject', row: 11, from: 0, length: 19, left: false, right: true },
        { pattern: 'ilike', field: 'remarks', row: 18, from: 0, length: 19, left: true, right: true },
        { compare: '>', field: 'startDateTime', row: 3 },
      ],
    },
  },
  {
    any: [
      {
        all: [
          { among: [16, 13, 3, 1], field: 'startDateTime' },
          { compare: '=', field: 'chargeableEfforts', row: 10 },
          { compare: '>', field: 'lastChanged', row: 10 },
        ],
      },
      { compare: '!=', field: 'subject', row: 14 },
    ],
  },
  { not: { compare: '=', field: 'subject', row: 14 } },
  {
    all: [
      {
        not: {
          any: [
            { unset: 'businessPartner' },
            { pattern: 'like', field: 'subject', row: 4, from: 1, length: 19, left: true, right: true },
            { pattern: 'like', field: 'subject', row: 7, from: 0, length: 4, left: false, right: true },
          ],
        },
      },
      { pattern: 'ilike', field: 'remarks', row: 11, from: 0, length: 19, left: false, right: true },
    ],
  },
  { pattern: 'ilike', field: 'subject', row: 3, from: 0, length: 4, left: false, right: false },
  { not: { compare: '!=', field: 'businessPartner', row: 17 } },
  { pattern: 'ilike', field: 'subject', row: 3, from: 0, length: 19, left: false, right: false },
  {
    all: [
      {
        any: [
          { pattern: 'like', field: 'subject', row: 8, from: 0, length: 1, left: true, right: false },
          { compare: '!=', field: 'businessPartner', row: 15 },
          { not: { pattern: 'ilike', field: 'remarks', row: 9, from: 0, length: 19, left: false, right: false } },
        ],
      },
      { compare: '!=', field: 'businessPartner', row: 0 },
    ],
  },
  { pattern: 'ilike', field: 'subject', row: 7, from: 2, length: 2, left: true, right: true },
  { not: { unset: 'remarks' } },
  { compare: '=', field: 'subject', row: 10 },
  { not: { not: { unset: 'remarks' } } },
  {
    not: {
      not: { not: { pattern: 'ilike', field: 'subject', row: 14, from: 0, length: 19, left: false, right: false } },
    },
  },
  {
    any: [
      { pattern: 'like', field: 'subject', row: 18, from: 0, length: 19, left: true, right: false },
      { not: { compare: '>=', field: 'lastChanged', row: 5 } },
    ],
  },
  { not: { not: { compare: '!=', field: 'subject', row: 14 } } },
  { pattern: 'like', field: 'subject', row: 18, from: 0, length: 2, left: true, right: false },
  { among: [10], field: 'subject' },
]

/** The faults that the probes find, against which their check is proven. */
export const probed = [
  'cql-and-as-or',
  'cql-or-as-and',
  'cql-parentheses-ignored',
  'cql-only-first-criterion',
  'cql-only-last-criterion',
  'cql-or-first-only',
  'cql-not-ignored',
  'cql-not-everything',
  'cql-not-first-only',
  'cql-double-not-single',
  'cql-not-of-and-wrong',
  'cql-other-field',
  'cql-not-equal-as-equal',
  'cql-id-not-equal-inverted',
  'cql-equal-prefix',
  'cql-boolean-always-true',
  'cql-boolean-as-text',
  'cql-date-second-rounding',
  'cql-date-by-day',
  'cql-timestamp-equality-off',
  'cql-timestamp-by-second',
  'cql-greater-inclusive',
  'cql-less-inclusive',
  'cql-greater-equal-exclusive',
  'cql-less-equal-exclusive',
  'cql-ordering-swapped',
  'cql-reference-criteria-ignored',
  'cql-like-unanchored-left',
  'cql-like-unanchored-right',
  'cql-like-ignores-case',
  'cql-like-wildcard-one-or-more',
  'cql-like-escape-ignored',
  'cql-ilike-escape-ignored',
  'cql-ilike-minds-case',
  'cql-ilike-unanchored',
  'cql-like-as-equal',
  'cql-ilike-as-equal',
  'cql-like-regular-expression',
  'cql-like-null-matches',
  'cql-in-only-first',
  'cql-in-only-last',
  'cql-in-inverted',
  'cql-in-as-prefix',
  'cql-in-null-matches',
  'cql-is-null-inverted',
  'cql-is-null-nothing',
  'cql-is-null-everything',
  'cql-is-null-references',
  'cql-not-null-ignored',
  'cql-decoded-twice',
  'cql-plus-as-blank',
  'cql-query-cut-at-plus',
  'cql-value-parenthesis-splits',
  'cql-injection-in-value',
] as const
