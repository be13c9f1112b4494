import { didYouMean } from '../errors/nearest.ts'
import { UserError } from '../errors/user-error.ts'
import type { Catalogue } from './catalogue.ts'

/** Throws for a name that is not an interface with requirements. */
export function mustBeInterfaces(
  names: readonly string[] = [],
  { requirements }: Pick<Catalogue, 'requirements'>,
): void {
  const known = [...new Set(requirements.map((requirement) => requirement.interface))]
  for (const name of names)
    if (!known.includes(name))
      throw new UserError(`--interface ${name}: there is no such interface`, {
        todo: didYouMean(name, known) ?? `the interfaces are ${known.join(', ')}`,
      })
}
