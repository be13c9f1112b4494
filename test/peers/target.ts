import { core } from './resources.ts'
import { policy } from './token.ts'
import { createWorld, redirectUri, reservedAccount, works } from './world.ts'

/** The peer at `origin`, in target-file form. */
export function describeTarget(origin: string): Record<string, unknown> {
  const world = createWorld()
  const client = (id: string) => {
    const { secret, scope } = world.clients.find((one) => one.id === id) ?? { secret: '', scope: 'local' }
    return { id, secret, version: '1.7', scope }
  }
  const passwordOf = (name: string) => world.accounts[0]?.users.find((user) => user.name === name)?.password
  const user = (name: string, clientId = 'connector') => ({
    grant: 'password',
    client: client(clientId),
    username: `globex/${name}`,
    password: passwordOf(name),
  })
  const dtos = Object.fromEntries(
    Object.entries(core).map(([name, { versions }]) => {
      const [older, newer] = Object.entries(versions)
        .map(([version, { syncBase }]) => ({ version: Number(version), syncBase }))
        .sort((one, two) => one.version - two.version)
      return [name, { ...newer, older }]
    }),
  )
  return {
    name: 'peer',
    addresses: { auth: origin, directory: origin, base: origin },
    account: 'globex',
    company: works,
    identities: {
      admin: user('alice'),
      user: user('carla'),
      account: {
        grant: 'password',
        client: client('connector'),
        username: 'globex',
        password: world.accounts[0]?.password,
      },
      service: { grant: 'client_credentials', client: client('connector') },
      general: user('alice', 'console'),
      disallowed: user('alice', 'stranger'),
      sso: user('sam'),
      expired: user('eve'),
      password: user('pat'),
      companyless: user('nora'),
      superuser: user('bob'),
      blinkered: user('dora'),
    },
    dtos,
    templates: {
      ServiceCall: { subject: 'Peer call' },
      BusinessPartner: { name: 'Peer partner' },
      Person: { lastName: 'Peer' },
      Activity: { type: 'ASSIGNMENT' },
      Attachment: { title: 'peer.txt', fileContent: 'cGVlcg==' },
    },
    fixtures: {
      unknownAccount: 'nobody-there',
      reservedAccount,
      otherCluster: { base: `${origin}/us`, account: 'initech', company: 'Houston' },
      redirectUri,
      reference: { resource: 'ServiceCall', field: 'businessPartner', to: 'BusinessPartner' },
      inverse: { resource: 'ServiceCall', field: 'activities', to: 'Activity', by: 'serviceCall' },
      objectReference: {
        resource: 'Activity',
        field: 'object',
        id: 'objectId',
        type: 'objectType',
        types: Object.fromEntries(Object.keys(core).map((name) => [name, name])),
      },
      attachment: { name: 'title', description: 'note' },
      unreadable: { identity: 'blinkered', resource: 'BusinessPartner' },
      listReference: { resource: 'ServiceCall', field: 'technicians', to: 'Person' },
      inlined: {
        resource: 'ServiceCall',
        field: 'udfValues',
        whole: [{ meta: 'colour', value: 'red' }],
        part: [{ value: 'blue' }],
      },
      requiredField: { resource: 'ServiceCall', field: 'subject' },
    },
    passwordPolicy: policy,
    has: ['password-change', 'authorization-code'],
    lacks: {
      clock: 'its clock cannot be set',
      'password-age': 'it keeps no minimum age of passwords',
      'unprivileged-user': 'it models no privileges, and the document names no answer to a user without them',
      ...Object.fromEntries(
        ['scim', 'user-api', 'crowd', 'dispatch', 'service-api', 'reporting', 'report-templates', 'optimization'].map(
          (need) => [need, 'it was written for the first document alone'],
        ),
      ),
    },
    limits: { concurrency: 8, requests: 20_000, mayCreateUsers: 0 },
    writes: true,
  }
}
