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

/** Where head.types.ts does not compile, as line numbers, once nothing in it excuses an error. */
function errors(): number[] {
  const host = ts.createCompilerHost(options)
  const get = host.getSourceFile
  host.getSourceFile = (name, how, ...more) =>
    name === file ? ts.createSourceFile(name, source.replaceAll('@ts-expect-error', ''), how) : get(name, how, ...more)
  const program = ts.createProgram([file], options, host)
  return ts
    .getPreEmitDiagnostics(program, program.getSourceFile(file))
    .map(({ file: place, start }) =>
      place?.fileName === file ? place.getLineAndCharacterOfPosition(start ?? 0).line : -1,
    )
}

const source = readFileSync(file, 'utf8')
const lines = source.split('\n')

// One run of the type checker tells both: what is excused is an error of its own, and nothing else is one.
test('what a head must not say does not compile, and what it may say does', () => {
  const excused = lines.flatMap((line, at) =>
    line.includes('@ts-expect-error') ? [lines.findIndex((next, from) => from > at && !/^ *\/\//.test(next))] : [],
  )
  expect(excused.length).toBeGreaterThanOrEqual(10)
  expect(errors()).toEqual(excused)
})
