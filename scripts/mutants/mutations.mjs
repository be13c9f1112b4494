import ts from 'typescript'
import { grouped } from './grouped.mjs'
import { constantRules, idleParts, known } from './settled.mjs'

const swaps = new Map([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.PlusToken, '-'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.QuestionQuestionToken, '&&'],
])

/**
 * Arguments that the default rules do not read: they are there for deviations, and no request could show them. `rules` is the strict rulebook.
 */
const unreadArguments = (call, rules) => {
  const { expression } = call
  if (!ts.isPropertyAccessExpression(expression)) return []
  const inner = expression.expression
  const group = ts.isPropertyAccessExpression(inner) ? inner.name.text : ts.isIdentifier(inner) ? inner.text : ''
  const rule = rules[group]?.[expression.name.text]
  if (typeof rule !== 'function') return []
  const [, names = ''] = /^\(([^)]*)\)/.exec(rule.toString()) ?? []
  const read = names.split(',').map((name) => name.trim())
  return call.arguments.filter((_, at) => !read[at] || read[at].startsWith('_'))
}

/** Every mutation of a source file: what stands at [start, end) is replaced. Types, imports and texts for people are left alone. */
export function mutationsOf(name, source, rules) {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true)
  const found = []
  const facts = known(file, constantRules(rules))
  const at = (node) => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
  const add = (kind, node, to) => {
    const [start, end] = [node.getStart(file), node.getEnd()]
    const form = kind === 'statement removed' ? 'statement' : isKey(node.parent, node) ? 'key' : 'expression'
    found.push({ file: name, line: at(node), kind, start, end, from: source.slice(start, end), to, form })
  }
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return
    if (ts.isIfStatement(node) || ts.isWhileStatement(node))
      add('condition negated', node.expression, `!(${node.expression.getText(file)})`)
    if (ts.isConditionalExpression(node)) add('condition negated', node.condition, `!(${node.condition.getText(file)})`)
    if (ts.isBinaryExpression(node)) {
      const to = swaps.get(node.operatorToken.kind)
      if (to) {
        const text = node.getText(file)
        const begin = node.operatorToken.getStart(file) - node.getStart(file)
        // Where the left side is an operation of another kind, `??` may not stand beside it without brackets.
        const left = text.slice(0, begin)
        const right = text.slice(begin + node.operatorToken.getText(file).length)
        add('operator swapped', node, `((${left})${to}(${right}))`)
      }
    }
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      add('negation removed', node, `(${node.operand.getText(file)})`)
    if (
      (ts.isExpressionStatement(node) && !isSuper(node.expression)) ||
      ts.isThrowStatement(node) ||
      ts.isBreakStatement(node) ||
      ts.isContinueStatement(node)
    )
      add('statement removed', node, ';')
    if (ts.isNumericLiteral(node)) add('number changed', node, `(${node.getText(file)} + 1)`)
    if (node.kind === ts.SyntaxKind.TrueKeyword) add('constant changed', node, 'false')
    if (node.kind === ts.SyntaxKind.FalseKeyword) add('constant changed', node, 'true')
    if (ts.isStringLiteral(node) && isWord(node)) add('constant changed', node, `${JSON.stringify(`${node.text}x`)}`)
    const unread = ts.isCallExpression(node) ? unreadArguments(node, rules) : []
    const idle = [...unread, ...idleParts(node, facts)]
    ts.forEachChild(node, (child) => (idle.includes(child) ? undefined : visit(child)))
  }
  visit(file)
  return found
}

/** A constructor without it never ends. */
const isSuper = (node) => ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword

const isKey = (parent, node) =>
  parent.name === node && (ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent))

/** The first argument of a refusal of a query or of the SCIM API: a word for deviations, or one that is not shown (B-SCM-17). */
const isReason = ({ parent }) =>
  ts.isNewExpression(parent) && /^(?:Query|Scim)Refused$/.test(parent.expression.getText())

/**
 * Names and codes, not sentences: no verdict reads a message. A key that is compared in types could not change alone. Of the codes of the
 * Data API one is fixed, CA-27: "the body of the Data API error for other conditions" is not shown.
 */
const isWord = (node) =>
  /^[\w./:-]+$/.test(node.text) &&
  !/^CA-(?!27$)\d+$/.test(node.text) &&
  !isReason(node) &&
  !ts.isPropertyAssignment(node.parent.parent ?? node) &&
  !ts.isLiteralTypeNode(node.parent)

/** JavaScript of a source with one mutation; undefined if it does not parse. */
export const compiled = (source, { start, end, to }) => transpiled(source.slice(0, start) + to + source.slice(end))

/**
 * JavaScript of a source with many mutations at once, all of them asleep: where one stands, the program asks `globalThis.mutantAwake(id)`, which
 * so also learns what is reached. `mutants` carry their `id`.
 */
export function instrumented(source, mutants) {
  const places = grouped(mutants, ({ start, end, form }) => `${start} ${end} ${form}`)
  const spans = [...places.values()].sort(
    (one, other) =>
      one[0].start - other[0].start || other[0].end - one[0].end || (one[0].form === 'statement' ? -1 : 1),
  )
  let next = 0
  const upTo = (from, end) => {
    let [text, at] = ['', from]
    while (next < spans.length && spans[next][0].start < end) {
      const here = spans[next]
      next += 1
      const { start, end: stop, form } = here[0]
      const inner = upTo(start, stop)
      text += source.slice(at, start) + asleep(here, inner, form)
      at = stop
    }
    return text + source.slice(at, end)
  }
  return transpiled(upTo(0, source.length))
}

const asleep = (mutants, original, form) => {
  if (form === 'statement') return `{ if (!globalThis.mutantAwake(${mutants[0].id})) { ${original} } }`
  const choice = mutants.reduce(
    (rest, { id, to }) => `globalThis.mutantAwake(${id}) ? (${to}) : ${rest}`,
    `(${original})`,
  )
  return form === 'key' ? `[${choice}]` : `(${choice})`
}

/** Undefined if it does not parse. */
function transpiled(text) {
  const { outputText, diagnostics } = ts.transpileModule(text, {
    reportDiagnostics: true,
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      rewriteRelativeImportExtensions: true,
      verbatimModuleSyntax: true,
    },
    fileName: 'mutant.mts',
  })
  return diagnostics.length > 0 ? undefined : outputText
}
