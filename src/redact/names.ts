/** Names of secrets in any place. Words may be joined by `_`, `-` or nothing. */
const anywhere = [
  'access token',
  'refresh token',
  'id token',
  'auth token',
  'session token',
  'security token',
  'subject token',
  'actor token',
  'csrf token',
  'xsrf token',
  'token',
  'api key',
  'secret key',
  'private key',
  'secret access key',
  'client secret',
  'secret',
  'client assertion',
  'assertion',
  'jwt',
  'device code',
  'code verifier',
  'old password',
  'new password',
  'current password',
  'password',
  'passwd',
  'pwd',
  'passphrase',
  'session id',
  'jsessionid',
  'phpsessid',
  'authorization',
  'cookie',
  'set cookie',
  'x amz signature',
  'x amz credential',
  'x amz security token',
  'x goog signature',
  'x goog credential',
  'x api key',
  'x auth token',
  'x access token',
  'x csrf token',
  'x xsrf token',
  'x client secret',
  'x session token',
  'proxy authorization',
  'SAML request',
  'SAML response',
  'relay state',
]
/** Ordinary fields in JSON records; in a form or an address, a grant or the signature of a presigned download. */
const inAddresses = ['code', 'sig', 'signature']

const pattern = (names: readonly string[]): string => names.map((name) => name.replaceAll(' ', '[_-]?')).join('|')

export const secretNames = pattern(anywhere)
const whole = new RegExp(`^(?:${secretNames})$`, 'i')
const wholeInAddress = new RegExp(`^(?:${pattern([...anywhere, ...inAddresses])})$`, 'i')

export const isSecretName = (name: string): boolean => whole.test(name)
export const isSecretInAddress = (name: string): boolean => wholeInAddress.test(name)
/** A header name; a vendor's prefix does not change what it holds. */
export const isSecretHeader = (name: string): boolean =>
  whole.test(name) || /-(?:proxy-authorization|api-?key|(?:auth|access|session|security|csrf)-token)$/i.test(name)

const publicWords = [
  ...['true', 'false', 'null', 'none', 'undefined', 'nil', '[object Object]', 'NaN', 'test'],
  ...['bearer', 'basic', 'digest', 'negotiate', 'ntlm', 'oauth'],
  ...['grant_type', 'token_type', 'client_id', 'username', 'user', 'account', 'company', 'scope', 'code', 'id_token'],
  ...['access_token', 'refresh_token', 'client_secret', 'token', 'secret', 'password', 'authorization'],
  ...['authorization_code', 'client_credentials', 'error', 'error_description', 'invalid', 'expired', 'unauthorized'],
  ...['invalid_token', 'invalid_grant', 'invalid_client', 'invalid_request', 'unauthorized_client', 'access_denied'],
].map((word) => word.toLowerCase())
/**
 * Sent in the place of a secret (`Authorization: Bearer` without a token, `password=password`) and never learnt: they would be redacted
 * everywhere, and the words of the protocol with them.
 */
export const isPublicWord = (value: string): boolean => publicWords.includes(value.trim().toLowerCase())

/** No optional parts, and both cases spelled out: twice as fast as a case-insensitive pattern. */
const stems =
  'token|pass[wWpP]|pwd|secre|asser|pi[-_kK][kKeE]|priva|sessi|saml|relay|jwt|devic|verif|autho|cooki|bearer|basic|amz[-_cCsS]|goog[-_cCsS]'
/** A cheap test that matches every text with a secret's name in it, escaped names excepted. */
export const mayName = new RegExp(
  stems.replace(/\[.*?\]|[a-z]/g, (part) => (part.length > 1 ? part : `[${part.toUpperCase()}${part}]`)),
)
