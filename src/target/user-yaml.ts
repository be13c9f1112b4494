import { isAlias, isNode, LineCounter, parseDocument, visit, type Document } from 'yaml'
import { UserError } from '../errors/user-error.ts'

export interface UserYaml {
  readonly document: Document.Parsed
  /** Throws what is wrong, with the line and column of an offset in the text. */
  refuse(offset: number, what: string, todo?: string): never
}

/** Levels of a file that a person wrote; and the brackets that the parser can still hold, those in texts counted too. */
const [deepest, opensAtMost] = [100, 1000]

/** A YAML file of the user's: refused, with its place, where it is no YAML, has an alias without an end, or is nested without one. */
export function parseUserYaml(text: string, file: string): UserYaml {
  const lines = new LineCounter()
  const refuse = (offset: number, what: string, todo?: string): never => {
    const { line, col: column } = lines.linePos(offset)
    throw new UserError(what, { file, line: Math.max(1, line), column: Math.max(1, column), todo })
  }
  const nested = () => refuse(0, `it is nested deeper than ${deepest} levels`, 'write it with fewer')
  let open = 0
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    open += bracket === '[' || bracket === '{' ? 1 : -1
    if (open > opensAtMost) return nested()
  }
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, stringKeys: true, prettyErrors: false })
  const malformed = document.errors[0]
  // The parser tells it so when its own calls are too deep.
  if (malformed?.message.includes('call stack')) return nested()
  if (malformed) refuse(malformed.pos[0], `this is not YAML: ${malformed.message}`, 'put that line right')
  try {
    mustEnd(document, refuse)
  } catch (error) {
    if (error instanceof RangeError) return nested()
    throw error
  }
  return { document, refuse }
}

/** Whoever follows an alias to a node around it goes round in circles; and without its anchor there is nothing to follow. */
function mustEnd(document: Document.Parsed, refuse: UserYaml['refuse']): void {
  const anchors = new Map<string, unknown>()
  visit(document, (_key, node, path) => {
    if (path.length > 2 * deepest) throw new RangeError('nested')
    if (!isNode(node)) return
    if (!isAlias(node)) {
      if (node.anchor) anchors.set(node.anchor, node)
      return
    }
    const offset = node.range?.[0] ?? 0
    const meant = anchors.get(node.source)
    if (meant === undefined)
      refuse(offset, `the alias *${node.source} has no anchor`, `write &${node.source} before it`)
    if (path.some((around) => around === meant))
      refuse(offset, `the alias *${node.source} stands within what it stands for`, 'write the value out')
  })
}
