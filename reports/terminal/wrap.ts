/** After these a line may break although no blank follows: lists, bodies and addresses have few blanks. */
const seam = /[,;&?}\]]/

/** Wraps a line at blanks, or after punctuation where there is none; a word is never broken, however long. */
export function wrap(line: string, room: number): string[] {
  if (line.length <= room) return [line]
  const lines: string[] = []
  let rest = line
  while (rest.length > room) {
    const at = breakOf(rest, room)
    if (at === undefined) break
    lines.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at).replace(/^ /, '')
  }
  return rest === '' ? lines : [...lines, rest]
}

/** The last place within the room where the text may break, or the first one behind it. */
function breakOf(text: string, room: number): number | undefined {
  const blank = text.lastIndexOf(' ', room)
  if (blank > room / 3) return blank
  for (let at = room; at > room / 3; at -= 1) if (seam.test(text[at - 1] ?? '')) return at
  if (blank > 0) return blank
  for (let at = room; at < text.length; at += 1) if (text[at] === ' ' || seam.test(text[at - 1] ?? '')) return at
  return undefined
}
