import type { Fault } from '../deviation.ts'
import { altered, demanding, loses, notStored, notRequiring, unserved } from './scim-kinds.ts'
import { scimRules } from '../rulebook/scim.ts'

const { scim } = scimRules

const groups = /\/scim\/v2\/Groups(?:\?|$)/

/** Faults of SCIM groups and their patches. */
export const scimGroupFaults: readonly Fault[] = [
  unserved('scim-groups-unserved', 'group-list', ['B-SCM-07']),
  {
    id: 'scim-groups-first-only',
    breaks: ['B-SCM-07'],
    says: 'The list of groups has the first one only.',
    rule: { scim: { listsGroups: (all) => all.slice(0, 1) } },
  },
  loses('scim-group-put-keeps-members', 'group-put', ['members']),
  altered(
    'scim-group-post-loses-members',
    ['B-SCM-08', 'B-SCM-18'],
    'A created group has no members.',
    'POST',
    groups,
    ({ members: _, ...body }) => body,
  ),
  altered(
    'scim-group-post-loses-name',
    ['B-SCM-08', 'B-SCM-18'],
    'A created group has no name.',
    'POST',
    groups,
    ({ displayName: _, ...body }) => body,
  ),
  notStored('scim-group-post-not-stored', 'group-post', ['B-SCM-08', 'B-SCM-18']),
  demanding(
    'scim-group-post-needs-members',
    ['B-SCM-08'],
    'POST of a group without members is refused.',
    'POST',
    groups,
    'members',
  ),
  notStored('scim-group-put-not-stored', 'group-put', ['B-SCM-09', 'B-SCM-18']),
  {
    id: 'scim-group-put-adds-members',
    breaks: ['B-SCM-18'],
    says: 'PUT of a group adds its members to those that were there.',
    rule: { scim: { put: (before, named) => [...before, ...named] } },
  },
  {
    id: 'scim-group-delete-not-done',
    breaks: ['B-SCM-11', 'B-SCM-18'],
    says: 'DELETE of a group deletes nothing.',
    rule: { scim: { persists: (operation) => operation !== 'group-delete' } },
  },
  unserved('scim-patch-unserved', 'group-patch', ['B-SCM-10']),
  notStored('scim-patch-not-stored', 'group-patch', ['B-SCM-10', 'B-SCM-18']),
  {
    id: 'scim-patch-remove-refused',
    breaks: ['B-SCM-10'],
    says: 'A patch that removes is refused.',
    rule: { scim: { word: (op) => (op === 'remove' ? undefined : scim.word(op)) } },
  },
  {
    id: 'scim-patch-add-replaces',
    breaks: ['B-SCM-19'],
    says: 'A patch that adds drops the other members.',
    rule: { scim: { added: (_before, named) => named } },
  },
  {
    id: 'scim-patch-add-first-only',
    breaks: ['B-SCM-19'],
    says: 'A patch adds the first of several members only.',
    rule: { scim: { added: (before, named) => [...before, ...named.slice(0, 1)] } },
  },
  {
    id: 'scim-patch-remove-takes-all',
    breaks: ['B-SCM-19'],
    says: 'A patch that removes members takes out all of them.',
    rule: { scim: { removed: () => [] } },
  },
  {
    id: 'scim-patch-remove-ignored',
    breaks: ['B-SCM-19'],
    says: 'A patch that removes members takes out none.',
    rule: { scim: { removed: (before) => before } },
  },
  {
    id: 'scim-patch-remove-first-only',
    breaks: ['B-SCM-19'],
    says: 'A patch removes the first of several members only.',
    rule: { scim: { removed: (before, named) => scim.removed(before, named.slice(0, 1)) } },
  },
  {
    id: 'scim-patch-replace-adds',
    breaks: ['B-SCM-19'],
    says: 'A patch that replaces members keeps the others.',
    rule: { scim: { replaced: (before, named) => [...before, ...named] } },
  },
  {
    id: 'scim-patch-replace-first-only',
    breaks: ['B-SCM-19'],
    says: 'A patch that replaces members takes the first of several only.',
    rule: { scim: { replaced: (_before, named) => named.slice(0, 1) } },
  },
  {
    id: 'scim-patch-first-operation-only',
    breaks: ['B-SCM-10'],
    says: 'Of several operations the first alone is carried out.',
    rule: { scim: { carriedOut: (all) => all.slice(0, 1) } },
  },
  {
    id: 'scim-patch-last-operation-only',
    breaks: ['B-SCM-10'],
    says: 'Of several operations the last alone is carried out.',
    rule: { scim: { carriedOut: (all) => all.slice(-1) } },
  },
  {
    id: 'scim-patch-reversed',
    breaks: ['B-SCM-10'],
    says: 'Several operations are carried out in reverse.',
    rule: { scim: { carriedOut: (all) => [...all].reverse() } },
  },
  {
    id: 'scim-patch-filter-takes-all',
    breaks: ['B-SCM-19'],
    says: 'A remove whose path filters members takes out all of them.',
    wire: {
      request: (request) =>
        request.method === 'PATCH'
          ? { ...request, body: Buffer.from(request.body.toString('utf8').replace(/members\[[^\]]*\]/g, 'members')) }
          : request,
    },
  },
  {
    id: 'scim-replace-by-filter-keeps-the-met',
    breaks: ['B-SCM-19'],
    says: 'A replace whose path filters members adds the members that it names, and takes out none.',
    rule: { scim: { replacedWhere: (before, _met, named) => [...before, ...named] } },
  },
  {
    id: 'scim-replace-by-filter-only-removes',
    breaks: ['B-SCM-19'],
    says: 'A replace whose path filters members takes these out, and adds none.',
    rule: { scim: { replacedWhere: scim.removed } },
  },
  {
    id: 'scim-add-by-filter-drops-the-others',
    breaks: ['B-SCM-19'],
    says: 'An add whose path filters members leaves those alone that it names.',
    rule: { scim: { addedWhere: (_before, _met, named) => named } },
  },
  {
    id: 'scim-add-by-filter-ignored',
    breaks: ['B-SCM-19'],
    says: 'An add whose path filters members tells success and does nothing.',
    rule: { scim: { addedWhere: (before) => before } },
  },
  {
    id: 'scim-patch-remove-of-all-ignored',
    breaks: ['B-SCM-19'],
    says: 'A remove of all members tells success and takes out none.',
    rule: { scim: { cleared: (before) => before } },
  },
  {
    id: 'scim-patch-without-path-ignored',
    breaks: ['B-SCM-19'],
    says: 'An operation without a path tells success and does nothing.',
    rule: { scim: { carriedOut: (all) => all.filter((one) => JSON.stringify(one).includes('"path"')) } },
  },
  notRequiring('scim-patch-needs-no-operations', 'Operations', 'A patch without Operations is taken.'),
  {
    id: 'scim-patch-other-word-adds',
    breaks: ['B-SCM-16'],
    says: 'Any other word of a patch adds.',
    rule: { scim: { word: (op) => scim.word(op) ?? 'add' } },
  },
  {
    id: 'scim-patch-half-done',
    breaks: ['B-SCM-16'],
    says: 'What a patch did before an operation that is refused stays.',
    rule: { scim: { isAtomic: () => false } },
  },
]
