/** A secret as it is written in an address, a form, JSON, HTML or inside base64. */
export function spellings(secret: string): string[] {
  const base64 = [0, 1, 2].map((before) => inBase64(secret, before))
  if (/^[\w.~-]*$/.test(secret)) return [...new Set([secret, ...base64.flatMap(spelledBase64)])]
  const bytes = Buffer.from(secret)
  const encoded = encodeURIComponent(bytes.toString('utf8'))
  const strict = encoded.replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  const form = new URLSearchParams({ a: secret }).toString().slice(2)
  const json = JSON.stringify(secret).slice(1, -1)
  const ascii = json.replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const html = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
  const percent = [encoded, strict, form, strict.replaceAll('%20', '+')]
  return [
    ...new Set([
      secret,
      bytes.toString('latin1'),
      ...percent,
      ...percent.map(lowerHex),
      ...percent.map(encodeURIComponent),
      json,
      ascii,
      json.replaceAll('/', '\\/'),
      ascii.replaceAll('/', '\\/'),
      JSON.stringify(json).slice(1, -1),
      html,
      html.replaceAll("'", '&#39;'),
      ...base64.flatMap(spelledBase64),
    ]),
  ]
}

const scratch = Buffer.allocUnsafeSlow(256 * 1024)

/** The base64 characters that depend on these bytes alone, with so many other bytes before them. */
function inBase64(secret: string, before: number): string {
  const end = before + scratch.write(secret, before)
  return scratch.toString('base64', 0, end).slice(Math.ceil((before * 8) / 6), Math.floor((end * 8) / 6))
}

const spelledBase64 = (text: string): string[] =>
  /[+/]/.test(text)
    ? [
        text,
        text.replaceAll('+', '-').replaceAll('/', '_'),
        encodeURIComponent(text),
        lowerHex(encodeURIComponent(text)),
        text.replaceAll('/', '\\/'),
      ]
    : [text]

const lowerHex = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase())
