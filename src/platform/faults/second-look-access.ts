import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { json, textAnswer } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import { askedOf, headerIn, isWell, passing } from './passing.ts'
import { issuedIn } from './token-calls.ts'

const answers = perHouse(() => new Map<string, { readonly at: number; readonly response: PlatformResponse }>())

const isCompanyList = (path: string): boolean => path.endsWith('/informationService/companies')

const lookups = '/api/directory/v1/accounts/'

/** Breaches of access that checks saw and let pass. */
export const secondLookAccessFaults: readonly Fault[] = [
  passing(
    'directory-404-with-address-of-another',
    ['A-DIR-06'],
    'An unknown account is answered with 404, and with the name and the address of one that there is.',
    async (request, go, { house }) => {
      const response = await go(request)
      if (!request.target.includes(lookups) || response.status !== 404) return response
      const known = encodeURIComponent(house.world.accounts[0]?.name ?? '')
      const target = request.target.replace(/(\/accounts\/)[^?]*/, `$1${known}`)
      return { ...(await go({ ...request, target })), status: 404 }
    },
  ),
  passing(
    'reads-replayed-by-request-id-for-two-seconds',
    ['A-AUT-08'],
    'A read of one record with the request id and address of one within the last two seconds gets the answer of that one.',
    async (request, go, { house }) => {
      const { by, query } = askedOf(request)
      const id = headerIn(request, 'x-request-id') ?? query.get('requestId')
      if (request.method !== 'GET' || (by !== 'id' && by !== 'externalId') || id === null) return go(request)
      const [key, now] = [`${id} ${request.target}`, house.clock.now()]
      const known = answers(house).get(key)
      if (known && now - known.at < 2000) return known.response
      const response = await go(request)
      answers(house).set(key, { at: now, response })
      return response
    },
  ),
  passing(
    'company-list-tells-other-accounts-all-but-the-first',
    ['A-COM-01', 'A-TOK-16'],
    'Whoever asks for the companies in the name of another account gets those of that, but for the first.',
    async (request, go, { house }) => {
      const { path, query } = askedOf(request)
      const response = await go(request)
      const named = house.world.accounts.find(({ name }) => name === query.get('account'))
      const own = issuedIn(house, request)?.account
      if (!isCompanyList(path) || !named || !own || named === own) return response
      const companies = named.companies.slice(1).map(({ name, description }) => ({ name, description }))
      return headerIn(request, 'accept') === 'application/text'
        ? textAnswer(200, 'application/text;charset=UTF-8', companies.map(({ name }) => name).join('\n'))
        : json(200, { companies })
    },
  ),
  passing(
    'text-form-of-no-company-lists-the-account',
    ['A-COM-04', 'A-COM-05'],
    'The text form of the company list of a user without any company lists all companies of the account.',
    async (request, go, { house }) => {
      const response = await go(request)
      const own = issuedIn(house, request)
      if (!isCompanyList(askedOf(request).path) || !isWell(response) || own?.companies.length !== 0) return response
      if (headerIn(request, 'accept') !== 'application/text') return response
      return { ...response, body: Buffer.from(own.account.companies.map(({ name }) => name).join('\n')) }
    },
  ),
]
