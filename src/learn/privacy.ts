/** `personal`: no value is written, nor a range of numbers; `secret`: no format and no length either. */
export type Privacy = 'open' | 'personal' | 'secret'

const secretStems =
  /token|password|passwd|pwd|secret|assertion|credential|authorization|cookie|signature|session|samlre/i
const secretWords = new Set(['key', 'pin', 'otp', 'pass'])
const personalStems =
  /name|address|street|mail|phone|mobile|birth|token|gender|salar|comment|remark|descri|subject|message|person|user|contact/i
const personalWords = new Set([
  'id',
  'ids',
  'value',
  'values',
  'no',
  'nr',
  'number',
  'city',
  'town',
  'zip',
  'postal',
  'postcode',
  'cell',
  'tel',
  'fax',
  'login',
  'owner',
  'owners',
  'note',
  'notes',
  'text',
  'title',
  'resolution',
  'location',
  'latitude',
  'longitude',
  'lat',
  'lng',
  'lon',
  'gps',
  'by',
  'author',
  'leader',
  'technicians',
  'responsibles',
  'customer',
  'partner',
  'iban',
  'bic',
  'ssn',
  'tax',
  'vat',
  'license',
  'plate',
  'initials',
  'nick',
])

/** Whether a field, by its name, may hold a secret or personal data. Whatever is inside such a field counts the same. */
export function privacyOf(name: string, outer: Privacy): Privacy {
  if (outer === 'secret' || secretStems.test(name)) return 'secret'
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
  if (words.some((word) => secretWords.has(word))) return 'secret'
  return outer === 'personal' || personalStems.test(name) || words.some((word) => personalWords.has(word))
    ? 'personal'
    : 'open'
}

const word = /^(?:[A-Z][A-Z0-9_]{1,30}|true|false)$/

/** Whether a value may be written down: a program's constant, not an id or free text. */
export const isConstant = (text: string): boolean => word.test(text) && (text.match(/\d/g)?.length ?? 0) <= 3

/** Stands for all keys of an object that are values rather than field names: ids, addresses and the like. */
export const anyKey = '*'

export const fieldName = (key: string): string =>
  /^[A-Za-z][\w.-]{0,63}$/.test(key) && (key.match(/\d/g)?.length ?? 0) <= 4 && !(key in Object.prototype)
    ? key
    : anyKey
