import type { House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { Call } from '../interface.ts'
import type { PasswordCode } from '../rulebook/password.ts'
import type { PasswordPolicy } from '../world/policy.ts'
import { clientOf, formOf, isRefused, lacking } from './form.ts'
import { loginNamed } from './named.ts'
import { changePassword, expirePassword, passwordsIn, passwordsOf } from './passwords.ts'
import { refuse } from './refuse.ts'

/** POST change_password (A-PWD). */
export function passwordChange(call: Call, house: House): PlatformResponse {
  const { rules, policy } = house
  const form = formOf(call, house)
  if (isRefused(form)) return refuse(house, form.refused)
  const client = clientOf(call, form, house)
  if (isRefused(client) && rules.password.needsClient()) {
    const how = call.header('Authorization') === undefined ? rules.password.withoutClient() : 'oauth'
    if (how === 'empty') return { status: 401, headers: [], body: Buffer.alloc(0) }
    return how === 'password' ? passwordError(house, 'MC-13', () => 1) : refuse(house, client.refused)
  }
  const missing = lacking(form, ['username', 'old_password', 'new_password'])
  if (missing.length > 0)
    return refuse(
      house,
      rules.refusal.bad_token_request('invalid_request', `missing or repeated: ${missing.join(', ')}`),
    )
  const [username, old, wanted] = ['username', 'old_password', 'new_password'].map(
    (field) => form.get(field) ?? '',
  ) as [string, string, string]
  const named = loginNamed(house, username)
  if (!named) return refuse(house, rules.refusal.invalid_grant())
  const passwords = passwordsOf(house, named)
  const trial = {
    password: wanted,
    userName: named.user?.name ?? named.account.name,
    former: passwords.former,
    policy,
    oldMatches: rules.grant.passwordHolds(old, passwords.former[0] ?? '', 'change_password', () => passwordsIn(house)),
    ageMs: house.clock.now() - passwords.changedAt,
  }
  const violated = rules.password.order().find((code) => rules.password.violated(code, trial))
  if (rules.password.stores(violated ? 'refused' : 'changed', violated))
    changePassword(house, named, rules.password.kept(wanted))
  else if (rules.password.expiresOld(violated)) expirePassword(house, named)
  const broken = () => rules.password.order().filter((code) => rules.password.violated(code, trial)).length
  return violated
    ? passwordError(house, violated, broken)
    : json(rules.password.changedStatus(), rules.password.changed())
}

const measures: Partial<Record<PasswordCode, keyof PasswordPolicy>> = {
  'MC-06': 'minLength',
  'MC-07': 'minDigits',
  'MC-08': 'minLetters',
  'MC-09': 'minLower',
  'MC-10': 'minSpecial',
  'MC-11': 'minUpper',
}

function passwordError(house: House, violated: PasswordCode, broken: () => number): PlatformResponse {
  const { password, refusal } = house.rules
  const code = violated === 'MC-14' ? password.wrongOld() : violated
  if (code === 'invalid_grant') return refuse(house, refusal.invalid_grant())
  const measure = measures[code]
  const needed = measure ? house.policy[measure] : undefined
  return json(
    password.errorStatus(),
    password.error(
      {
        error: password.code(code),
        message: password.message(code, needed),
        values: password.values(needed, code),
      },
      broken,
    ),
  )
}
