import type { Context } from '../../src/kit/index.ts'

type Asked = Pick<Context, 'fresh' | 'target'>

/** An e-mail of this local part, at a domain that the target takes: which ones are acceptable is not said (B-USR-03, B-CRW-22). */
export const emailAt = ({ target }: Pick<Asked, 'target'>, local: string, domain = 'example.com'): string =>
  `${local}@${target.fixtures.emailDomain ?? domain}`

export const freshEmail = (context: Asked): string => emailAt(context, context.fresh.externalId())

/** The fields of a user, with the e-mail in small letters: the form names it, not the letter case that it is kept in (B-USR-26). */
export const withSmallLetters = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  ...fields,
  email: String(fields['email']).toLowerCase(),
})
