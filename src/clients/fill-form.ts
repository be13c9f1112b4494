import type { Button, Field, HtmlForm } from './html-form.ts'

export interface Login {
  readonly username: string
  readonly password: string
}

const approving = /approve|\ballow|accept|grant|confirm|authori[sz]e|agree|yes|true|log ?in|sign ?in|continue/i
const refusing = /deny|disallow|decline|refuse|reject|cancel|revoke|\bnot?\b|false/i

export const approves = (...words: readonly string[]): boolean => {
  const text = words.join(' ')
  return approving.test(text) && !refusing.test(text)
}
const isLogin = (form: HtmlForm): boolean => form.asksPassword
const pressOf = ({ buttons }: HtmlForm): Button | undefined =>
  buttons.find(({ name, value, label }) => approves(name, value, label)) ??
  buttons.find(({ name, value, label }) => !refusing.test(`${name} ${value} ${label}`))

/** The form that a user who wants to log in would send: the login, else the one that approves, else the first. */
export const chosenForm = (forms: readonly HtmlForm[]): HtmlForm | undefined =>
  forms.find(isLogin) ??
  forms.find((form) => {
    const press = pressOf(form)
    return press !== undefined && approves(press.name, press.value, press.label)
  }) ??
  forms[0]

const ofAnAccount = /account|tenant|customer|organi[sz]ation/i
const isTyped = ({ type, value }: Field): boolean => (type === 'text' || type === 'email') && value === ''

/** What a user types into each field of a login: where there are two beside the password, one is for the account. */
function typedIn(form: HtmlForm, username: string): ReadonlyMap<string, string> {
  const names = isLogin(form) ? form.fields.filter(isTyped).map(({ name }) => name) : []
  const [first, second] = names
  if (names.length !== 2 || first === undefined || second === undefined) return new Map()
  const [account = '', ...user] = username.split('/')
  const isSecond = ofAnAccount.test(second) && !ofAnAccount.test(first)
  const [ofAccount, ofUser] = isSecond ? [second, first] : [first, second]
  return new Map([
    [ofAccount, account],
    [ofUser, user.join('/')],
  ])
}

/** The fields as a browser would send them after the user typed the login, ticked the scopes and pressed the approving button. */
export function filledIn(form: HtmlForm, login: Login): string {
  const typed = typedIn(form, login.username)
  const fields = form.fields
    .filter((field) => sent(field, form))
    .map(({ name, type, value }): [string, string] => {
      if (type === 'password') return [name, login.password]
      if (type === 'text' || type === 'email') return [name, value || (typed.get(name) ?? login.username)]
      return [name, value || (type === 'checkbox' || type === 'radio' ? 'on' : '')]
    })
  const press = pressOf(form)
  if (press?.name) fields.push([press.name, press.value])
  return new URLSearchParams(fields).toString()
}

/** One radio button of a group is sent: the one that approves, else the checked one, else the first. */
function sent(field: Field, form: HtmlForm): boolean {
  if (field.type !== 'radio') return true
  const group = form.fields.filter(({ type, name }) => type === 'radio' && name === field.name)
  return field === (group.find(({ value }) => approves(value)) ?? group.find(({ checked }) => checked) ?? group[0])
}
