import type { Fault } from '../deviation.ts'
import { heldWithin } from '../held-within.ts'
import { companyRules } from '../rulebook/company.ts'
import { directoryRules } from '../rulebook/directory.ts'
import { askedOf, isWell, passing, withJson, type Json } from './passing.ts'
import { isToken } from './token-calls.ts'

const named = heldWithin<string | null>()

/** Accounts of some names have another cluster name than the code of their cluster. */
const clusterNamed = (id: string, says: string, isMeant: (name: string) => boolean, clusterName: string): Fault => ({
  id,
  breaks: ['A-DIR-01'],
  says,
  rule: {
    directory: {
      shown: (facts) => ({
        ...(directoryRules.directory.shown(facts) as Json),
        ...(isMeant(facts.accountName) ? { clusterName } : {}),
      }),
    },
  },
})

/** Quiet breaches of token responses, the directory and the company list that a third server in Go showed. */
export const goThirdAccessFaults: readonly Fault[] = [
  passing(
    'token-companies-described-by-their-names',
    ['A-TOK-09'],
    'The description of a company in a token response is its name.',
    async (request, go) => {
      const response = await go(request)
      if (!isToken(request) || !isWell(response)) return response
      return withJson(response, (body) => ({
        ...body,
        companies: ((body['companies'] ?? []) as Json[]).map((one) => ({ ...one, description: one['name'] })),
      }))
    },
  ),
  clusterNamed(
    'directory-cluster-empty-for-names-with-blanks',
    'clusterName is empty for an account with a blank in its name.',
    (name) => name.includes(' '),
    '',
  ),
  clusterNamed(
    'directory-cluster-empty-for-names-beyond-ascii',
    'clusterName is empty for an account with a letter beyond ASCII in its name.',
    (name) => /[^\0-\x7f]/.test(name),
    '',
  ),
  clusterNamed(
    'directory-cluster-of-others-on-it-differs',
    'clusterName is AU for an account of six letters and more, wherever it is.',
    (name) => name.length > 5,
    'AU',
  ),
  {
    ...passing(
      'company-list-of-the-company-named',
      ['A-COM-04'],
      'The company list holds the one company that a call names.',
      (request, go) => named.run(askedOf(request).query.get('company'), () => go(request)),
    ),
    rule: {
      company: {
        listed: (companies, form) => {
          const name = named.get() ?? undefined
          const all = companyRules.company.listed(companies, form)
          return name === undefined ? all : all.filter((one) => one.name === name)
        },
      },
    },
  },
]
