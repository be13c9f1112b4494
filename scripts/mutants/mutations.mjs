import ts from 'typescript'
import { grouped } from './grouped.mjs'

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

/** The rules that say the same to every question: what they decide against, only a deviation reaches. */
function constantRules(rules) {
  const found = new Map()
  for (const group of Object.values(rules))
    for (const [name, rule] of Object.entries(group)) {
      const [, value] =
        (typeof rule === 'function' && /^\([^)]*\) => (true|false|undefined)$/.exec(rule.toString())) || []
      // A name that two groups use differently tells nothing.
      found.set(name, found.has(name) && found.get(name) !== value ? undefined : value)
    }
  return found
}

/** What a condition is under the strict rules, whatever is asked; undefined if that depends. */
function settled(node, constant) {
  if (ts.isParenthesizedExpression(node)) return settled(node.expression, constant)
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    const inner = settled(node.operand, constant)
    return inner === undefined ? undefined : !inner
  }
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const value = constant.get(node.expression.name.text)
    return value === undefined ? undefined : value === 'true'
  }
  if (!ts.isBinaryExpression(node)) return undefined
  const [left, right] = [settled(node.left, constant), settled(node.right, constant)]
  if (node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
    return left === false || right === false ? false : left && right
  if (node.operatorToken.kind === ts.SyntaxKind.BarBarToken)
    return left || right ? true : left === false ? right : undefined
  return undefined
}

/** Parts of a program that the strict rules never run, or whose outcome they never ask for. */
function idleParts(node, constant) {
  const idle = []
  const choose = (condition, whenTrue, whenFalse) => {
    const value = settled(condition, constant)
    if (value !== undefined) idle.push(value ? whenFalse : whenTrue)
  }
  if (ts.isIfStatement(node)) choose(node.expression, node.thenStatement, node.elseStatement)
  if (ts.isConditionalExpression(node)) choose(node.condition, node.whenTrue, node.whenFalse)
  if (ts.isBinaryExpression(node)) {
    const [left, right] = [settled(node.left, constant), settled(node.right, constant)]
    const isAnd = node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
    if (isAnd || node.operatorToken.kind === ts.SyntaxKind.BarBarToken) {
      if (right === !isAnd) idle.push(node.left)
      if (left === !isAnd) idle.push(node.right)
    }
  }
  return idle
}

/** Every mutation of a source file: what stands at [start, end) is replaced. Types, imports and texts for people are left alone. */
export function mutationsOf(name, source, rules) {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true)
  const found = []
  const constant = constantRules(rules)
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
    const idle = [...unread, ...idleParts(node, constant)]
    ts.forEachChild(node, (child) => (idle.includes(child) ? undefined : visit(child)))
  }
  visit(file)
  return found
}

/** A constructor without it never ends. */
const isSuper = (node) => ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword

const isKey = (parent, node) =>
  parent.name === node && (ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent))

/** Names and codes, not sentences: no verdict reads a message. A key that is compared in types could not change alone. */
const isWord = (node) =>
  /^[\w./:-]+$/.test(node.text) &&
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
