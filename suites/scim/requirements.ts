import { requirements } from '../../src/kit/index.ts'

const api = ['scim'] as const
const users = ['scim', 'writes', 'created-users'] as const

/** The SCIM API. */
export const scim = requirements('scim', {
  'no-server-error': {
    level: 'must',
    needs: api,
    says: 'No request to the SCIM API is answered with a 5xx (503 and refusals such as 501 or 507 apart): no document allows a crash.',
    sources: ['K-SCM-01'],
    traffic: ['scim-odd-bodies-crash'],
  },
  served: {
    level: 'must',
    needs: api,
    says: 'The SCIM API is served at /api/scim/v2, to calls with the media type application/scim+json and the bearer token.',
    sources: ['B-SCM-01'],
  },
  'headers-sent': {
    level: 'must',
    side: 'client',
    says: 'Every call carries Content-Type and Accept application/scim+json and the bearer token.',
    sources: ['B-SCM-01'],
  },
  'list-users': {
    level: 'must',
    needs: users,
    says: 'GET of the users lists all of them.',
    sources: ['B-SCM-02'],
  },
  'get-user': {
    level: 'must',
    needs: users,
    says: 'GET of an id returns the one user.',
    sources: ['B-SCM-03'],
  },
  'create-user': {
    level: 'must',
    needs: users,
    says: 'POST with schemas and emails creates a user.',
    sources: ['B-SCM-04'],
    traffic: ['scim-email-taken-twice'],
  },
  'create-user-sent': {
    level: 'must',
    side: 'client',
    says: 'A caller that creates a user sends schemas and emails.',
    sources: ['B-SCM-04'],
  },
  'replace-user': {
    level: 'must',
    needs: users,
    says: 'PUT with schemas, userName and active updates a user.',
    sources: ['B-SCM-05'],
  },
  'replace-user-sent': {
    level: 'must',
    side: 'client',
    says: 'A caller that updates a user sends schemas, userName and active.',
    sources: ['B-SCM-05'],
  },
  'remove-user': {
    level: 'must',
    needs: users,
    says: 'DELETE deletes one user and no other.',
    sources: ['B-SCM-06'],
  },
  'list-groups': {
    level: 'must',
    needs: [...api, 'writes'],
    says: 'GET of the groups lists all of them.',
    sources: ['B-SCM-07'],
  },
  'create-group': {
    level: 'must',
    needs: [...api, 'writes'],
    says: 'POST with schemas creates a group.',
    sources: ['B-SCM-08'],
  },
  'create-group-sent': {
    level: 'must',
    side: 'client',
    says: 'A caller that creates a group sends schemas.',
    sources: ['B-SCM-08'],
  },
  'replace-group': {
    level: 'must',
    needs: [...api, 'writes'],
    says: 'PUT updates a group.',
    sources: ['B-SCM-09'],
  },
  'patch-group': {
    level: 'must',
    needs: users,
    says: 'PATCH with a PatchOp changes part of the members of a group.',
    sources: ['B-SCM-10'],
  },
  'remove-group': {
    level: 'must',
    needs: [...api, 'writes'],
    says: 'DELETE deletes one group and no other.',
    sources: ['B-SCM-11'],
  },
  'user-sent': {
    level: 'must',
    side: 'client',
    says: 'A user is sent with its schema, and its attributes with their types.',
    sources: ['B-SCM-12'],
  },
  'group-sent': {
    level: 'must',
    side: 'client',
    says: 'A group is sent with its schema, and its attributes with their types.',
    sources: ['B-SCM-13'],
  },
  'patch-sent': {
    level: 'must',
    side: 'client',
    says: 'A PatchOp is sent with its schema, and operations that add, remove or replace.',
    sources: ['B-SCM-14'],
  },
  'email-needed': {
    level: 'implied',
    needs: users,
    says: 'A user without an e-mail, or with one in use, is refused and not created.',
    sources: ['B-SCM-15'],
    traffic: ['scim-post-needs-no-emails'],
  },
  'required-refused': {
    level: 'implied',
    needs: users,
    says: 'A write without what it needs (userName and active of a PUT, the schema, the operations of a patch and their words) is refused and changes nothing.',
    sources: ['B-SCM-16'],
    traffic: ['scim-put-needs-no-user-name', 'scim-put-needs-no-active'],
  },
  'answers-seen': {
    level: 'unshown',
    needs: users,
    says: 'Recorded: statuses and bodies, and where they differ from RFC 7643 and RFC 7644.',
    sources: ['B-SCM-17'],
  },
  'written-is-read': {
    level: 'implied',
    needs: users,
    says: 'A user or group that was created, replaced or patched shows the values sent; a deleted one is gone.',
    sources: ['B-SCM-18'],
    traffic: ['scim-put-loses-active', 'scim-put-loses-names'],
  },
  members: {
    level: 'implied',
    needs: users,
    says: 'A patch that adds keeps the other members, one that removes takes out the named ones only, one that replaces leaves exactly the named ones.',
    sources: ['B-SCM-19'],
  },
  'not-in-the-table': {
    level: 'unshown',
    needs: users,
    says: 'Recorded: what GET of one group and PATCH of a user answer.',
    sources: ['B-SCM-20'],
  },
  'media-types-seen': {
    level: 'unshown',
    needs: api,
    says: 'Recorded: what answers another media type, that of responses, and whether ids are numbers or texts.',
    sources: ['B-SCM-21'],
  },
})
