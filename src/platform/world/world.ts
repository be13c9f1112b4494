import { catalogue } from '../data/catalogue.ts'
import { accounts } from './accounts.ts'
import { clients } from './clients.ts'
import { groups } from './groups.ts'
import type { World } from './types.ts'

/** The embedded world. Its credentials are public: they are used nowhere else. */
export const standardWorld: World = { accounts, clients, groups, resources: catalogue }
