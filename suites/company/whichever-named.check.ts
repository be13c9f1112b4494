import { check, eventually, matchers, must } from '../../src/kit/index.ts'
import { namesOf } from '../../src/kit/names.ts'
import { objectOf } from '../../src/kit/object-of.ts'
import { Unexercised } from '../../src/kit/unexercised.ts'
import { companiesToldTo } from '../token/companies.ts'
import { someNames } from './forms.ts'
import { company } from './requirements.ts'

/** Most companies that are named in turn. */
const several = 3

check(
  company['of-the-login'],
  'each-company-named',
  { brokenBy: ['company-list-of-the-company-named'] },
  async (context) => {
    const { api } = context
    const plain = await api.company.list('application/json')
    must.success(plain)
    must.be('companies', objectOf(plain)['companies'], 'an array', plain)
    someNames(plain)
    const named = [...new Set(await companiesToldTo(api))].slice(0, several)
    if (named.length < 2) throw new Unexercised('the login has one company: no other can be named')
    const lists = async () => {
      const told: string[][] = []
      for (const name of named) {
        const answer = await api.company.list('application/json', { query: { company: name } })
        // That a call of the list may name each of them is not said.
        if (answer.status < 300) told.push(namesOf(objectOf(answer)['companies']))
      }
      return told
    }
    // A company may be given or taken meanwhile.
    await eventually(context, lists, (told) =>
      matchers.equal(
        'the lists of one login, in the name of each of its companies',
        told,
        told.map(() => told[0]),
      ),
    )
  },
)
