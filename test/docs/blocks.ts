import { read } from '../architecture/tree.ts'

/** Words that begin a line which a reader types; what else stands in a block indented by four is a file or an output. */
const typed = /^(?:- run: )?((?:npx|npm|node|fieldproof|source) .*)$/

const withoutComment = (line: string): string => line.replace(/\s+# .*$/, '')

/** The blocks of a document: fenced ones with their kind, those that are indented by four without. */
export function blocksIn(document: string): readonly { readonly kind: string; readonly lines: readonly string[] }[] {
  const blocks: { kind: string; lines: string[] }[] = []
  let open: { kind: string; lines: string[] } | undefined
  for (const line of read(document).split('\n')) {
    const fence = /^```(\w*)$/.exec(line)
    const isFenced = open !== undefined && open.kind !== 'indented'
    if (fence && !isFenced) blocks.push((open = { kind: fence[1] || 'plain', lines: [] }))
    else if (fence) open = undefined
    else if (isFenced) open?.lines.push(line)
    else if (/^ {4}\S/.test(line)) {
      if (!open) blocks.push((open = { kind: 'indented', lines: [] }))
      open.lines.push(line.slice(4))
    } else if (line.trim() !== '' && !/^ {4}/.test(line)) open = undefined
    else open?.lines.push(line.slice(4))
  }
  return blocks
}

/** The commands of a document outside its fences, each as it is typed, with the exit code that its comment tells. */
export const commandsIn = (document: string): readonly { readonly command: string; readonly code: number }[] =>
  blocksIn(document)
    .filter(({ kind }) => kind === 'indented')
    .flatMap(({ lines }) => lines)
    .flatMap((line) => {
      const [, command] = typed.exec(line) ?? []
      const [, code = '0'] = /# .*exit code (\d+)/.exec(line) ?? []
      return command ? [{ command: withoutComment(command), code: Number(code) }] : []
    })

/** What the fences of a page tell to type, line by line. */
export const fenced = (document: string, kind: string): readonly string[] =>
  blocksIn(document)
    .filter((block) => block.kind === kind)
    .flatMap(({ lines }) => lines)
