import type { Account } from './types.ts'
import { acmeUsers } from './users.ts'

/** Accounts on different clusters, one with reserved characters in its name, one without any company, one beside the first on its cluster. */
export const accounts: readonly Account[] = [
  {
    id: 1001,
    name: 'acme',
    cluster: 'EU',
    password: 'Acme-acc0unt 100%',
    users: acmeUsers,
    companies: [
      { id: 5001, name: 'Acme North', description: 'Field service in the north', permissionGroupId: 71 },
      { id: 5002, name: 'Acme South & Sons', description: '', permissionGroupId: 72 },
    ],
  },
  {
    id: 1002,
    name: 'globex',
    cluster: 'US',
    password: 'Gl0bex-account',
    companies: [{ id: 5101, name: 'Globex West', description: 'Lifts and escalators', permissionGroupId: 81 }],
    users: [
      {
        id: 20201,
        name: 'admin',
        password: 'Gl0bex-admin 1',
        email: 'admin@globex.example',
        privileges: ['USER', 'ADMINISTRATOR'],
        group: 'integration',
        companies: ['Globex West'],
      },
    ],
  },
  {
    id: 1003,
    name: 'Müller & Söhne/Ost 50%',
    cluster: 'AU',
    password: 'Mue11er-account',
    users: [],
    companies: [{ id: 5201, name: 'Müller Ost', description: 'Wärmepumpen', permissionGroupId: 91 }],
  },
  {
    id: 1004,
    name: 'hollow',
    cluster: 'EU',
    password: 'H0llow-account',
    companies: [],
    users: [
      {
        id: 20401,
        name: 'admin',
        password: 'H0llow-admin 1',
        email: 'admin@hollow.example',
        privileges: ['USER', 'ADMINISTRATOR'],
        group: 'integration',
        companies: [],
      },
    ],
  },
  {
    id: 1005,
    name: 'initech',
    cluster: 'EU',
    password: 'In1tech-account',
    companies: [{ id: 5301, name: 'Initech Works', description: 'Pumps and presses', permissionGroupId: 95 }],
    users: [
      {
        id: 20501,
        name: 'stranger',
        password: 'In1tech-stranger 1',
        email: 'stranger@initech.example',
        // Whatever it may do at home, none of it leads to another account.
        privileges: ['USER', 'ADMINISTRATOR', 'SUPERUSER', 'CROWD_OWNER', 'PARTNER_MANAGER'],
        group: 'integration',
        companies: ['Initech Works'],
      },
    ],
  },
]
