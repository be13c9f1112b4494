/** Names of secrets in any place, as a whole. Words may be joined by `_`, `-` or nothing. */
const anywhere = [
  'private key',
  'secret key',
  'secret access key',
  'jwt',
  'device code',
  'code verifier',
  'session id',
  'jsessionid',
  'phpsessid',
  'authorization',
  'cookie',
  'set cookie',
  'x amz signature',
  'x amz credential',
  'x goog signature',
  'x goog credential',
  'proxy authorization',
  'SAML request',
  'SAML response',
  'relay state',
]
/** What the name of a secret ends with, whatever a program puts before it. */
const endings = [
  'password',
  'passwd',
  'passphrase',
  'pwd',
  'secret',
  // Places in a list, locks and the like are tokens, too, and no secrets.
  '(?<!(?:page|next|continuation|cursor|skip|sync|delta|resume|concurrency|\\block)[_-]?)token',
  'api key',
  'subscription key',
  'assertion',
]
/** Ordinary fields in JSON records; in a form or an address, a grant or the signature of a presigned download. */
const inAddresses = ['code', 'sig', 'signature']

const pattern = (names: readonly string[]): string => names.map((name) => name.replaceAll(' ', '[_-]?')).join('|')

/** What a form or a list of settings writes before a name: `j_`, `user.`, `ctl00$`. */
const before = '[\\w.$:-]{0,40}'
const after = '(?:[_-]?(?:hint|confirm(?:ation)?|repeat|\\d))?'

export const secretNames = `${pattern(anywhere)}|${before}(?:${pattern(endings)})${after}`
const whole = new RegExp(`^(?:${secretNames})$`, 'i')
const wholeInAddress = new RegExp(`^(?:${secretNames}|${pattern(inAddresses)})$`, 'i')

/** `user[password]` is the password of a form's user, `password[]` one of several. */
const unbracketed = (name: string): string =>
  name.includes(']') ? name.replace(/(?:\[\d*\])+$/, '').replace(/^.*\[([^[\]]+)\]$/, '$1') : name

export const isSecretName = (name: string): boolean => whole.test(unbracketed(name))
export const isSecretInAddress = (name: string): boolean => wholeInAddress.test(unbracketed(name))
/** A header name; a vendor's prefix does not change what it holds. */
export const isSecretHeader = (name: string): boolean =>
  whole.test(name) || /^dpop$|-(?:proxy-authorization|functions-key)$/i.test(name)

const publicWords = [
  ...['true', 'false', 'null', 'none', 'undefined', 'nil', '[object Object]', 'NaN', 'test'],
  ...['bearer', 'basic', 'digest', 'negotiate', 'ntlm', 'oauth', 'fetch', 'required'],
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
  'token|pass[wWpP]|pwd|secre|asser|pi[-_kK][kKeE]|priva|sessi|saml|relay|jwt|devic|verif|autho|cooki|bearer|basic|amz[-_cCsS]|goog[-_cCsS]|ption[-_kK]|ions-k|dpop'
/** A cheap test that matches every text with a secret's name in it, escaped names excepted. */
export const mayName = new RegExp(
  stems.replace(/\[.*?\]|[a-z]/g, (part) => (part.length > 1 ? part : `[${part.toUpperCase()}${part}]`)),
)
