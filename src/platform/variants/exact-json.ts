const numberOrText = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
// No answer holds it, and it is ASCII, so that no writer escapes it.
const mark = '\x7f'

/** JSON text written anew by write, in which numbers of more digits than a double keeps stay what they are. */
export const rewritten = (text: string, write: (value: unknown) => string): string =>
  write(
    JSON.parse(
      text.replace(numberOrText, (token) =>
        token.startsWith('"') || token.replace(/\D/g, '').length < 16 ? token : `"${mark}${token}"`,
      ),
    ),
  ).replace(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1')
