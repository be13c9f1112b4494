import { dataFacts } from './data/facts.ts'
import { timeoutMs } from './dispatch/assignments.ts'
import type { House } from './house.ts'
import { clusterAddress } from './world/clusters.ts'
import { adminClient, foreignClient, localClient, neighbourClient } from './world/clients.ts'
import { acmeUsers } from './world/users.ts'
import { accounts } from './world/accounts.ts'
import type { Client } from './world/types.ts'

const scopeOf = ({ type }: Client) => (type === 'Admin' || type === 'Store' ? 'general' : 'local')

const clientPart = (client: Client) => ({
  id: client.id,
  secret: client.secret,
  version: client.version,
  scope: scopeOf(client),
})

/** A user of acme as an identity of a target file. */
function user(name: string, more: { client?: Client; company?: string; privileges?: readonly string[] } = {}) {
  const found = acmeUsers.find((known) => known.name === name)
  if (!found) throw new Error(`no user ${name}`)
  const { client = localClient, ...rest } = more
  return { grant: 'password', client: clientPart(client), username: `acme/${name}`, password: found.password, ...rest }
}

/** What the plain platform writes; a world changes parts of it. */
export interface PlatformTarget extends Record<string, unknown> {
  readonly addresses: Readonly<Record<string, string>>
  readonly identities: Readonly<Record<string, unknown>>
  readonly has: readonly string[]
  readonly lacks: Readonly<Record<string, string>>
  readonly limits: Readonly<Record<string, number>>
}

/** The embedded platform in the form of a target file; plain if it is neither a world nor of another reading. */
export function targetFile(origin: string, { policy, world, rules }: House, isPlain: boolean): PlatformTarget {
  const [acme, globex, reserved, , initech] = accounts
  if (!acme || !globex || !reserved || !initech) throw new Error('the world is empty')
  const embeddedParameters = rules.reporting.embeddedParameters()
  const { dtos, templates, fixtures } = dataFacts(world.resources, rules.dtos.serves)
  return {
    name: 'embedded',
    addresses: { auth: origin, directory: origin, base: origin },
    account: acme.name,
    company: acme.companies[0]?.name,
    identities: {
      admin: user('admin', { privileges: ['ADMINISTRATOR'] }),
      superuser: user('super', { privileges: ['SUPERUSER'] }),
      user: user('field'),
      account: { grant: 'password', client: clientPart(localClient), username: acme.name, password: acme.password },
      service: { grant: 'client_credentials', client: clientPart(localClient) },
      general: user('admin', { client: adminClient }),
      disallowed: user('admin', { client: foreignClient }),
      sso: user('signon'),
      expired: user('late'),
      unprivileged: user('bare'),
      companyless: user('nowhere'),
      password: user('changer'),
      'calls-only': user('calls'),
      'own-only': user('owner'),
      'crowd-owner': user('crowd'),
      partner: user('partner'),
      'partner-2': user('partner2'),
      'other-company': user('south', { company: 'Acme South & Sons' }),
      'other-account': {
        grant: 'password',
        client: clientPart(neighbourClient),
        username: `${initech.name}/${initech.users[0]?.name}`,
        password: initech.users[0]?.password,
        account: initech.name,
        company: initech.companies[0]?.name,
      },
      'other-cluster': {
        grant: 'password',
        client: clientPart(foreignClient),
        username: `${globex.name}/${globex.users[0]?.name}`,
        password: globex.users[0]?.password,
        account: globex.name,
        company: globex.companies[0]?.name,
      },
    },
    dtos,
    templates: { ...templates, CrowdTechnician: { businessPartner: 'fieldproof-partner' } },
    fixtures: {
      ...fixtures,
      crowdTag: { externalId: 'TAG-WELDING', name: 'Welding' },
      otherCrowdTag: { externalId: 'TAG-LIFTS', name: 'Aufzüge' },
      dispatchTimeoutMs: timeoutMs,
      unknownAccount: 'nobody-of-that-name',
      reservedAccount: reserved.name,
      otherCluster: {
        base: clusterAddress(origin, globex.cluster),
        account: globex.name,
        company: globex.companies[0]?.name,
      },
      optimization: {
        accountId: acme.id,
        companyId: acme.companies[0]?.id,
        plugin: 'DistanceAndSkills',
        minimumMs: 90,
        waitMs: 140,
      },
      reporting: {
        objectType: 'REPORTTEMPLATE',
        embedded: 'WorkReport',
        ...(embeddedParameters ? { embeddedParameters } : {}),
      },
      redirectUri: `${origin}/fieldproof/landed?from=fieldproof%20kit`,
    },
    passwordPolicy: policy,
    has: ['clock', 'password-change', 'authorization-code', 'bulk', 'composite', 'crowd-skills', 'business-events'],
    lacks: Object.values(dtos).some(({ older }) => older) ? {} : { 'older-dto': 'each resource has one DTO version' },
    controls: { clock: `${origin}/fieldproof/clock`, activities: `${origin}/fieldproof/activities` },
    // Other readings may show in lists what was: how late, a run has to find out.
    limits: { concurrency: 8, requests: 20_000, mayCreateUsers: 300, ...(isPlain ? { listLagMs: 0 } : {}) },
    writes: true,
  }
}
