// Writes docs/statements.md from the statements, requirements and checks: node scripts/document-statements.mjs. Needs a build.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** More situations of one requirement than this are counted: `fieldproof list statement` names them all. */
const namedAtMost = 6

/** Markdown that stays text: a statement may hold <, * or _. */
const plain = (text) => text.replace(/[\\`*_[\]<>|]/g, (character) => `\\${character}`)

/** The page, from the rows of `list statement --json`, the requirements, and what `covered` says of each statement. */
export function documented({ statements, requirements, checksOf }) {
  const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]))
  const untested = statements.filter((statement) => statement.untested !== undefined)
  const chapters = [...new Set(statements.map(({ chapter }) => chapter))]
  const levels = ['must', 'implied', 'variant', 'unshown', 'advice']
  const count = (rows, level) => rows.filter((row) => row.level === level).length
  return `# The statements

Written by \`node scripts/document-statements.mjs\`. Each sentence of the two interface documents that says something about a server or its callers has a
number, a level ([verdicts.md](verdicts.md#severity)) and a sentence of ours. Below it stand the rules that the kit made of it, each with the
situations in which it is checked; \`contract\` is checked on every single exchange, \`traffic\` on the sequence of all.
\`npx fieldproof list statement A-DAT-20\` shows one with all its checks, \`npx fieldproof list coverage\` also the faults that they find.

| level | statements | untested |
| --- | --- | --- |
${levels.map((level) => `| ${level} | ${count(statements, level)} | ${count(untested, level)} |`).join('\n')}

## Untested, and why

${untested.map(({ statement, level, untested: why }) => `- [${statement}](#${statement.toLowerCase()}) (${level}): ${plain(why)}`).join('\n')}
${chapters
  .map(
    (chapter) => `
## ${chapter}
${statements
  .filter((one) => one.chapter === chapter)
  .map((one) => `\n${entry(one)}\n`)
  .join('')}`,
  )
  .join('')}`

  function entry({ statement, level, side, says, requirements: own, untested: why }) {
    const rules = own.map((id) => rule(byId.get(id), statement, why))
    return [
      `### ${statement}`,
      `${level}, ${side === 'client' ? 'binds callers' : side === 'both' ? 'binds server and callers' : 'binds the server'}. ${plain(says)}`,
      ...(rules.length > 0 ? [rules.join('\n')] : []),
      ...(why === undefined ? [] : [`Untested: ${plain(why)}`]),
    ].join('\n\n')
  }

  function rule({ id, says, untested: why }, statement, whole) {
    const situations = checksOf(id, statement).map((check) => check.slice(id.length + 1))
    const more = situations.length - namedAtMost
    const shown = situations.slice(0, namedAtMost).map((name) => `\`${name}\``)
    const told =
      situations.length > 0
        ? ` Checked: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
        : why === undefined || why === whole
          ? ''
          : ` Untested: ${plain(why)}`
    return `- \`${id}\`: ${plain(says)}${told}`
  }
}

/** What the page is made of, from the modules of the kit. */
export async function catalogued({ loadCatalogue, derivedChecks, explained }) {
  const catalogue = await loadCatalogue()
  const derived = derivedChecks(catalogue.requirements)
  const written = new Map()
  for (const check of catalogue.checks)
    written.set(check.requirement.id, [...(written.get(check.requirement.id) ?? []), check.id])
  return {
    statements: explained(catalogue, []),
    requirements: catalogue.requirements,
    checksOf: (id, statement) => [
      ...(written.get(id) ?? []),
      ...derived
        .filter((check) => check.requirement.id === id && check.statements.includes(statement))
        .map((check) => check.id),
    ],
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { loadCatalogue } = await import('../dist/src/judging/catalogue.js')
  const { derivedChecks } = await import('../dist/src/judging/derived.js')
  const { explained } = await import('../dist/src/judging/explained.js')
  const page = fileURLToPath(new URL('../docs/statements.md', import.meta.url))
  writeFileSync(page, documented(await catalogued({ loadCatalogue, derivedChecks, explained })))
}
