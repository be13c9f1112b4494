import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { jsonIn, withJson } from './passing.ts'
import { answeringLogins, clientIn } from './token-calls.ts'

const inARow = perHouse(() => new Map<string, number>())

const statements: Readonly<Record<string, string>> = {
  expired_credentials: 'A-TOK-31',
  invalid_grant: 'A-TOK-33',
  saml_redirect: 'A-TOK-34',
  unauthorized_client: 'A-TOK-35',
}
const slug = (error: string): string => error.replaceAll('_', '-')

/** A refusal that is another one the second time. */
const secondTime = ([error, statement]: [string, string]): Fault =>
  answeringLogins(
    `second-${slug(error)}-without-description`,
    ['A-TOK-30', statement],
    `The second ${error} of a user in a row has no error_description.`,
    (response, form, request, house) => {
      const key = `${error}\n${clientIn(request)}\n${form.get('username')}`
      const times = jsonIn(response)?.['error'] === error ? (inARow(house).get(key) ?? 0) + 1 : 0
      inARow(house).set(key, times)
      return times === 2 ? withJson(response, ({ error: word }) => ({ error: word })) : response
    },
  )

/** A refusal that is another one for some clients. */
const toGeneral = ([error, statement]: [string, string]): Fault =>
  answeringLogins(
    `${slug(error)}-401-for-general-clients`,
    [statement],
    `${error} comes with 401 to clients of general scope.`,
    (response, _form, request, { world }) =>
      jsonIn(response)?.['error'] === error &&
      /^(?:Admin|Store)$/.test(world.clients.find(({ id }) => id === clientIn(request))?.type ?? '')
        ? { ...response, status: 401 }
        : response,
  )

const errors = Object.entries(statements)

/** Refusals of the token service that depend on what came before, or on the client. */
export const fifthRefusalFaults: readonly Fault[] = [
  ...errors.map(secondTime),
  ...errors.filter(([error]) => error !== 'unauthorized_client').map(toGeneral),
]
