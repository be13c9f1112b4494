import type { Answer } from '../../src/clients/answer.ts'
import type { Api } from '../../src/clients/api.ts'
import { check, rely } from '../../src/kit/index.ts'
import { must } from '../../src/kit/must.ts'
import { observe } from '../../src/kit/observe.ts'
import { objectOf } from '../../src/kit/object-of.ts'
import { namesOf, sameName } from '../../src/kit/names.ts'
import { descriptionsOf } from './descriptions.ts'
import { isListOf, mayBeQuoted, someNames, textLines, unnamed } from './forms.ts'
import { grant } from '../token/requirements.ts'
import { granted } from '../token/steps.ts'
import { company } from './requirements.ts'

/** The names in the JSON form, once that form is confirmed. */
function jsonNames(answer: Answer): string[] {
  must.success(answer)
  const { companies } = objectOf(answer)
  must.be('companies', companies, 'an array', answer)
  return namesOf(companies)
}

interface Told {
  readonly name?: unknown
  readonly description?: unknown
}

const json = async (api: Api) => jsonNames(await api.company.list('application/json'))

check(
  company['json-form'],
  'companies-of-the-user',
  {
    brokenBy: [
      'company-bare-array',
      'company-names-only',
      'company-without-name',
      'company-without-description',
      'company-description-null',
      'company-empty-description-false',
      'company-json-refused',
      'company-description-is-its-name',
    ],
  },
  async ({ api, target }) => {
    const answer = await api.company.list('application/json')
    const names = jsonNames(answer)
    // Which companies a client has of its own is not said: it is no user (A-COM-04).
    if (target.identities['admin']?.grant === 'password') {
      const own = target.identities['admin'].company ?? target.company
      must.hold(
        `the company ${own} in the list`,
        names.some((name) => sameName(name, own)),
        names,
      )
    }
    someNames(answer)
    const listed = objectOf(answer)['companies'] as readonly Told[]
    const kinds = listed.map(({ name, description }) => `${typeof name}, ${typeof description}`)
    must.equal('types of name and description', [...new Set(kinds)], ['string, string'])
    // A name is no description where the company is known to have one: a token response tells that field, too (A-TOK-09).
    const { companies } = await rely(grant['success-is-200'], async () => granted(await api.token.obtain()))
    const [here, there] = [descriptionsOf(listed), descriptionsOf(companies)]
    must.equal(
      'companies described by their names, of those that a token response describes otherwise',
      [...there].filter(([name, other]) => other !== name && here.get(name) === name).map(([name]) => name),
      [],
    )
  },
)

check(
  company['text-form'],
  'one-line-each',
  {
    brokenBy: [
      'company-text-of-several-as-json-string',
      'company-text-refused',
      'company-text-as-json',
      'company-text-commas',
      'company-list-kept-whatever-accept',
    ],
  },
  async ({ api }) => {
    const names = await json(api)
    const answer = await api.company.list('application/text')
    must.success(answer)
    must.absent('JSON object with companies in the text form', objectOf(answer)['companies'])
    must.equal('number of lines (one for each company)', textLines(answer).length, names.length)
  },
)

/** Both forms list the same companies, in any order; the text form a line for each. */
async function formsAgree(api: Api): Promise<void> {
  const names = await json(api)
  const answer = await api.company.list('application/text')
  must.success(answer)
  const lines = textLines(answer)
  must.equal('companies of the JSON form that no line names', unnamed(names, lines), [])
  must.equal(
    'lines that name no company of the JSON form',
    names.some(mayBeQuoted) ? [] : lines.filter((line) => !names.some((name) => line.includes(name))),
    [],
  )
}

check(
  company['forms-agree'],
  'same-names',
  { brokenBy: ['company-text-lists-fewer', 'com-names-html-escaped', 'company-json-lists-fewer'] },
  ({ api }) => formsAgree(api),
)

check(
  company['forms-agree'],
  'same-names-for-a-user',
  {
    needs: ['user-grant'],
    brokenBy: ['companies-in-json-whole-account-for-users'],
  },
  async ({ as }) => {
    someNames(await as('user').company.list('application/json'))
    await formsAgree(as('user'))
  },
)

// An account has more companies than most of its users, and the names of each are its own.
for (const [identity, need, fault] of [
  ['account', 'account-grant', 'company-text-commas-for-account'],
  ['service', 'client-grant', 'company-text-commas-for-client'],
  ['superuser', 'other-user', 'company-text-commas'],
] as const) {
  check(
    company['text-form'],
    `one-line-each-for-${identity}`,
    { needs: [need], brokenBy: [fault] },
    async ({ as, api }) => {
      await json(api)
      await formsAgree(as(identity))
      const names = await json(as(identity))
      const lines = textLines(await as(identity).company.list('application/text'))
      must.equal('number of lines (one for each company)', lines.length, names.length)
    },
  )
}

check(
  company['empty-list'],
  'user-without-company',
  {
    brokenBy: [
      'company-empty-refused',
      'company-empty-null',
      'empty-company-list-key-omitted',
      'company-list-cached-by-account',
    ],
  },
  async ({ as, api }) => {
    someNames(await api.company.list('application/json'))
    must.equal('companies of a user assigned to none', await json(as('companyless')), [])
  },
)

for (const [situation, accept] of [
  ['no-accept', undefined],
  ['another-type', 'image/png'],
  ['xml', 'application/xml'],
  ['browser', 'text/html, application/xhtml+xml'],
] as const) {
  check(
    company['other-accept'],
    situation,
    {
      brokenBy: [
        'company-other-accept-status-500',
        'company-other-accept-status-200',
        ...(situation === 'xml' ? ['com-xml-on-xml'] : []),
        ...(situation === 'browser' ? ['company-list-as-xml-to-browsers'] : []),
      ],
    },
    async ({ api }) => {
      const names = await json(api)
      const answer = await api.company.list(accept)
      const refused = answer.status >= 400 && answer.status < 500
      must.hold(
        'a refusal with a 4xx status, or the list in one of its two forms',
        refused || isListOf(answer, names),
        `status ${answer.status} ${answer.text}`,
      )
    },
  )
}

observe(company['list-particulars'], 'text-seen', {}, async ({ api }) => {
  const answer = await api.company.list('application/text')
  return `status ${answer.status}; text form ${JSON.stringify(answer.text.slice(0, 120))}`
})

observe(company['list-particulars'], 'empty-text-seen', { needs: ['companyless-user'] }, async ({ as }) => {
  const answer = await as('companyless').company.list('application/text')
  return `status ${answer.status}; an empty list as text is ${JSON.stringify(answer.text.slice(0, 60))}`
})
