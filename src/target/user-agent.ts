import { version } from './version.ts'

/** Firewalls in front of a service turn away who does not say what it is (RFC 9110, 10.1.5: a user agent should). */
export const userAgent = `fieldproof/${version()}`
