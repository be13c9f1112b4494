import type { Catalogue } from './catalogue.ts'
import { derivedChecks } from './derived.ts'

/** The ids of all checks that any command may judge: what a baseline may name. */
export const knownChecks = ({ checks, requirements }: Catalogue): string[] => [
  ...checks.map(({ id }) => id),
  ...derivedChecks(requirements).map(({ id }) => id),
]
