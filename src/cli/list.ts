import { readFileSync } from 'node:fs'
import { Argument, Command } from 'commander'
import { UsageError } from '../errors/usage-error.ts'
import type { Proof } from '../judging/proof-file.ts'

interface Options {
  json?: true
  from?: string
}

export const listCommand = (): Command =>
  new Command('list')
    .summary('list requirements, checks, faults, variants or coverage')
    .description(
      `Lists what the kit knows. Coverage goes statement by statement through both documents: the requirements that word it, the
checks that stand for it, the faults of it that were killed in the last proof. Without a fresh proof it runs prove first.`,
    )
    .addArgument(
      new Argument('<what>', 'what to list').choices(['requirements', 'checks', 'faults', 'variants', 'coverage']),
    )
    .option('--json', 'as JSON')
    .option('--from <file>', 'coverage: take the proof from this file of "fieldproof prove --json"')
    .action(async (what: string, options: Options) => {
      const rows = await rowsOf(what, options)
      process.stdout.write(
        options.json ? `${JSON.stringify(rows, null, 2)}\n` : rows.map((row) => `${inWords(row)}\n`).join(''),
      )
    })

async function rowsOf(what: string, options: Options): Promise<Array<Record<string, unknown>>> {
  const { loadCatalogue } = await import('../judging/catalogue.ts')
  const { derivedChecks } = await import('../judging/derived.ts')
  const { allFaults, allVariants } = await import('../platform/deviations.ts')
  const catalogue = await loadCatalogue()
  switch (what) {
    case 'requirements':
      return catalogue.requirements.map(({ id, level, says, sources, untested }) => ({
        id,
        level,
        says,
        sources,
        ...(untested ? { untested } : {}),
      }))
    case 'checks':
      return [
        ...catalogue.checks.map(({ id, kind, requirement, brokenBy, needs }) => ({
          id,
          kind,
          level: requirement.level,
          brokenBy,
          needs,
        })),
        ...derivedChecks(catalogue.requirements).map(({ id, by, requirement, brokenBy }) => ({
          id,
          kind: by,
          level: requirement.level,
          brokenBy,
          needs: [],
        })),
      ]
    case 'faults':
      return allFaults.map(({ id, breaks, says }) => ({ id, breaks, says }))
    case 'variants':
      return allVariants.map(({ id, leaves, says }) => ({ id, leaves, says }))
    default: {
      const { coverage } = await import('../judging/coverage.ts')
      return coverage(catalogue, await proofFor(options.from)).map((covered) => ({ ...covered }))
    }
  }
}

async function proofFor(from: string | undefined): Promise<Proof> {
  if (from) {
    try {
      return JSON.parse(readFileSync(from, 'utf8')) as Proof
    } catch {
      throw new UsageError(`--from ${from}: it is no proof; "fieldproof prove --json ${from}" writes one`)
    }
  }
  const { readProof, writeProof } = await import('../judging/proof-file.ts')
  const kept = readProof()
  if (kept) return kept
  process.stderr.write('no fresh proof is kept: running prove first\n')
  const { loadCatalogue } = await import('../judging/catalogue.ts')
  const { prove } = await import('../runner/prove/prove.ts')
  const { crew } = await import('../runner/prove/crew.ts')
  const hands = crew()
  const matrix = await prove(await loadCatalogue(), { selection: { heavy: true }, crew: hands }).finally(() =>
    hands.close(),
  )
  writeProof(matrix)
  return matrix
}

/** One line a row: the name, then the rest as words. */
function inWords(row: Record<string, unknown>): string {
  const [[, name], ...rest] = Object.entries(row) as [[string, unknown], ...Array<[string, unknown]>]
  const texts = rest
    .filter(([, value]) => !(Array.isArray(value) && value.length === 0))
    .map(([key, value]) =>
      Array.isArray(value)
        ? `${key}: ${value.join(', ')}`
        : key === 'says' || key === 'level' || key === 'kind'
          ? String(value)
          : `${key}: ${String(value)}`,
    )
  return `${String(name)}  ${texts.join('  ')}`
}
