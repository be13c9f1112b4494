/** Wraps a line at spaces, or in mid-word if a word does not fit on a line. */
export function wrap(line: string, room: number): string[] {
  if (line.length <= room) return [line]
  const lines: string[] = []
  const letters = [...line]
  let from = 0
  while (letters.length - from > room) {
    const blank = letters.lastIndexOf(' ', from + room)
    const at = blank - from > room / 3 ? blank : from + room
    lines.push(letters.slice(from, at).join('').trimEnd())
    from = letters[at] === ' ' ? at + 1 : at
  }
  return [...lines, letters.slice(from).join('')]
}
