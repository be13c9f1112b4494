import { Argument, Command } from 'commander'
import { UserError } from '../errors/user-error.ts'
import { readUserFile } from '../errors/user-file.ts'
import type { KeptProof, Proof } from '../judging/proof-file.ts'

interface Options {
  json?: true
  from?: string
  prove?: true
  requests?: true
  suites?: string
}

export const listCommand = (): Command =>
  new Command('list')
    .description(
      `Lists what the kit knows. Coverage goes through both documents statement by statement: the requirements that cite it, the checks for it,
and the faults that break it and that these checks caught in the last proof. How old that proof is, and what changed since, is said on stderr. "list statement A-COM-05" explains one statement that a finding cites.`,
    )
    .addArgument(
      new Argument('<what>', 'what to list').choices([
        'requirements',
        'checks',
        'faults',
        'variants',
        'worlds',
        'statement',
        'coverage',
      ]),
    )
    .argument('[numbers...]', 'statement: the numbers to explain, such as A-COM-05; all of them unless given')
    .option('--json', 'as JSON')
    .option('--from <file>', 'coverage: take the proof from this file of "fieldproof prove --json"')
    .option(
      '--requests',
      'coverage: which kinds of request the last run sent (--from: its folder or report.jsonl; default: out), and which none did',
    )
    .option('--suites <dir>', 'also the requirements and checks of a folder of your own')
    .option('--prove', 'coverage: run a proof first (some minutes) and keep it')
    .action(async (what: string, numbers: readonly string[], options: Options) => {
      const { from, prove, requests } = options
      if (what !== 'statement' && numbers.length > 0)
        throw new UserError(`list ${what} takes no numbers: ${numbers.join(' ')}`)
      if (what !== 'coverage' && (prove || from !== undefined))
        throw new UserError(`${prove ? '--prove' : '--from'} goes with coverage only`)
      if (requests && (what !== 'coverage' || prove))
        throw new UserError('--requests goes with coverage only, and not with --prove')
      if (requests) {
        const { showRequests } = await import('./request-coverage.ts')
        return showRequests(from ?? 'out', options.json ?? false)
      }
      if (prove && from !== undefined) throw new UserError('--prove does not go with --from: take one proof')
      const rows = await rowsOf(what, numbers, options)
      process.stdout.write(
        options.json
          ? `${JSON.stringify(rows, null, 2)}\n`
          : rows.map((row) => `${what === 'statement' ? block(row) : inWords(row)}\n`).join(''),
      )
    })

async function rowsOf(
  what: string,
  numbers: readonly string[],
  options: Options,
): Promise<Array<Record<string, unknown>>> {
  const { loadCatalogue } = await import('../judging/catalogue.ts')
  const { derivedChecks } = await import('../judging/derived.ts')
  const { allFaults, allVariants } = await import('../platform/deviations.ts')
  const catalogue = await loadCatalogue(options.suites)
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
    case 'worlds': {
      const { allWorlds } = await import('../platform/worlds/named.ts')
      return allWorlds.map(({ name, says, variants, own }) => ({
        id: name,
        says,
        variants: [...variants, ...(own?.() ?? []).map(({ id }) => id)],
      }))
    }
    case 'statement': {
      const { explained } = await import('../judging/explained.ts')
      return explained(catalogue, numbers).map((statement) => ({ ...statement }))
    }
    default: {
      const { coverage } = await import('../judging/coverage.ts')
      return coverage(catalogue, await proofFor(options)).map((covered) => ({ ...covered }))
    }
  }
}

/** What was proven: by this file, by a new proof, or by the last one; how far that can be trusted is told on stderr. */
async function proofFor({ from, prove }: Options): Promise<Proof> {
  const { isProof, readProof, writeProof } = await import('../judging/proof-file.ts')
  if (from !== undefined) {
    const proof = parsed(readUserFile(from))
    if (isProof(proof)) return proof
    throw new UserError('it is not a proof', { file: from, todo: `"fieldproof prove --json ${from}" writes one` })
  }
  if (prove) {
    const { proven } = await import('./proven.ts')
    const matrix = await proven({ selection: { heavy: true } })
    if (!writeProof(matrix)) process.stderr.write('the proof could not be kept: the package is read-only\n')
    return matrix
  }
  const kept = readProof()
  if (kept) process.stderr.write(`${age(kept, Date.now())}\n`)
  else
    process.stderr.write(
      'no proof is kept, so no faults are listed; --prove runs one (some minutes), --from FILE takes one of "fieldproof prove --json FILE"\n',
    )
  return kept ?? { faults: [], variants: [] }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** How old the last proof is, and what changed since. */
export function age({ at, changed }: Pick<KeptProof, 'at' | 'changed'>, now: number): string {
  const minutes = Math.max(0, Math.floor((now - at.getTime()) / 60_000))
  const [count, unit] =
    minutes < 60
      ? [minutes, 'minute']
      : minutes < 48 * 60
        ? [Math.floor(minutes / 60), 'hour']
        : [Math.floor(minutes / 1440), 'day']
  const since =
    changed.length === 0
      ? 'nothing that it proves has changed since'
      : `changed since: ${changed.join(', ')}; --prove runs it again`
  return `faults by the proof of ${minutes === 0 ? 'just now' : `${count} ${unit}${count === 1 ? '' : 's'} ago`}; ${since}`
}

/** A statement, to be read: number and sentence, then a line for each thing that is known of it. */
function block({ statement, says, ...rest }: Record<string, unknown>): string {
  const lines = Object.entries(rest).filter(([, value]) => !(Array.isArray(value) && value.length === 0))
  const texts = lines.map(
    ([key, value]) => `  ${key.padEnd(13)} ${Array.isArray(value) ? value.join(', ') : String(value)}`,
  )
  return [`${String(statement)}  ${String(says)}`, ...texts].join('\n')
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
