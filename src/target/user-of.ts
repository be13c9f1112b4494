import type { Identity } from './target.ts'

/** The user of an identity's calls: undefined for a login of an account or client. */
export const userOf = ({ username }: Pick<Identity, 'username'>): string | undefined => username?.split('/')[1]
