/** Breaks a line at blanks, or hard where a word is wider than the room. */
export function wrap(line: string, room: number): string[] {
  const lines: string[] = []
  let rest = [...line]
  while (rest.length > room) {
    const blank = rest.lastIndexOf(' ', room)
    const at = blank > room / 3 ? blank : room
    lines.push(rest.slice(0, at).join('').trimEnd())
    rest = rest.slice(rest[at] === ' ' ? at + 1 : at)
  }
  return [...lines, rest.join('')]
}
