import type { Variant } from '../deviation.ts'
import { ScimRefused } from '../scim/scim-call.ts'

/** Attribute names with a capital at the front: they are matched in any letter case (RFC 7643, 2.1). */
const capitals = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(capitals)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value).map(([name, inner]) => [name.charAt(0).toUpperCase() + name.slice(1), capitals(inner)]),
        )
      : value

const immutable = (): never => {
  throw new ScimRefused(400, 'mutability', 'the value of a member cannot be changed')
}

/** What B-SCM leaves open. */
export const scimVariants: readonly Variant[] = [
  {
    id: 'scim-ids-as-numbers',
    leaves: ['B-SCM-21'],
    says: 'Ids stand in bodies of the SCIM API as numbers.',
    rule: { scim: { id: (id) => id } },
  },
  {
    id: 'scim-lists-bare',
    leaves: ['B-SCM-17'],
    says: 'Lists of the SCIM API are arrays.',
    rule: { scim: { list: (resources) => resources } },
    // A bare array has no room for the figures of a page.
    excludes: ['scim-pages-of-five'],
  },
  {
    id: 'scim-all-statuses-200',
    leaves: ['B-SCM-17'],
    says: 'Every success of the SCIM API has the status 200.',
    rule: { scim: { success: () => 200 } },
  },
  {
    id: 'scim-writes-answer-nothing',
    leaves: ['B-SCM-17'],
    says: 'Writes of the SCIM API are answered with an empty object.',
    rule: { scim: { answersWrite: () => false } },
  },
  {
    id: 'scim-no-location',
    leaves: ['B-SCM-17'],
    says: 'What was created has no Location.',
    rule: { scim: { hasLocation: () => false } },
  },
  {
    id: 'scim-answers-plain-json',
    leaves: ['B-SCM-21'],
    says: 'The SCIM API answers with application/json.',
    rule: { scim: { mediaType: () => 'application/json; charset=utf-8' } },
  },
  {
    id: 'scim-answers-without-a-charset',
    leaves: ['B-SCM-21'],
    says: 'The SCIM API answers with application/scim+json, without a charset.',
    rule: { scim: { mediaType: () => 'application/scim+json' } },
  },
  {
    id: 'scim-takes-scim-json-only',
    leaves: ['B-SCM-21'],
    says: 'A body of another media type than application/scim+json is refused.',
    rule: { scim: { takesType: (type) => /^application\/scim\+json/i.test(type ?? '') } },
  },
  {
    id: 'scim-attributes-capitalised',
    leaves: ['B-SCM-17'],
    says: 'Names of attributes begin with a capital.',
    rule: { scim: { user: (dto) => capitals(dto), group: (dto) => capitals(dto) } },
  },
  {
    id: 'scim-taken-email-status-400',
    leaves: ['B-SCM-17'],
    says: 'An e-mail in use is refused with 400.',
    rule: { scim: { refusalOfTaken: () => 400 } },
  },
  {
    id: 'scim-put-keeps-names',
    leaves: ['B-SCM-17'],
    says: 'A PUT of a user without name keeps the names.',
    rule: { scim: { nameUnsaid: (former) => former } },
  },
  {
    id: 'scim-put-keeps-unsaid-members',
    leaves: ['B-SCM-17'],
    says: 'A PUT of a group without members keeps them.',
    rule: { scim: { membersUnsaid: (former) => former } },
  },
  {
    id: 'scim-pages-of-five',
    leaves: ['B-SCM-17'],
    says: 'Lists come in pages of five.',
    rule: { scim: { pageSize: () => 5 } },
  },
  {
    id: 'scim-members-by-path-only',
    leaves: ['B-SCM-17'],
    says: 'A patch has to have the path members: filters in it and operations without one are refused.',
    rule: { scim: { takesPath: (path) => path !== '' && !path.includes('[') } },
  },
  {
    id: 'scim-filters-name-the-attribute-only',
    leaves: ['B-SCM-17', 'B-SCM-19'],
    says: 'An add whose path filters members adds, a replace leaves exactly the named ones: the filter has no part in it.',
    rule: {
      scim: {
        addedWhere: (before, _met, named) => [...before, ...named],
        replacedWhere: (_before, _met, named) => named,
      },
    },
  },
  {
    id: 'scim-members-met-are-immutable',
    leaves: ['B-SCM-17'],
    says: 'An add or replace whose path filters members is refused: the value of a member cannot be changed (RFC 7643, 4.2).',
    rule: { scim: { addedWhere: immutable, replacedWhere: immutable } },
  },
  {
    id: 'scim-emails-with-types',
    leaves: ['B-SCM-17'],
    says: 'E-mails have types, and groups stand with the users.',
    rule: {
      scim: {
        emails: (emails) => emails.map(({ value, primary }) => ({ type: 'work', primary, value, display: value })),
      },
    },
  },
  {
    id: 'scim-errors-in-another-form',
    leaves: ['B-SCM-17'],
    says: 'Refusals of the SCIM API have error and message.',
    rule: { scim: { error: (status, _type, detail) => ({ error: `SC-${status}`, message: detail }) } },
  },
  {
    id: 'scim-emails-differ-by-case',
    leaves: ['B-SCM-17'],
    says: 'E-mails that differ in letter case are two.',
    rule: { scim: { isTaken: (email, other) => email === other } },
  },
]
