import ts from 'typescript'

const literal = /^(?:true|false|undefined|null|-?\d+|'[^']*'|"[^"]*")$/

/** What a literal is, in a box: undefined is a value, too. */
const boxed = (text) => {
  if (text === 'undefined') return { value: undefined }
  return { value: JSON.parse(text.replace(/^'(.*)'$/, '"$1"')) }
}

/** The rules that say the same to every question: what they decide against, only a deviation reaches. `rules` is the strict rulebook. */
export function constantRules(rules) {
  const found = new Map()
  for (const group of Object.values(rules))
    for (const [name, rule] of Object.entries(group)) {
      const [, text = ''] = (typeof rule === 'function' && /^\([^)]*\) => (.+)$/.exec(rule.toString())) || []
      const said = literal.test(text) ? text.replaceAll("'", '"') : undefined
      // A name that two groups use differently tells nothing.
      found.set(name, found.has(name) && found.get(name) !== said ? undefined : said)
    }
  return found
}

/** A file and what is known of it: `constant` as above, `once` the names that stand for one thing in it, with what a const is set to. */
export function known(file, constant) {
  const once = new Map()
  const visit = (node) => {
    if (
      (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)) &&
      ts.isIdentifier(node.name)
    ) {
      const isConst = ts.isVariableDeclaration(node) && (node.parent.flags & ts.NodeFlags.Const) !== 0
      once.set(node.name.text, once.has(node.name.text) || !isConst ? undefined : node.initializer)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return { constant, once }
}

/** The value of an expression under the strict rules, in a box; undefined if it depends. */
function valueOf(node, facts) {
  if (ts.isParenthesizedExpression(node)) return valueOf(node.expression, facts)
  if (ts.isStringLiteral(node)) return { value: node.text }
  if (ts.isNumericLiteral(node)) return { value: Number(node.text) }
  if (ts.isIdentifier(node)) {
    const set = facts.once.get(node.text)
    return set && ts.isCallExpression(set) ? valueOf(set, facts) : undefined
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined
  const said = facts.constant.get(node.expression.name.text)
  return said === undefined ? undefined : boxed(said)
}

const isOf = (node, kind) => node.operatorToken.kind === kind
const isEquality = (node) =>
  isOf(node, ts.SyntaxKind.EqualsEqualsEqualsToken) || isOf(node, ts.SyntaxKind.ExclamationEqualsEqualsToken)

/** What a condition is under the strict rules, whatever is asked; undefined if that depends. */
function settled(node, facts) {
  const plain = valueOf(node, facts)
  if (plain) return Boolean(plain.value)
  if (ts.isParenthesizedExpression(node)) return settled(node.expression, facts)
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    const inner = settled(node.operand, facts)
    return inner === undefined ? undefined : !inner
  }
  if (!ts.isBinaryExpression(node)) return undefined
  if (isEquality(node)) {
    const [one, other] = [valueOf(node.left, facts), valueOf(node.right, facts)]
    if (!one || !other) return undefined
    return (one.value === other.value) === isOf(node, ts.SyntaxKind.EqualsEqualsEqualsToken)
  }
  const [left, right] = [settled(node.left, facts), settled(node.right, facts)]
  if (isOf(node, ts.SyntaxKind.AmpersandAmpersandToken))
    return left === false || right === false ? false : left && right
  if (isOf(node, ts.SyntaxKind.BarBarToken)) return left || right ? true : left === false ? right : undefined
  return undefined
}

/** Whether nothing after a statement is run. */
const isLast = (node) =>
  node !== undefined &&
  (ts.isReturnStatement(node) ||
    ts.isThrowStatement(node) ||
    ts.isContinueStatement(node) ||
    (ts.isBlock(node) && isLast(node.statements.at(-1))))

/** Parts of a program that the strict rules never run, or whose outcome they never ask for. */
export function idleParts(node, facts) {
  const idle = []
  const choose = (condition, whenTrue, whenFalse) => {
    const value = settled(condition, facts)
    if (value !== undefined) idle.push(value ? whenFalse : whenTrue)
  }
  if (ts.isIfStatement(node)) choose(node.expression, node.thenStatement, node.elseStatement)
  if (ts.isConditionalExpression(node)) choose(node.condition, node.whenTrue, node.whenFalse)
  if (ts.isBlock(node)) {
    const end = node.statements.findIndex(
      (one) =>
        ts.isIfStatement(one) &&
        settled(one.expression, facts) !== undefined &&
        isLast(settled(one.expression, facts) ? one.thenStatement : one.elseStatement),
    )
    if (end >= 0) idle.push(...node.statements.slice(end + 1).filter((one) => !ts.isFunctionDeclaration(one)))
  }
  if (!ts.isBinaryExpression(node)) return idle
  const [left, right] = [settled(node.left, facts), settled(node.right, facts)]
  const isAnd = isOf(node, ts.SyntaxKind.AmpersandAmpersandToken)
  if (isAnd || isOf(node, ts.SyntaxKind.BarBarToken)) {
    if (right === !isAnd) idle.push(node.left)
    if (left === !isAnd) idle.push(node.right)
  }
  // A word that a constant rule does not say: another word, which it does not say either, is no change.
  if (isEquality(node) && ts.isStringLiteral(node.right) && settled(node, facts) !== undefined)
    if (valueOf(node.left, facts).value !== node.right.text) idle.push(node.right)
  return idle
}
