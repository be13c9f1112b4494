/**
 * Values of the key `id` (or another, in lower case) of a JSON object, or of each object of a list, in any letter case and with duplicates. Reads
 * text that is not quite JSON too: a lax server may create a record from what JSON.parse refuses.
 */
export function idsInBody(text: string, name = 'id'): string[] {
  const ids: string[] = []
  let braces = 0
  let last = ''
  let key = ''
  for (const token of tokens(text)) {
    if (token === '{') braces += 1
    else if (token === '}') braces -= 1
    else if (token === ':') key = plain(last)
    else if (token === ',' || token === '[' || token === ']') key = ''
    else if (braces === 1 && key.toLowerCase() === name) {
      ids.push(plain(token))
      key = ''
    } else last = token
    if (token === '{') key = ''
  }
  return ids.filter((id) => id !== '' && id !== 'null')
}

function* tokens(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const char = text[at] as string
    if (/[\s]/.test(char)) {
      at += 1
      continue
    }
    if ('{}[]:,'.includes(char)) {
      yield char
      at += 1
      continue
    }
    const end = char === '"' || char === "'" ? stringEnd(text, at, char) : wordEnd(text, at)
    yield text.slice(at, end)
    at = end
  }
}

/** Jumps from quote to quote: a string may hold a file of several megabytes. */
function stringEnd(text: string, start: number, quote: string): number {
  for (let at = text.indexOf(quote, start + 1); at >= 0; at = text.indexOf(quote, at + 1)) {
    let backslashes = 0
    while (text[at - 1 - backslashes] === '\\') backslashes += 1
    if (backslashes % 2 === 0) return at + 1
  }
  return text.length
}

const wordEnd = (text: string, start: number): number => {
  const rest = text.slice(start + 1, start + 200).search(/[\s{}[\]:,"']/)
  return rest < 0 ? Math.min(text.length, start + 200) : start + 1 + rest
}

function plain(token: string): string {
  if (!/^["']/.test(token)) return token
  try {
    return String(JSON.parse(token.startsWith('"') ? token : `"${token.slice(1, -1)}"`))
  } catch {
    return token.replace(/^["']|["']$/g, '')
  }
}
