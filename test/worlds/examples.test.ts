import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createPlatform } from '../../src/platform/platform.ts'
import { allWorlds } from '../../src/platform/worlds/named.ts'

const folder = join(import.meta.dirname, '../../examples/worlds')

test.each(allWorlds.map(({ name }) => name))('the example of world %s is what it writes', (name) => {
  const example: unknown = parse(readFileSync(join(folder, `${name}.yaml`), 'utf8'))
  expect(example).toEqual(createPlatform({ world: name }).targetFile('http://127.0.0.1:4010'))
})
