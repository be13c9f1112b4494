// Writes docs/target-file.md from the schema of a target file and the table of needs: node scripts/document-target.mjs. Needs a build.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { stringify } from 'yaml'

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
const code = (text) => `\`${text.replaceAll('|', '\\|')}\``
const flow = (value) => stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim()

/** The page, from the keys of a target file and the needs of checks. */
export function documented({ keys, needs }) {
  const keyRows = keys.map(
    ({ path, title, says, example, isNeeded }) =>
      `| ${code(path)}${isNeeded ? ' *' : ''} | ${cell(title ?? '')} | ${cell(says)} | ${example === undefined ? '' : code(flow(example))} |`,
  )
  const needRows = Object.entries(needs).map(
    ([need, { key, optional, writing }]) =>
      `| ${code(need)} | ${cell(typeof key === 'string' ? key : key({ fixtures: {} }))} | ${optional ? 'does not apply' : `is blocked${writing ? '; does not apply with `writes: false`' : ''}`} |`,
  )
  return `# The keys of a target file

Written by \`node scripts/document-target.mjs\` from schemas/kit/target.schema.json and src/target/need-table.ts. \`fieldproof init\` writes a file with
all of them as comments; [examples/target.yaml](../examples/target.yaml) is a short one. Keys with a * are required in the mapping that holds
them; names in angle brackets are chosen by you.

| key | what it is for | value | example |
| --- | --- | --- | --- |
${keyRows.join('\n')}

## Needs

What a check may need besides an address and the default identity. The target file supplies it by a key, or declares it under \`lacks\` with a
reason: then the checks that need it do not apply. The last column says what becomes of them if it does neither.

| need | supplied by | otherwise a check that needs it |
| --- | --- | --- |
${needRows.join('\n')}
`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { targetKeys } = await import('../dist/src/contract/index.js')
  const { needs } = await import('../dist/src/target/needs.js')
  const page = fileURLToPath(new URL('../docs/target-file.md', import.meta.url))
  writeFileSync(page, documented({ keys: targetKeys(), needs }))
}
