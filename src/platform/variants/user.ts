import type { Variant } from '../deviation.ts'
import { authorizationRules } from '../rulebook/authorization.ts'
import { userRules } from '../rulebook/user.ts'

const { user } = userRules
const { bearer, context } = authorizationRules

const ofPeople = (operation: string): boolean => operation.startsWith('scim-') || operation.startsWith('user-')

/** Before the ids of users, so that no number holds them exactly. */
const long = '92233720368'

/** What B-USR and B-PRV leave open. */
export const userVariants: readonly Variant[] = [
  {
    id: 'user-page-from-one',
    leaves: ['B-USR-36'],
    says: 'The first page of users is number 1.',
    rule: { user: { firstPage: () => 1 } },
  },
  {
    id: 'user-page-from-one-number-from-zero',
    leaves: ['B-USR-36'],
    says: 'Page begins at 1, and number at 0.',
    rule: { user: { firstPage: () => 1, figures: (facts) => user.figures(facts, 0) } },
  },
  {
    id: 'user-default-size-five',
    leaves: ['B-USR-36'],
    says: 'A page has five users unless Size says otherwise.',
    rule: { user: { defaultSize: () => 5 } },
  },
  {
    id: 'user-offset-of-pages',
    leaves: ['B-USR-36'],
    says: 'Offset counts pages.',
    rule: { user: { start: (page, size, offset) => (offset ?? page) * size } },
  },
  {
    id: 'user-sort-with-comma',
    leaves: ['B-USR-36'],
    says: 'A sort is written property,direction, and several of them after each other; any other form is refused.',
    rule: { user: { sort: (text) => (/[ (]/.test(text) ? undefined : user.sort(text)) } },
  },
  {
    id: 'user-all-statuses-200',
    leaves: ['B-USR-35'],
    says: 'Every success of the User API has the status 200.',
    rule: { user: { success: () => 200 } },
  },
  {
    id: 'user-writes-answer-nothing',
    leaves: ['B-USR-35'],
    says: 'PUT is answered with an empty body, DELETE with the user.',
    rule: {
      user: { answers: (operation) => (operation === 'put' ? 'nothing' : 'user') },
    },
  },
  {
    id: 'user-unknown-status-400',
    leaves: ['B-USR-32'],
    says: 'PUT and DELETE of an unknown user are refused with 400.',
    rule: {
      user: {
        status: (cause, operation) =>
          cause === 'not-found' && (operation === 'put' || operation === 'delete')
            ? 400
            : user.status(cause, operation),
      },
    },
  },
  {
    id: 'user-takes-any-media-type',
    leaves: ['B-USR-35'],
    says: 'The User API reads a body as JSON whatever media type it is said to have.',
    rule: { user: { takesType: () => true } },
  },
  {
    id: 'user-errors-in-another-form',
    leaves: ['B-USR-35'],
    says: 'Refusals of the User API have a body of status, path and title.',
    rule: { user: { error: (cause) => ({ title: cause, detail: 'refused', path: '/api/user/v1/users' }) } },
  },
  {
    id: 'user-active-unsaid-false',
    leaves: ['B-USR-33'],
    says: 'A PUT without active deactivates the user.',
    rule: { user: { activeUnsaid: () => false } },
  },
  {
    id: 'user-active-unsaid-null',
    leaves: ['B-USR-33'],
    says: 'A PUT without active makes it null.',
    rule: { user: { activeUnsaid: () => null } },
  },
  {
    id: 'user-nulls-left-out',
    leaves: ['B-USR-34'],
    says: 'Fields that are null are left out.',
    rule: {
      user: { shown: (dto) => Object.fromEntries(Object.entries(dto).filter(([, value]) => value !== null)) },
    },
  },
  {
    id: 'user-put-without-id',
    leaves: ['B-USR-34'],
    says: 'A PUT whose body has no id is served.',
    rule: { user: { needsId: () => false } },
  },
  {
    id: 'user-exists-in-one-refused',
    leaves: ['B-USR-31'],
    says: 'A user that exists in one company is refused when it is created for the account.',
    rule: { user: { extends: () => false } },
  },
  {
    id: 'user-page-with-more',
    leaves: ['B-USR-36'],
    says: 'A page has the figures of other forms beside the documented ones.',
    rule: {
      user: {
        page: (content, figures, sort) => ({
          content,
          pageable: { offset: 0, paged: true },
          first: figures['firstPage'],
          last: figures['lastPage'],
          empty: content.length === 0,
          ...figures,
          sort: { ...sort, unsorted: false },
        }),
      },
    },
  },
  {
    id: 'user-moments-in-seconds',
    leaves: ['B-USR-35'],
    says: 'created and lastChanged have no fraction of a second.',
    rule: { user: { moment: (ms) => new Date(ms).toISOString().replace(/\.\d+/, '') } },
  },
  {
    id: 'user-ids-of-sixteen-digits',
    leaves: ['B-USR-34'],
    says: 'Ids of users have sixteen digits, more than a double keeps.',
    wire: {
      request: (request) =>
        request.target.startsWith('/api/user/v1/users')
          ? {
              ...request,
              target: request.target.replace(new RegExp(`/users/${long}(\\d{5})`), '/users/$1'),
              body: Buffer.from(
                request.body.toString('utf8').replace(new RegExp(`"id":${long}(\\d{5})\\b`, 'g'), '"id":$1'),
              ),
            }
          : request,
      response: (response, request) =>
        request.target.startsWith('/api/user/v1/users') && response.status < 300
          ? {
              ...response,
              body: Buffer.from(response.body.toString('utf8').replace(/"id":(\d{5})\b/g, `"id":${long}$1`)),
            }
          : response,
    },
  },
  {
    id: 'user-list-at-one-path',
    leaves: ['B-USR-02'],
    says: 'There is nothing at /api/users.',
    wire: {
      request: (request) =>
        /^\/api\/users(?:\?|$)/.test(request.target) ? { ...request, target: '/nowhere' } : request,
    },
  },
  {
    id: 'people-whole-context-needed',
    leaves: ['B-USR-30', 'B-SCM-17'],
    says: 'SCIM API and User API need client id, account and user of a token of local scope, too.',
    rule: {
      context: {
        needs: (item, scope, operation, room) =>
          room === 'scim' || room === 'user' ? scope === 'local' : context.needs(item, scope, operation, room),
      },
    },
  },
  {
    id: 'people-token-in-header-only',
    leaves: ['B-PRV-04'],
    says: 'SCIM API and User API take no token from the query.',
    rule: {
      bearer: { fromQuery: (values, operation) => (ofPeople(operation) ? [] : bearer.fromQuery(values, operation)) },
    },
  },
  {
    id: 'people-privileges-missing-401',
    leaves: ['B-PRV-05'],
    says: 'SCIM API and User API refuse callers without privileges with 401.',
    rule: { privilege: { status: () => 401 } },
  },
]
