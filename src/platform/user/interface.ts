import { supposed } from '../caller.ts'
import type { House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { Call, Interface } from '../interface.ts'
import type { UserOperation } from '../rulebook/user.ts'
import { listUsers } from './list.ts'
import { refusedUser } from './refusal.ts'
import { addressed, openUserCall, shownUser, type UserCall } from './user-call.ts'
import { createUser, removeUser, replaceUser } from './write.ts'

const handling =
  (operation: UserOperation, handle: (asked: UserCall) => PlatformResponse) =>
  (call: Call, house: House): PlatformResponse => {
    const asked = openUserCall(call, house, operation)
    if (!('status' in asked)) return house.seams.people.user(asked, handle)
    if (house.rules.bearer.actsAnyway(call.operation)) {
      const other = openUserCall(call, house, operation, supposed(call, house, false))
      if (!('status' in other)) handle(other)
    }
    return asked
  }

function one(asked: UserCall): PlatformResponse {
  const { house } = asked
  const found = addressed(asked)
  return found ? json(house.rules.user.success('get'), shownUser(found, asked)) : refusedUser(house, 'not-found', 'get')
}

const path = '/api/user/v1/users'

/** The User API, at each cluster's address. */
export const userInterface: Interface = {
  name: 'user',
  at: 'cluster',
  routes: [
    { method: 'GET', path, handle: handling('list', listUsers) },
    { method: 'GET', path: '/api/users', handle: handling('list', listUsers) },
    { method: 'POST', path, handle: handling('post', createUser) },
    { method: 'GET', path: `${path}/:userId`, handle: handling('get', one) },
    { method: 'PUT', path: `${path}/:userId`, handle: handling('put', replaceUser) },
    { method: 'DELETE', path: `${path}/:userId`, handle: handling('delete', removeUser) },
  ],
}
