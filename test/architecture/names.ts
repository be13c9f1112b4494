import ts from 'typescript'
import { allFiles, read } from './tree.ts'

const isExported = (node: ts.Statement): boolean =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false)

const namesIn = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : namesIn(element.name)))

/** Names that a file gives to something of its own. What it only passes on under the same name belongs to the file that it comes from. */
export function exportedNames(file: string, text: string): string[] {
  const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const imported = new Set(
    statements.filter(ts.isImportDeclaration).flatMap(({ importClause }) => {
      const bindings = importClause?.namedBindings
      return bindings && ts.isNamedImports(bindings) ? bindings.elements.map(({ name }) => name.text) : []
    }),
  )
  const names = statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) {
      const { exportClause, moduleSpecifier } = statement
      if (!exportClause || !ts.isNamedExports(exportClause)) return []
      return exportClause.elements
        .filter(({ name, propertyName }) => propertyName || (!moduleSpecifier && !imported.has(name.text)))
        .map(({ name }) => name.text)
    }
    if (!isExported(statement)) return []
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => namesIn(name))
    const { name } = statement as ts.DeclarationStatement
    return name ? [name.text] : []
  })
  return [...new Set(names)]
}

/**
 * Names that two files export for two things, each with its files. The platform shares no code with the rest, on purpose, and so says its own
 * version of the same words: its names are compared among themselves only.
 */
export function ambiguousNames(files: readonly { file: string; text: string }[]): Map<string, string[]> {
  const byName = new Map<string, string[]>()
  for (const { file, text } of files) {
    // What the package exports is named for those who import it.
    const side = file.startsWith('src/platform/') ? 'platform' : file === 'src/api/index.ts' ? 'package' : 'kit'
    for (const name of exportedNames(file, text)) {
      const key = `${side} ${name}`
      byName.set(key, [...(byName.get(key) ?? []), file])
    }
  }
  return new Map([...byName].filter(([, where]) => where.length > 1).sort(([a], [b]) => (a < b ? -1 : 1)))
}

export const sources = (): { file: string; text: string }[] =>
  allFiles
    .filter((file) => /^(?:src|suites|reports|recorder)\/.*\.ts$/.test(file))
    .map((file) => ({ file, text: read(file) }))
