import { isCovered } from '../contract/index.ts'
import { isPlaceholder } from '../redact/placeholder.ts'

const madeUp = /[<>{}[\]]|access.?token|bearer|dummy|example|fake|mask|placeholder|sample|\byour\b/i

/** A word that others who record put in the place of every token. */
export const isAnyToken = (token: string): boolean => !isPlaceholder(token) && (isCovered(token) || madeUp.test(token))

/** Whether two equal tokens are one for certain. */
export const isTelling = (token: string): boolean =>
  isPlaceholder(token) ||
  (token.length > 12 && !isAnyToken(token) && (/\d/.test(token) || (/[a-z]/.test(token) && /[A-Z]/.test(token))))
