import ts from 'typescript'

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
  const at = (node) => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
  const add = (kind, node, to) => {
    const [start, end] = [node.getStart(file), node.getEnd()]
    found.push({ file: name, line: at(node), kind, start, end, from: source.slice(start, end), to })
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
      ts.isExpressionStatement(node) ||
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
    ts.forEachChild(node, (child) => (unread.includes(child) ? undefined : visit(child)))
  }
  visit(file)
  return found
}

/** Names and codes, not sentences: no verdict reads a message. A key that is compared in types could not change alone. */
const isWord = (node) =>
  /^[\w./:-]+$/.test(node.text) &&
  !ts.isPropertyAssignment(node.parent.parent ?? node) &&
  !ts.isLiteralTypeNode(node.parent)

/** JavaScript of a source with one mutation; undefined if it does not parse. */
export function compiled(source, { start, end, to }) {
  const text = source.slice(0, start) + to + source.slice(end)
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
