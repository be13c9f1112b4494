import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

const file = fileURLToPath(new URL('head.types.ts', import.meta.url))
const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  types: ['node'],
}

/** Type errors of head.types.ts after its source went through `change`. */
function errorsOf(change: (source: string) => string): string[] {
  const host = ts.createCompilerHost(options)
  const read = host.readFile
  host.readFile = (name) => (name === file ? change(readFileSync(file, 'utf8')) : read(name))
  const program = ts.createProgram([file], options, host)
  return ts
    .getPreEmitDiagnostics(program, program.getSourceFile(file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

test('what a head must not say does not compile, and what it may say does', () => {
  expect(errorsOf((source) => source)).toEqual([])
})

test('each expectation stands for one error of its own', () => {
  const expectations = readFileSync(file, 'utf8').match(/@ts-expect-error/g)?.length ?? 0
  expect(expectations).toBeGreaterThanOrEqual(10)
  expect(errorsOf((source) => source.replaceAll('// @ts-expect-error', '//'))).toHaveLength(expectations)
})
