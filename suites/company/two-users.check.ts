import { check, rely } from '../../src/kit/index.ts'
import { must } from '../../src/kit/must.ts'
import type { Api } from '../../src/clients/api.ts'
import { mustHaveALineEach, someNames, textLines } from './forms.ts'
import { company } from './requirements.ts'

/** The names that both forms tell a login, one after the other. */
async function told({ company: api }: Api): Promise<{ readonly names: readonly string[]; readonly text: string }> {
  const json = () =>
    rely(company['json-form'], async () => {
      const plain = await api.list('application/json')
      must.success(plain)
      return someNames(plain)
    })
  let names = await json()
  let answer = await api.list('application/text')
  must.success(answer)
  if (textLines(answer).length !== names.length) {
    // A company may be given or taken meanwhile.
    const now = await json()
    if (now.join('\n') !== names.join('\n')) answer = await api.list('application/text')
    names = now
  }
  await mustHaveALineEach(answer, names)
  return { names, text: answer.text }
}

check(
  company['text-form'],
  'of-two-logins-in-turn',
  {
    needs: ['user-grant'],
    brokenBy: ['companies-as-text-of-the-first-user', 'companies-as-text-at-once-of-the-last'],
  },
  async ({ api, as }) => {
    const first = await told(api)
    // How a company is written in the text form is not shown (A-COM-07): by its name for one login, by its name for the next.
    const byName = first.names.every((name) => first.text.includes(name))
    const logins = [as('user'), api]
    const before: string[][] = []
    for (const login of logins) {
      const { names, text } = await told(login)
      if (byName) for (const name of names) must.hold(`the company ${name} in the text form`, text.includes(name), text)
      before.push(names.toSorted())
    }
    const atOnce = await Promise.all(logins.map(({ company: { list } }) => list('application/text')))
    for (const [at, answer] of atOnce.entries()) {
      must.success(answer)
      const { names } = await told(logins[at]!)
      // A company may be given or taken meanwhile.
      if (names.toSorted().join('\n') !== before[at]?.join('\n')) continue
      must.equal('number of lines of a list asked for with another', textLines(answer).length, names.length)
      if (byName)
        for (const name of names) must.hold(`the company ${name} in it`, answer.text.includes(name), answer.text)
    }
  },
)
