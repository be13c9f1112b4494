import type { CallOptions } from '../../src/clients/call.ts'

/** Headers that every call has to carry (B-DSP-01). */
export const dispatchHeaders = [
  'Authorization',
  'X-Account-ID',
  'X-Account-Name',
  'X-Client-ID',
  'X-Client-Version',
  'X-Company-ID',
  'X-Company-Name',
] as const

/** A call without one of them. */
export const lackingHeader = (header: string): CallOptions =>
  header === 'Authorization' ? { token: 'none' } : { headers: { [header]: undefined } }
