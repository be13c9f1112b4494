import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { createPlatform } from '../../src/platform/platform.ts'
import { allWorlds } from '../../src/platform/worlds/named.ts'

const folder = join(import.meta.dirname, '../../examples/worlds')

// After a change to the platform's target file: npx vitest run test/worlds/examples -u
test.each(allWorlds)('the example of world $name is what it writes', async ({ name, says }) => {
  const written = stringify(createPlatform({ world: name }).targetFile('http://127.0.0.1:4010'))
  const head = `# npx fieldproof serve --world ${name} --port 4010\n# ${says}\n`
  await expect(head + written).toMatchFileSnapshot(join(folder, `${name}.yaml`))
})
