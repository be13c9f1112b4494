import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { didYouMean } from '../errors/nearest.ts'
import { UserError } from '../errors/user-error.ts'

/** A frozen list of checks: what is not in it never makes a run red that asked for it. */
export interface FrozenSet {
  readonly name: string
  readonly checks: ReadonlySet<string>
}

/** Beside the sources, also for what is built from them. */
const folder = ['../../sets/', '../../../sets/']
  .map((path) => new URL(path, import.meta.url))
  .find((url) => existsSync(url)) as URL

const ending = '.txt'

export const setNames = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .sort()

/** Throws UserError for a name that no set has. */
export function frozenSet(name: string): FrozenSet {
  const names = setNames()
  if (!names.includes(name))
    throw new UserError(`--set ${name}: there is no such set`, {
      todo: didYouMean(name, names) ?? `there are ${names.join(', ')}`,
    })
  const lines = readFileSync(new URL(`${name}${ending}`, folder), 'utf8').split('\n')
  return { name, checks: new Set(lines.filter((line) => line !== '' && !line.startsWith('#'))) }
}
