import type { Interface } from '../interface.ts'
import { createGroup, listGroups, oneGroup, patchGroup, removeGroup, replaceGroup } from './groups.ts'
import { handling } from './scim-call.ts'
import { createScimUser, listScimUsers, oneUser, removeScimUser, replaceScimUser } from './users.ts'

const users = '/api/scim/v2/Users'
const groups = '/api/scim/v2/Groups'

/** The SCIM API, at each cluster's address. GET of one group is not in the documents' table; the RFC has it. */
export const scimInterface: Interface = {
  name: 'scim',
  at: 'cluster',
  routes: [
    { method: 'GET', path: users, handle: handling('user-list', listScimUsers) },
    { method: 'POST', path: users, handle: handling('user-post', createScimUser) },
    { method: 'GET', path: `${users}/:userId`, handle: handling('user-get', oneUser) },
    { method: 'PUT', path: `${users}/:userId`, handle: handling('user-put', replaceScimUser) },
    { method: 'DELETE', path: `${users}/:userId`, handle: handling('user-delete', removeScimUser) },
    { method: 'GET', path: groups, handle: handling('group-list', listGroups) },
    { method: 'POST', path: groups, handle: handling('group-post', createGroup) },
    { method: 'GET', path: `${groups}/:groupId`, handle: handling('group-get', oneGroup) },
    { method: 'PUT', path: `${groups}/:groupId`, handle: handling('group-put', replaceGroup) },
    { method: 'PATCH', path: `${groups}/:groupId`, handle: handling('group-patch', patchGroup) },
    { method: 'DELETE', path: `${groups}/:groupId`, handle: handling('group-delete', removeGroup) },
  ],
}
