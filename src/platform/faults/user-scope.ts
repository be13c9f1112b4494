import type { Fault } from '../deviation.ts'
import type { PlatformRequest } from '../http/message.ts'
import { userRules } from '../rulebook/user.ts'

const { user } = userRules

const isUserPath = ({ target }: PlatformRequest): boolean => target.startsWith('/api/user/v1/users')

/** Faults of the companies and groups that a write concerns, and of batches. */
export const userScopeFaults: readonly Fault[] = [
  {
    id: 'user-put-group-ignored',
    breaks: ['B-USR-11', 'B-USR-27'],
    says: 'A PUT does not take companyGroupId.',
    rule: {
      user: { group: (sent, before, id, at) => (at === 'put' ? (before ?? 0) : user.group(sent, before, id, at)) },
    },
  },
  {
    id: 'user-put-group-in-first-company-only',
    breaks: ['B-USR-11', 'B-USR-27'],
    says: 'A PUT gives the group to the first company only.',
    rule: {
      user: {
        group: (sent, before, id, at) =>
          at === 'put' && id !== 5001 ? (before ?? 0) : user.group(sent, before, id, at),
      },
    },
  },
  {
    id: 'user-post-group-ignored',
    breaks: ['B-USR-27'],
    says: 'A created user gets the first group whatever was sent.',
    rule: { user: { group: (sent, before, id, at) => (at === 'post' ? 301 : user.group(sent, before, id, at)) } },
  },
  {
    id: 'user-post-group-in-first-company-only',
    breaks: ['B-USR-27'],
    says: 'A created user gets the group in the first company only.',
    rule: {
      user: {
        group: (sent, before, id, at) => (at === 'post' && id !== 5001 ? 301 : user.group(sent, before, id, at)),
      },
    },
  },
  {
    id: 'user-post-company-ignored',
    breaks: ['B-USR-13'],
    says: 'POST with a company creates the user for all of them.',
    rule: { user: { concerned: (all, named, at) => (at === 'post' ? all : user.concerned(all, named, at)) } },
  },
  {
    id: 'user-post-other-company',
    breaks: ['B-USR-13'],
    says: 'POST with a company creates the user for the first one.',
    rule: {
      user: { concerned: (all, named, at) => (at === 'post' ? all.slice(0, 1) : user.concerned(all, named, at)) },
    },
  },
  {
    id: 'user-post-first-company-only',
    breaks: ['B-USR-13'],
    says: 'POST without a company creates the user for the first one only.',
    rule: {
      user: {
        concerned: (all, named, at) =>
          at === 'post' && named === undefined ? all.slice(0, 1) : user.concerned(all, named, at),
      },
    },
  },
  {
    id: 'user-put-company-ignored',
    breaks: ['B-USR-13'],
    says: 'PUT with a company changes the group in all of them.',
    rule: { user: { concerned: (all, named, at) => (at === 'put' ? all : user.concerned(all, named, at)) } },
  },
  {
    id: 'user-delete-company-ignored',
    breaks: ['B-USR-13'],
    says: 'DELETE with a company deletes the user from all of them.',
    rule: { user: { concerned: (all, named, at) => (at === 'delete' ? all : user.concerned(all, named, at)) } },
  },
  {
    id: 'user-delete-one-company-not-done',
    breaks: ['B-USR-13'],
    says: 'DELETE with a company deletes nothing.',
    rule: {
      user: {
        concerned: (all, named, at) => (at === 'delete' && named !== undefined ? [] : user.concerned(all, named, at)),
      },
    },
  },
  {
    id: 'user-delete-first-company-only',
    breaks: ['B-USR-13'],
    says: 'DELETE without a company deletes the user from the first one only.',
    rule: {
      user: {
        concerned: (all, named, at) =>
          at === 'delete' && named === undefined ? all.slice(0, 1) : user.concerned(all, named, at),
      },
    },
  },
  {
    id: 'user-duplicated-for-account',
    breaks: ['B-USR-14'],
    says: 'A user that exists in one company is created a second time for the account.',
    rule: { user: { duplicates: (missing) => missing > 0 } },
  },
  {
    id: 'user-batch-update-served',
    breaks: ['B-USR-16'],
    says: 'PUT of the list is answered with 200.',
    wire: {
      response: (response, request) =>
        request.method === 'PUT' && /^\/api\/user\/v1\/users(?:\?|$)/.test(request.target)
          ? { ...response, status: 200 }
          : response,
    },
  },
  {
    id: 'user-batch-delete-served',
    breaks: ['B-USR-16'],
    says: 'DELETE with several ids in its path deletes the first of them.',
    wire: {
      request: (request) =>
        request.method === 'DELETE' && isUserPath(request)
          ? { ...request, target: request.target.replace(/(?:,|%2C)\d+/gi, '') }
          : request,
    },
  },
]
