import type { Fault } from '../deviation.ts'
import { scimRules } from '../rulebook/scim.ts'
import { altered, demanding, loses, notStored, sentAs, notRequiring, unserved, type Body } from './scim-kinds.ts'

const { scim } = scimRules
const users = /\/scim\/v2\/Users(?:\?|$)/
const oneUser = /\/scim\/v2\/Users\/\d+/

/** Faults of SCIM users. */
export const scimUserFaults: readonly Fault[] = [
  unserved('scim-users-unserved', 'user-list', ['B-SCM-01', 'B-SCM-02']),
  unserved('scim-get-unserved', 'user-get', ['B-SCM-03']),
  {
    id: 'scim-list-without-newest',
    breaks: ['B-SCM-02'],
    says: 'The list of users lacks the one made last.',
    rule: { scim: { listsUsers: (all) => all.slice(0, -1) } },
  },
  {
    id: 'scim-list-first-ten',
    breaks: ['B-SCM-02'],
    says: 'The list of users ends after ten.',
    rule: { scim: { listsUsers: (all) => all.slice(0, 10) } },
  },
  {
    id: 'scim-list-active-only',
    breaks: ['B-SCM-02'],
    says: 'The list of users lacks those that are not active.',
    rule: { scim: { listsUsers: (all) => all.filter(({ active }) => active) } },
  },
  {
    id: 'scim-get-other',
    breaks: ['B-SCM-03'],
    says: 'GET of a user shows another one.',
    rule: { scim: { picks: (found, all) => all.find(({ id }) => id > found.id) ?? all[0] ?? found } },
  },
  altered(
    'scim-post-loses-given-name',
    ['B-SCM-18'],
    'A created user has no givenName.',
    'POST',
    users,
    ({ name, ...body }) => ({
      ...body,
      name: { familyName: (name as Body | undefined)?.['familyName'] },
    }),
  ),
  altered(
    'scim-post-swaps-names',
    ['B-SCM-18'],
    'A created user has its two names swapped.',
    'POST',
    users,
    ({ name, ...body }) => ({
      ...body,
      name: {
        familyName: (name as Body | undefined)?.['givenName'],
        givenName: (name as Body | undefined)?.['familyName'],
      },
    }),
  ),
  altered(
    'scim-post-always-active',
    ['B-SCM-18'],
    'A created user is active whatever was sent.',
    'POST',
    users,
    (body) => ({
      ...body,
      active: true,
    }),
  ),
  altered(
    'scim-post-user-name-lost',
    ['B-SCM-18'],
    'A created user has its e-mail as userName.',
    'POST',
    users,
    ({ userName: _, ...body }) => body,
  ),
  demanding(
    'scim-post-needs-user-name',
    ['B-SCM-04'],
    'POST of a user without userName is refused.',
    'POST',
    users,
    'userName',
  ),
  notStored('scim-post-not-stored', 'user-post', ['B-SCM-04', 'B-SCM-18']),
  notStored('scim-put-not-stored', 'user-put', ['B-SCM-05', 'B-SCM-18']),
  loses('scim-put-loses-active', 'user-put', ['active']),
  loses('scim-put-loses-names', 'user-put', ['firstName', 'lastName']),
  loses('scim-put-loses-user-name', 'user-put', ['name']),
  loses('scim-put-keeps-email', 'user-put', ['email', 'emails']),
  demanding(
    'scim-put-needs-emails',
    ['B-SCM-05'],
    'PUT of a user without emails is refused.',
    'PUT',
    oneUser,
    'emails',
  ),
  {
    id: 'scim-delete-not-done',
    breaks: ['B-SCM-06', 'B-SCM-18'],
    says: 'DELETE of a user deletes nothing.',
    rule: { scim: { deletes: () => [] } },
  },
  {
    id: 'scim-delete-deactivates',
    breaks: ['B-SCM-06', 'B-SCM-18'],
    says: 'DELETE of a user leaves it readable.',
    wire: {
      request: (request) =>
        request.method === 'DELETE' && oneUser.test(request.target) ? { ...request, method: 'GET' } : request,
    },
  },
  {
    id: 'scim-delete-takes-another',
    breaks: ['B-SCM-06'],
    says: 'DELETE of a user takes the one made before along.',
    rule: { scim: { deletes: (all, id) => [id, ...all.filter((other) => other < id).slice(-1)] } },
  },
  {
    id: 'scim-batch-delete-served',
    breaks: ['B-SCM-06'],
    says: 'DELETE with several ids in its path deletes the first of them.',
    wire: {
      request: (request) =>
        request.method === 'DELETE' && oneUser.test(request.target)
          ? { ...request, target: request.target.replace(/(?:,|%2C)\d+/gi, '') }
          : request,
    },
  },
  {
    id: 'scim-email-taken-twice',
    breaks: ['B-SCM-15'],
    says: 'A user is created with the e-mail of another.',
    rule: { scim: { isTaken: () => false } },
  },
  {
    id: 'scim-put-takes-email-of-another',
    breaks: ['B-SCM-15'],
    says: 'A PUT may take the e-mail of another user.',
    rule: {
      scim: { isTaken: (email, other, operation) => operation !== 'user-put' && scim.isTaken(email, other, operation) },
    },
  },
  notRequiring('scim-post-needs-no-emails', 'emails', 'A user is created without an e-mail.', ['B-SCM-15']),
  {
    id: 'scim-post-takes-empty-emails',
    breaks: ['B-SCM-15'],
    says: 'A user is created with an empty list of e-mails.',
    wire: {
      request: sentAs('POST', users, (body) =>
        Array.isArray(body['emails']) && body['emails'].length === 0
          ? { ...body, emails: [{ value: 'nobody-at-all@example.org' }] }
          : body,
      ),
    },
  },
  notRequiring('scim-put-needs-no-user-name', 'userName', 'A PUT of a user without userName is taken.'),
  notRequiring('scim-put-needs-no-active', 'active', 'A PUT of a user without active is taken.'),
  notRequiring('scim-schemas-not-needed', 'schemas', 'A body without its schema is taken.'),
]
