import type { Identity, Target } from './target.ts'

/** The account of an identity's calls. */
export const accountOf = ({ account, username }: Identity, target: Pick<Target, 'account'>): string =>
  account ?? username?.split('/')[0] ?? target.account
