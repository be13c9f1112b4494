import { isSecretHeader, isSecretInAddress, isSecretName, mayName, secretNames } from './names.ts'
import { isPlaceholder, placeholderPattern } from './placeholder.ts'

/** How a value is written: plain, escaped for JSON, encoded for an address or form, or in a header. */
export type Standing = 'plain' | 'json' | 'form' | 'header'

/** Returns the replacement for a value that its name or place shows to be a secret; headers and pairs tell their name. */
export type Replace = (value: string, standing: Standing, name?: string) => string

// A text cut off within a value has no closing quote.
const string = '"([^"\\\\]*(?:\\\\[^][^"\\\\]*)*)(?:"|\\\\?$)'
const inJson = new RegExp(`("(?:${secretNames})"\\s*:\\s*)(?:${string}|(-?\\d[\\d.eE+-]*))`, 'gi')
const listInJson = new RegExp(`("(?:${secretNames})"\\s*:\\s*\\[)([^\\]]*)`, 'gi')
const anyString = new RegExp(string, 'g')
// JSON inside a JSON string: every quote is preceded by the same backslashes.
const inQuotedJson = new RegExp(`((\\\\+)"(?:${secretNames})\\2"\\s*:\\s*\\2")([^]*?)(?=(?<!\\\\)\\2"|$)`, 'gi')
const escapedName = /("((?:[^"\\\r\n]|\\.){0,80})"\s*:\s*)"([^"\\]*(?:\\[^][^"\\]*)*)(?:"|\\?$)/g
const inHeaderText =
  /((Authorization|(?:Set-)?Cookie|X-[\w-]{0,60}(?:Key|Token|Authorization)|API-?Key|DPoP|(?<![\w-])[\w-]{1,60}-(?:Token|Secret|Assertion|Subscription-Key))[ \t]*:[ \t]*)([^\r\n"\\]+)/gi
// The parameters of a challenge (WWW-Authenticate: Bearer realm="...") are not tokens.
const bearer =
  /\b(Bearer[ \t]+)(?!(?:realm|scope|error|error_description|error_uri|charset|authorization_uri|resource|resource_metadata)=)([A-Za-z0-9+/_=.~-]{6,})/gi
const basic = /\b(Basic[ \t]+)([A-Za-z0-9+/_-]{6,}={0,2})/gi
const userInfo = /(:\/\/[^\s/"'@:<>\\]{0,200}:)([^\s/"@<>\\]{1,8192})(?=@)/g
const encodedPair = /((?:%3F|%26|%23)([\w.~-]{1,60})%3D)((?:(?!%26|%23)[^&\s"'<>\\])+)/gi
const inXml = new RegExp(`(<(?:[\\w.-]+:)?(?:${secretNames})(?:\\s[^<>]*)?>)([^<]+)`, 'gi')
const inFormData = new RegExp(
  `(\\bname="?(?:[^"\\r\\n]{0,60}\\[)?(?:${secretNames})\\]?"?(?:;[^\\r\\n]{0,200})?\\r?\\n(?:[^\\r\\n]{1,200}\\r?\\n){0,9}\\r?\\n)([^\\r\\n]+)`,
  'gi',
)

/** Replaces every value that its name or its place in the text shows to be a secret. */
export function replaceNamed(text: string, replace: Replace): string {
  const put: Replace = (value, standing, name) =>
    isPlaceholder(value.replace(/^(?:Bearer|Basic) /i, '')) ? value : replace(value, standing, name)
  let out = text
  if (mayName.test(out)) {
    out = out
      .replace(
        inJson,
        (_, head: string, value: string | undefined, number: string) => `${head}"${put(value ?? number, 'json')}"`,
      )
      .replace(
        listInJson,
        (_, head: string, list: string) =>
          head + list.replace(anyString, (_string, value: string) => `"${put(value, 'json')}"`),
      )
      .replace(inHeaderText, (whole, head: string, name: string, value: string) =>
        isSecretHeader(name) ? `${head}${put(value, 'header', name)}` : whole,
      )
      .replace(bearer, (_, head: string, value: string) => `${head}${put(value, 'plain')}`)
      .replace(basic, (whole, head: string, value: string) =>
        Buffer.from(value, 'base64').includes(0x3a) ? `${head}${put(value, 'plain')}` : whole,
      )
    if (out.includes('<')) out = out.replace(inXml, (_, head: string, value: string) => `${head}${put(value, 'json')}`)
    if (/name=/i.test(out))
      out = out.replace(inFormData, (_, head: string, value: string) => `${head}${put(value, 'json')}`)
    if (out.includes('\\"'))
      out = out.replace(inQuotedJson, (_, head: string, _quote, value: string) => `${head}${put(value, 'json')}`)
  }
  if (out.includes('\\u00'))
    out = out.replace(escapedName, (whole, head: string, name: string, value: string) =>
      name.includes('\\u00') && isSecretName(fromJson(name)) ? `${head}"${put(value, 'json')}"` : whole,
    )
  if (out.includes('://'))
    out = out.replace(userInfo, (_, head: string, value: string) => `${head}${put(value, 'form')}`)
  if (out.includes('%3D') || out.includes('%3d'))
    out = out.replace(encodedPair, (whole, head: string, name: string, value: string) =>
      isSecretInAddress(name) ? `${head}${put(value, 'form', name)}` : whole,
    )
  return replacePairs(out, put)
}

/** Name=value pairs of forms and addresses. JSON has few `=`, so this is cheap there. */
function replacePairs(text: string, put: Replace): string {
  let out = ''
  let done = 0
  for (let at = text.indexOf('='); at >= 0; at = text.indexOf('=', at + 1)) {
    if (at < done) continue
    let from = at
    while (from > 0 && at - from < longestName && inName[text.charCodeAt(from - 1)] === 1) from -= 1
    if (from === at || (from > 0 && !opens.test(text.slice(Math.max(0, from - 6), from)))) continue
    const written = text
      .slice(from, at)
      .replace(/^(?:u0026|n)(?=[^]*$)/, (start) => (text[from - 1] === '\\' ? '' : start))
    const name = written.includes('%') ? fromForm(written) : written
    if (!isSecretInAddress(name)) continue
    value.lastIndex = at + 1
    const [found = ''] = value.exec(text) ?? []
    // Whether a password is to be changed is none.
    if (found === '' || /^(?:true|false)$/i.test(found)) continue
    out += text.slice(done, at + 1) + put(found, 'form', name)
    done = at + 1 + found.length
  }
  return done === 0 ? text : out + text.slice(done)
}

const longestName = 80
const inName = new Uint8Array(65_536)
for (const char of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.~%-[]')
  inName[char.charCodeAt(0)] = 1
/** What may precede the name of a pair; a backslash belongs to an escape that ends in letters. */
const opens = /(?:[?&#;\s"'(,\\]|&amp;|&#38;)$/
const value = new RegExp(`(?:${placeholderPattern}|[^&\\s"'#<>\\\\])+`, 'y')

export function fromJson(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`))
  } catch {
    return text
  }
}

export function fromForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
