import { randomBytes } from 'node:crypto'
import type { Variant } from '../deviation.ts'
import { askedOf, isWell } from '../faults/passing.ts'
import { formIn, isPasswordChange, isToken, issuedIn, withForm } from '../faults/token-calls.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { passwordRules, type PasswordCode } from '../rulebook/password.ts'
import { alone, through } from './lawful.ts'
import { amongOtherForms, approvalInFull, isLoginPage, isSubmitted } from './other-forms.ts'

const isWriteOfData = (request: PlatformRequest): boolean =>
  request.method !== 'GET' && askedOf(request).resource !== undefined
const asRead = (request: PlatformRequest): PlatformRequest => ({ ...request, method: 'GET', body: Buffer.alloc(0) })

const used = perHouse(() => new Set<string>())

const longestRun = 5
const reversed = (text: string): string => [...text].reverse().join('')
function sharesRun(one: string, other: string): boolean {
  const [short, long] = [one.toLowerCase(), other.toLowerCase()]
  for (let at = 0; at + longestRun < short.length; at += 1)
    if (long.includes(short.slice(at, at + longestRun + 1))) return true
  return false
}
const withoutDigits = (text: string): string => text.replace(/\d/g, '')
const isTooLike = (password: string, old: string): boolean =>
  password !== old &&
  (sharesRun(password, old) || password === reversed(old) || withoutDigits(password) === withoutDigits(old))
const last = (order: readonly PasswordCode[], code: PasswordCode): readonly PasswordCode[] => [
  ...order.filter((one) => one !== code),
  code,
]

/** Lawful other readings of access that a twelfth reader of the document thought up (suites/two-readings). */
export const twelfthAccessVariants: readonly Variant[] = [
  through(
    'other-companies-are-archived',
    ['A-AUT-13', 'A-DAT-18'],
    'Only the first company of an account takes writes: any write in another one is refused with 403.',
    async (request, go, { house }) => {
      const account = isWriteOfData(request) ? issuedIn(house, request)?.account : undefined
      const company = askedOf(request).query.get('company')
      if (!account || company === null || company === account.companies[0]?.name) return go(request)
      const isKnown = account.companies.some(({ name }) => name === company)
      // Whoever may not even read there is refused for that.
      const seen = isKnown ? await go(asRead(request)) : undefined
      return seen && seen.status !== 401 && seen.status !== 400
        ? json(403, { error: 'CA-301', message: 'company is read-only', values: [] })
        : go(request)
    },
  ),
  alone(
    through(
      'first-use-of-a-token-takes-four-seconds',
      ['A-AUT-03', 'A-GEN-09'],
      'The first call with a token takes four seconds, the issue of one two, a wrong password five.',
      async (request, go, { house, inBatch }) => {
        const { clock } = house
        if (isToken(request) || isPasswordChange(request)) {
          const response = await go(request)
          // The clock stands for the time that passes: a wait by timer would hold up every proof.
          clock.advance(isWell(response) ? 2000 : 5000)
          return response
        }
        const token = issuedIn(house, request)?.value
        if (inBatch || token === undefined || used(house).has(token)) return go(request)
        used(house).add(token)
        clock.advance(4000)
        return go(request)
      },
    ),
  ),
  {
    id: 'login-page-among-other-forms',
    leaves: ['A-TOK-23'],
    says: 'The login is the third of four forms of its page, with an account field of its own; the approval has a button to refuse first.',
    rule: { authorize: { pages: () => 'two' } },
    seam: {
      passage: {
        through: async (request, go) => {
          const response = await go(isSubmitted(request) ? submittedPlainly(request) : request)
          return isLoginPage(response) ? amongOtherForms(response, suffix()) : approvalInFull(response)
        },
      },
    },
  },
  {
    id: 'new-password-unlike-the-old-one',
    leaves: ['A-PWD-15'],
    says: 'A new password that shares six signs in a row with the old one, is its reverse or differs in digits alone is MC-13, told last.',
    rule: {
      password: {
        order: () => last(passwordRules.password.order(), 'MC-13'),
        violated: (code, trial) =>
          passwordRules.password.violated(code, trial) ||
          (code === 'MC-13' && isTooLike(trial.password, trial.former[0] ?? '')),
      },
    },
  },
  {
    id: 'answers-end-with-the-connection',
    leaves: ['A-GEN-01'],
    says: 'Every answer ends with its connection, without a length, sets two cookies of a balancer and has its headers in another order.',
    wire: {
      response: (response) => ({
        ...response,
        framing: { ...response.framing, untilClose: {} },
        headers: [
          ['Set-Cookie', `balancer=${suffix()}; Path=/`] as const,
          ...shuffled(response.headers),
          ['Set-Cookie', `route=${suffix()}; Path=/; HttpOnly`] as const,
        ],
      }),
    },
  },
  {
    id: 'one-answer-per-connection-in-pieces',
    leaves: ['A-GEN-01'],
    says: 'Every answer ends with its connection: the head comes first, then the body in pieces of 700 bytes.',
    wire: { response: (response) => ({ ...response, framing: { ...response.framing, untilClose: inPieces } }) },
  },
]

// Later by less than the 150 ms of the description: a wait at each answer would hold up every proof.
const inPieces = { bytes: 700, lateMs: 5 }
const suffix = (): string => randomBytes(2).toString('hex')
let turn = 0
const shuffled = (headers: PlatformResponse['headers']): PlatformResponse['headers'] =>
  (turn = (turn + 1) % 2) === 0 ? headers : [...headers].reverse()

/** The login as the plain page would send it. */
function submittedPlainly(request: PlatformRequest): PlatformRequest {
  const form = formIn(request)
  const [account, login] = [form.get('j_account') ?? '', form.get('j_login') ?? '']
  const password = [...form].find(([name]) => name.startsWith('j_pass_'))?.[1] ?? ''
  for (const name of [...form.keys()]) if (name.startsWith('j_')) form.delete(name)
  form.set('username', login === '' ? account : `${account}/${login}`)
  form.set('password', password)
  form.set('decision', 'login')
  return withForm(request, form)
}
