import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { directoryRules } from '../rulebook/directory.ts'
import { askedOf, headerIn, isWell, jsonIn, passing, withJson } from './passing.ts'
import { issuedIn } from './token-calls.ts'

const memory = perHouse(() => ({
  /** The address looked up last. */
  directory: { last: undefined as unknown },
}))
const isDirectory = (path: string): boolean => path.includes('/directory/v1/accounts/')
const isCompanies = (path: string): boolean => path.endsWith('/informationService/companies')

/** Quiet breaches of the directory and the company list that a fifth reader of the document thought up. */
export const fifthCompanyFaults: readonly Fault[] = [
  {
    id: 'company-empty-description-false',
    breaks: ['A-COM-01'],
    says: 'An empty description in the company list is false.',
    rule: {
      company: {
        json: (companies) => ({
          companies: companies.map(({ name, description }) => ({ name, description: description || false })),
        }),
      },
    },
  },
  ...(['account', 'client'] as const).map((login) =>
    passing(
      `company-text-commas-for-${login}`,
      ['A-COM-02'],
      `The text form separates companies with commas (tokens of a ${login} only).`,
      async (request, go, { house }) => {
        const response = await go(request)
        const isText = /^application\/text/.test(headerIn(request, 'accept') ?? '')
        return isCompanies(askedOf(request).path) && isText && issuedIn(house, request)?.login === login
          ? { ...response, body: Buffer.from(response.body.toString('utf8').replaceAll('\n', ',')) }
          : response
      },
    ),
  ),
  passing(
    'directory-address-of-lookup-before',
    ['A-DIR-01', 'A-GEN-08'],
    'The directory gives the address of the account that was looked up before.',
    async (request, go, { house }) => {
      const response = await go(request)
      if (!isDirectory(askedOf(request).path) || !isWell(response)) return response
      const { directory } = memory(house)
      const before = directory.last
      directory.last = jsonIn(response)?.['URL']
      return before === undefined ? response : withJson(response, (body) => ({ ...body, URL: before }))
    },
  ),
  {
    id: 'directory-address-lower-case-in-au',
    breaks: ['A-DIR-01'],
    says: 'The address of an account in the cluster AU is in the field url.',
    rule: {
      directory: {
        shown(facts) {
          const { URL: url, ...rest } = directoryRules.directory.shown(facts) as { URL: string }
          return facts.cluster === 'AU' ? { ...rest, url } : { ...rest, URL: url }
        },
      },
    },
  },
]
