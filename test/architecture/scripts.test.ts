import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { allFiles, read, root } from './tree.ts'

interface Import {
  readonly script: string
  readonly module: string
  readonly name: string
}

/** What a script takes from dist/ by name; no compiler looks at those. */
const importsOf = (script: string, text: string): Import[] =>
  [...text.matchAll(/import \{([^}]+)\} from '((?:\.\.\/)+dist\/[^']+)'/g)].flatMap(([, names = '', module = '']) =>
    names
      .split(',')
      .map((name) => name.trim().split(' as ')[0] ?? '')
      .filter((name) => name !== '')
      .map((name) => ({ script, module, name })),
  )

async function isThere({ script, module, name }: Import): Promise<boolean> {
  const found: object = await import(pathToFileURL(resolve(root, dirname(script), module)).href).catch(() => ({}))
  return name in found
}

test('what scripts and benches take from the build is there', async () => {
  const imports = allFiles.filter((file) => file.endsWith('.mjs')).flatMap((file) => importsOf(file, read(file)))
  expect(imports.length).toBeGreaterThan(20)
  const missing = []
  for (const one of imports) if (!(await isThere(one))) missing.push(`${one.script}: ${one.name} of ${one.module}`)
  expect(missing).toEqual([])
})

test('and what is not there is seen', async () => {
  const [one] = importsOf('scripts/x.mjs', "import { nothing as something } from '../dist/src/kit/index.js'")
  expect(one).toEqual({ script: 'scripts/x.mjs', module: '../dist/src/kit/index.js', name: 'nothing' })
  expect(await isThere(one as Import)).toBe(false)
  expect(await isThere({ ...(one as Import), name: 'check' })).toBe(true)
  expect(await isThere({ ...(one as Import), module: '../dist/gone.js' })).toBe(false)
})
