import type { Fault } from '../deviation.ts'
import { perHouse, type House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { storeAt } from '../data/stores.ts'
import { reachRules, type Reach } from '../rulebook/reach.ts'
import { recordChanges, recordReads } from './operations.ts'
import { askedOf, isWell, jsonIn, passing } from './passing.ts'
import { nowServed, serving } from './serving.ts'

const { reach } = reachRules

const ofRecords = [...recordReads, ...recordChanges, 'batch', 'bulk']

const bulk = /\/bulk$/
const isOf = (operation: string, only: string): boolean => (only === 'bulk' ? bulk.test(operation) : operation === only)

/** For each operation one fault that lets a stranger of each kind in. */
export const perOperation = (
  does: 'found' | 'named',
  operations: readonly string[],
  breaks: Fault['breaks'],
  kinds: Readonly<Record<string, Reach>> = { account: 'everywhere', company: 'account' },
): readonly Fault[] =>
  Object.entries(kinds).flatMap(([kind, how]) =>
    operations.map((only) => ({
      id: `other-${kind}-${does}-on-${only}`,
      breaks,
      says:
        does === 'found'
          ? `A call finds what belongs to another ${kind} (${only} only).`
          : `A call may name another ${kind} than its login has (${only} only).`,
      rule: {
        reach:
          does === 'found'
            ? { finds: (operation) => (isOf(operation, only) ? how : reach.finds(operation)) }
            : { names: (operation) => (isOf(operation, only) ? how : reach.names(operation)) },
      },
    })),
  )

const tokenOf = ({ headers }: PlatformRequest) => headers.find(([name]) => /^authorization$/i.test(name))?.[1]

/** Answers to reads, and who asked, by what is asked for: account, company and user left out. */
const kept = perHouse(
  () => new Map<string, { readonly token: string | undefined; readonly answer: PlatformResponse }>(),
)

/** The first request of each kind that was served. */
const heard = perHouse(() => new Map<string, unknown>())

const bare = (target: string): string => target.replace(/([?&])(?:account|company|user)=[^&]*/g, '$1')

/** What a service call is called, and whose it is, wherever it is. */
function anywhere(id: string, house: House): string | undefined {
  for (const account of house.world.accounts)
    for (const company of account.companies) {
      const found = storeAt({ account, company }, house).table('ServiceCall').byId(id)
      if (found) return `${String(found.fields['subject'])} is of ${account.name}`
    }
  return undefined
}

/** Accounts and companies that are open to each other. */
export const elsewhereFaults: readonly Fault[] = [
  ...perOperation('found', [...ofRecords, 'data-post', 'expansion'], ['A-TOK-15']),
  ...perOperation('named', [...ofRecords, 'data-post', 'company-list'], ['A-TOK-15']),
  passing(
    'read-cached-for-all-accounts',
    ['A-TOK-15'],
    'A record that was just read is answered from a cache that knows no accounts.',
    async (request, go, { house }) => {
      if (request.method !== 'GET' || !/\/api\/data\/v4\/\w+\/[0-9A-Fa-f-]{32,36}\?/.test(request.target))
        return go(request)
      const key = bare(request.target)
      const known = kept(house).get(key)
      if (known && known.token !== tokenOf(request)) return known.answer
      const answer = await go(request)
      if (isWell(answer)) kept(house).set(key, { token: tokenOf(request), answer })
      return answer
    },
  ),
  passing(
    'refusal-tells-of-other-account',
    ['A-TOK-15'],
    'The refusal of a record that is not there tells what it is called where it is.',
    async (request, go, { house }) => {
      const answer = await go(request)
      const { by, name } = askedOf(request)
      if (answer.status !== 404 || by !== 'id' || name === undefined) return answer
      const found = anywhere(name, house)
      return found === undefined ? answer : json(404, { error: 'CA-404', message: found, values: [] })
    },
  ),
  passing(
    'taken-id-tells-whose',
    ['A-TOK-15'],
    'Ids are unique in the whole system, and the refusal of one that is taken tells what its record is called.',
    async (request, go, { house }) => {
      const { by, resource } = askedOf(request)
      const id = jsonIn(request)?.['id']
      if (request.method !== 'POST' || by !== 'list' || resource !== 'ServiceCall' || typeof id !== 'string')
        return go(request)
      const found = anywhere(id, house)
      return found === undefined ? go(request) : json(409, { error: 'CA-409', message: found, values: [] })
    },
  ),
  serving(
    'named-company-opened-when-asked-again',
    ['A-TOK-15'],
    'A company that a login does not have is refused once: the same read is served when it is sent again.',
    {
      rule: {
        reach: {
          names(operation) {
            const request = nowServed()
            if (!request || operation !== 'data-get') return reach.names(operation)
            const key = `${request.token} ${request.asked.path} ${request.asked.query.get('company')}`
            const first = heard(request.house).get(key) ?? request
            heard(request.house).set(key, first)
            return first === request ? reach.names(operation) : 'account'
          },
        },
      },
    },
  ),
]
