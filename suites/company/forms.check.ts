import { check } from '../../src/kit/index.ts'
import { must } from '../../src/kit/must.ts'
import { namesOf, sameName } from '../../src/kit/names.ts'
import { objectOf } from '../../src/kit/object-of.ts'
import { isListOf, mustHaveALineEach, someNames, textLines } from './forms.ts'
import { freshToken, hours, minutes } from '../token/steps.ts'
import { validation } from '../token/requirements.ts'
import { company } from './requirements.ts'

check(
  company['json-form'],
  'quality-in-accept',
  { brokenBy: ['com-bare-array-with-q', 'company-bare-array', 'accept-with-parameter-gives-text'] },
  async ({ api }) => {
    const plain = await api.company.list('application/json')
    must.success(plain)
    const { companies } = objectOf(plain)
    must.be('companies', companies, 'an array', plain)
    const answer = await api.company.list('application/json;q=0.9, */*;q=0.1')
    must.hold(
      'a refusal with a 4xx status, or the list in one of its two forms',
      (answer.status >= 400 && answer.status < 500) || isListOf(answer, namesOf(companies)),
      `status ${answer.status} ${answer.text}`,
    )
    // A weight of 1 says nothing (RFC 9110, 12.4.2): the other form is not what was asked for.
    const weighed = await api.company.list('application/json;q=1')
    must.hold(
      'a refusal with a 4xx status, or the JSON form',
      (weighed.status >= 400 && weighed.status < 500) || Array.isArray(objectOf(weighed)['companies']),
      `status ${weighed.status} ${weighed.text}`,
    )
  },
)

check(
  company['text-form'],
  'one-company',
  {
    needs: ['user-grant'],
    brokenBy: ['company-text-lists-whole-account', 'com-text-json-body', 'company-text-as-json'],
  },
  async ({ as }) => {
    const { company: api } = as('user')
    const plain = await api.list('application/json')
    must.success(plain)
    const names = someNames(plain)
    const answer = await api.list('application/text')
    must.success(answer)
    must.hold('text, not JSON', typeof answer.json !== 'object', answer.text)
    await mustHaveALineEach(answer, names)
  },
)

check(
  company['text-form'],
  'encoding-accepted',
  { brokenBy: ['com-text-comma', 'company-text-commas', 'companies-without-description-missing-in-text'] },
  async ({ api }) => {
    const plain = await api.company.list('application/json')
    must.success(plain)
    const names = someNames(plain)
    const answer = await api.company.list('application/text', { headers: { 'Accept-Encoding': 'identity' } })
    must.success(answer)
    must.equal('number of lines (one for each company)', textLines(answer).length, names.length)
  },
)

check(
  company['empty-list'],
  'text-form-of-none',
  { brokenBy: ['com-empty-text-404', 'company-empty-refused', 'text-form-of-no-company-lists-the-account'] },
  async ({ as, api }) => {
    const plain = await api.company.list('application/json')
    must.success(plain)
    const names = someNames(plain)
    const answer = await as('companyless').company.list('application/text')
    must.success(answer)
    const told = textLines(answer).filter((line) => names.some((name) => sameName(line.trim(), name)))
    must.equal('companies of another login in the text form of none', told, [])
  },
)

// The form of text is one of the list (A-COM-05): a refusal is the JSON of every other call.
check(
  validation['invalid-token'],
  'where-text-is-accepted',
  { calls: ['company'], brokenBy: ['company-list-tells-invalid-token-as-text'] },
  async ({ api, fresh }) => {
    must.success(await api.company.list('application/text'))
    const token = { value: `${fresh.tag}-never-issued` }
    must.refused(await api.company.list('application/text', { token }), 401, 'invalid_token')
  },
)

check(
  validation['invalid-token'],
  'expired-where-text-is-accepted',
  {
    calls: ['company'],
    alone: true,
    needs: ['clock'],
    brokenBy: ['company-text-406-for-an-expired-token', 'auth-expired-token-accepted'],
  },
  async ({ api, clock }) => {
    const value = await freshToken(api)
    must.success(await api.company.list('application/text', { token: { value } }))
    await clock.advance(12 * hours + minutes)
    must.refused(await api.company.list('application/text', { token: { value } }), 401, 'invalid_token')
  },
)
