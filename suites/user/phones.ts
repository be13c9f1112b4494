import type { Context } from '../../src/kit/index.ts'

/** Targets that take phones of digits alone: which others are acceptable is not said (B-USR-03). */
const takeDigitsOnly = new WeakSet<Context['target']>()

const signOf = (target: Context['target']): string => (takeDigitsOnly.has(target) ? '' : '+')

/** One that nobody has, for one may belong to one person; in the form of E.164, with 12 digits: which others are acceptable is not said, as of e-mails (B-USR-03). */
export const freshPhone = ({ fresh, target }: Pick<Context, 'fresh' | 'target'>): string =>
  `${signOf(target)}41${fresh.externalId().replace(/\D/g, '').slice(-10).padStart(10, '1')}`

/** Tells that the target takes phones of digits alone. */
export const takesDigitsOnly = ({ target }: Pick<Context, 'target'>): void => void takeDigitsOnly.add(target)
